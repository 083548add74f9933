package io.tidemark.yaml;

import io.tidemark.spec.Durations;
import io.tidemark.spec.NearMiss;
import io.tidemark.yaml.Scalar.Kind;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The types of single values. */
final class Types {
    /** Text; what YAML takes for a number or a boolean must be quoted. */
    static final ValueType<String> TEXT = ScalarType.text("text", (value, scalar) -> {
        if (scalar.kind() != Kind.TEXT) {
            value.error(scalar.kind().words() + "; text, in quotes: " + Quoting.quote(scalar.text()));
            return null;
        }
        if (scalar.text().isBlank()) {
            value.error("is empty; text");
            return null;
        }
        return scalar.text();
    });

    /** Text just as it is written, whatever YAML takes it for. */
    static final ValueType<String> VERBATIM = ScalarType.text("text", (value, scalar) -> scalar.text());

    /** An SQL expression, just as it is written. */
    static final ValueType<String> EXPRESSION = ScalarType.text("SQL expression", (value, scalar) -> {
        if (scalar.text().isBlank()) {
            value.error("is empty; an SQL expression");
            return null;
        }
        if (scalar.kind() == Kind.NULL) { // null or ~
            value.error(scalar.kind().words() + "; an SQL expression");
            return null;
        }
        return scalar.text();
    });

    /** {@code true} or {@code false}. */
    static final ValueType<Boolean> BOOLEAN = ScalarType.of("true or false", (value, scalar) -> {
        if (scalar.kind() == Kind.BOOLEAN) {
            return scalar.text().equalsIgnoreCase("true");
        }
        String lower = scalar.text().toLowerCase(Locale.ROOT);
        String hint = List.of("yes", "on", "y").contains(lower)
                ? "; write true"
                : List.of("no", "off", "n").contains(lower)
                        ? "; write false"
                        : List.of("true", "false").contains(lower) ? ", without quotes" : "";
        value.error("\"" + scalar.text() + "\" is no boolean; true or false" + hint);
        return null;
    });

    /** A whole number of 64 bits. */
    static final ValueType<Long> LONG = ScalarType.of("whole number", Types::wholeNumber);

    /** A whole number of 32 bits. */
    static final ValueType<Integer> INTEGER = ScalarType.of("whole number", (value, scalar) -> {
        Long number = wholeNumber(value, scalar);
        if (number != null && number.intValue() != number) {
            value.error(scalar.text() + " is too large; a whole number of at most " + Integer.MAX_VALUE);
            return null;
        }
        return number == null ? null : number.intValue();
    });

    /** A finite number. */
    static final ValueType<Double> NUMBER = ScalarType.of("number", (value, scalar) -> {
        if (scalar.kind() == Kind.INTEGER) {
            Long number = wholeNumber(value, scalar);
            return number == null ? null : (Double) number.doubleValue();
        }
        double number = scalar.kind() == Kind.FLOAT ? finite(scalar.text()) : Double.NaN;
        if (Double.isNaN(number)) {
            notA(value, scalar, "number");
            return null;
        }
        return number;
    });

    /** A duration; the validator knows its range. */
    static final ValueType<Duration> DURATION =
            ScalarType.of("duration", Types::duration).formatted(Durations::format);

    /** A duration, or {@code none}. */
    static final ValueType<Optional<Duration>> DURATION_OR_NONE = ScalarType.<Optional<Duration>>of(
                    "duration or none", (value, scalar) -> {
                        Duration duration = isNone(scalar) ? Duration.ZERO : duration(value, scalar);
                        return duration == null ? null : isNone(scalar) ? Optional.empty() : Optional.of(duration);
                    })
            .formatted(duration -> duration.map(Durations::format).orElse("none"));

    /** An instant, or {@code none}. */
    static final ValueType<Optional<Instant>> INSTANT_OR_NONE = ScalarType.<Optional<Instant>>of(
                    "ISO-8601 instant or none", (value, scalar) -> {
                        if (isNone(scalar)) {
                            return Optional.empty();
                        }
                        Instant instant = instant(scalar.text());
                        if (instant == null) {
                            value.error(
                                    "\"" + scalar.text()
                                            + "\" is no instant; ISO-8601 with an offset, such as 2026-01-01T00:00:00Z, or none");
                            return null;
                        }
                        return Optional.of(instant);
                    })
            .formatted(instant -> instant.map(Instant::toString).orElse("none"));

    private static final long FARTHEST_SECONDS = 100_000_000L * 86_400L;

    private Types() {}

    /** One of the constants of {@code type}, in lower case with hyphens; {@code foreign} says what other words mean. */
    static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type, Map<String, String> foreign) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : type.getEnumConstants()) {
            words.put(word(constant), constant);
        }
        String allowed = String.join(", ", words.keySet());
        return ScalarType.<E>of(String.join(" \\| ", words.keySet()), (value, scalar) -> {
                    E constant = words.get(scalar.text());
                    if (constant == null) {
                        value.error("\"" + scalar.text() + "\" is not known; "
                                + advice(scalar.text(), foreign, words.keySet(), allowed));
                    }
                    return constant;
                })
                .formatted(Types::word);
    }

    /** What to write in place of {@code text}: by meaning, by likeness, or one of all. */
    static String advice(String text, Map<String, String> foreign, Iterable<String> words, String allowed) {
        String plain = NearMiss.plain(text);
        for (Map.Entry<String, String> other : foreign.entrySet()) {
            if (NearMiss.plain(other.getKey()).equals(plain)) {
                return other.getValue();
            }
        }
        List<String> known = new ArrayList<>();
        words.forEach(known::add);
        return allowed + NearMiss.question(text, known);
    }

    /** {@code constant} as a file writes it. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The instant that ISO-8601 text with an offset means, or null; also if it is farther from 1970 than any event time,
     * 100 million days, beyond which times plus durations overflow.
     */
    static @Nullable Instant instant(String text) {
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            return Math.abs(instant.getEpochSecond()) > FARTHEST_SECONDS ? null : instant;
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** The finite number that {@code text} means, or NaN. */
    static double finite(String text) {
        try {
            double number = Double.parseDouble(text);
            return Double.isInfinite(number) ? Double.NaN : number;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    static @Nullable Long wholeNumber(YamlValue value, Scalar scalar) {
        if (scalar.kind() != Kind.INTEGER) {
            notA(value, scalar, "whole number");
            return null;
        }
        String text = scalar.text();
        BigInteger number = text.startsWith("0x")
                ? new BigInteger(text.substring(2), 16)
                : text.startsWith("0o") ? new BigInteger(text.substring(2), 8) : new BigInteger(text);
        if (number.bitLength() > 63) {
            value.error(text + " is too large; a whole number of at most " + Long.MAX_VALUE);
            return null;
        }
        return number.longValue();
    }

    private static void notA(YamlValue value, Scalar scalar, String what) {
        String text = scalar.text();
        boolean quotes = scalar.kind() == Kind.TEXT && text.matches("[-+]?[0-9]+(\\.[0-9]+)?");
        String hint = quotes
                ? ", without quotes"
                : text.matches("[0-9][0-9_,]*") ? "; write " + text.replaceAll("[_,]", "") : "";
        value.error("\"" + text + "\" is no " + what + "; a " + what + hint);
    }

    private static @Nullable Duration duration(YamlValue value, Scalar scalar) {
        try {
            return Durations.parse(scalar.text());
        } catch (IllegalArgumentException e) {
            value.error(String.valueOf(e.getMessage()));
            return null;
        }
    }

    private static boolean isNone(Scalar scalar) {
        return scalar.text().equals("none");
    }
}
