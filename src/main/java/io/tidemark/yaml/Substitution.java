package io.tidemark.yaml;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Replaces <code>${NAME}</code>, <code>${NAME:-default}</code> and <code>${file:/path}</code> in one scalar's text. */
final class Substitution {
    private static final Pattern VARIABLE = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?", Pattern.DOTALL);
    private static final String FILE = "file:";
    private static final int LARGEST_FILE = 1 << 20;

    private final String raw;
    private final Environment environment;
    private final boolean lenient;
    private final StringBuilder text = new StringBuilder();
    private final List<String> values = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private int[] origins;
    private boolean unresolved;

    /**
     * Something that cannot be replaced.
     *
     * @param index where in the raw text
     * @param message what is wrong; what is allowed
     */
    record Fault(int index, String message) {}

    /**
     * @param raw the scalar's text
     * @param environment the variables
     * @param lenient whether what is missing is left as it stands
     */
    Substitution(String raw, Environment environment, boolean lenient) {
        this.raw = raw;
        this.environment = environment;
        this.lenient = lenient;
        this.origins = new int[raw.length() + 1];
        scan(0, raw.length());
    }

    /** The text after replacement. */
    String text() {
        return text.toString();
    }

    /** Whether something missing was left as it stands. */
    boolean unresolved() {
        return unresolved;
    }

    List<String> values() {
        return values;
    }

    List<Fault> faults() {
        return faults;
    }

    /** The index in the raw text that the character at {@code index} of {@link #text} comes from. */
    int origin(int index) {
        return index >= text.length() ? raw.length() : origins[index];
    }

    private void scan(int from, int to) {
        int at = from;
        while (at < to) {
            if (raw.startsWith("$${", at)) {
                append("${", at);
                at += 3;
            } else if (raw.startsWith("${", at)) {
                int end = closing(at + 2, to);
                if (end < 0) {
                    faults.add(new Fault(at, "\"${\" has no \"}\"; ${NAME}, or $${ for the text ${"));
                    append(raw.substring(at, to), at);
                    return;
                }
                replace(at, end);
                at = end + 1;
            } else {
                append(raw.substring(at, at + 1), at);
                at++;
            }
        }
    }

    private int closing(int from, int to) {
        int depth = 1;
        for (int i = from; i < to; i++) {
            if (raw.startsWith("${", i)) {
                depth++;
            } else if (raw.charAt(i) == '}' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Replaces the variable that begins at {@code start} and whose brace closes at {@code end}. */
    private void replace(int start, int end) {
        String body = raw.substring(start + 2, end);
        if (body.startsWith(FILE)) {
            replaceFile(start, end, body.substring(FILE.length()));
            return;
        }
        Matcher matcher = VARIABLE.matcher(body);
        if (!matcher.matches()) {
            fault(start, end, "is no variable; ${NAME}, ${NAME:-default}, ${file:/path}, or $${ for the text ${");
            return;
        }
        String value = environment.variables().get(matcher.group(1));
        boolean hasDefault = matcher.group(2) != null;
        if (value != null && !(hasDefault && value.isEmpty())) {
            appendValue(value, start);
        } else if (hasDefault) {
            int before = text.length();
            scan(start + 2 + matcher.start(2), end);
            values.add(text.substring(before));
        } else {
            missing(
                    start,
                    end,
                    "the variable " + matcher.group(1) + " is not set; set it, or write ${" + matcher.group(1)
                            + ":-default}");
        }
    }

    private void replaceFile(int start, int end, String path) {
        if (!path.startsWith("/")) {
            fault(start, end, "has no absolute path; ${file:/path}");
            return;
        }
        String content = content(path);
        if (content == null) {
            missing(start, end, "the file " + path + " cannot be read; a text file in UTF-8 of at most 1 MiB");
        } else {
            appendValue(content.strip(), start);
        }
    }

    private static @Nullable String content(String path) {
        try {
            Path file = Path.of(path);
            return Files.isRegularFile(file) && Files.size(file) <= LARGEST_FILE
                    ? Files.readString(file, StandardCharsets.UTF_8)
                    : null;
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    private void missing(int start, int end, String message) {
        if (lenient) {
            unresolved = true;
        } else {
            faults.add(new Fault(start, message));
        }
        append(raw.substring(start, end + 1), start);
    }

    private void fault(int start, int end, String message) {
        String variable = raw.substring(start, end + 1);
        faults.add(new Fault(start, "\"" + variable + "\" " + message));
        append(variable, start);
    }

    private void appendValue(String value, int origin) {
        values.add(value);
        append(value, origin);
    }

    private void append(String part, int origin) {
        int length = text.length();
        if (length + part.length() > origins.length) {
            origins = Arrays.copyOf(origins, Math.max(origins.length * 2, length + part.length()));
        }
        Arrays.fill(origins, length, length + part.length(), origin);
        text.append(part);
    }
}
