package io.tidemark.cli;

import org.jspecify.annotations.Nullable;

/** Failures as one line for a person. */
final class OneLine {
    private OneLine() {}

    /** The first line of {@code text} that says something. */
    static String of(@Nullable String text) {
        return text == null
                ? ""
                : text.lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .findFirst()
                        .orElse("");
    }

    /** What the innermost cause of {@code failure} says. */
    static String rootCause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String message = of(cause.getMessage());
        String kind = cause.getClass().getSimpleName();
        return message.isEmpty() ? kind : kind + ": " + message;
    }
}
