package io.tidemark.spec;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 250ms}, {@code 1h30m}, Flink's {@code 5 min}, ISO-8601's {@code PT5M}, each with
 * an optional sign. Whole milliseconds, at most {@link #LONGEST} either way.
 */
public final class Durations {
    /** The longest duration: 10 000 years of 365 days, so that a time plus a duration never overflows. */
    public static final Duration LONGEST = Duration.ofDays(3_650_000);

    private static final Pattern PART = Pattern.compile("([0-9]+) *([A-Za-zµ]+) *");
    private static final Pattern WHOLE = Pattern.compile("([+-]?) *((?:[0-9]+ *[A-Za-zµ]+ *)+)");
    private static final Pattern ISO_WEEKS = Pattern.compile("([+-]?)P([0-9]+)W");

    /** Every word for a unit, longest unit first, with its length in milliseconds. */
    private static final Map<String, Long> UNITS = units();

    private Durations() {}

    /**
     * The duration that {@code text} means.
     *
     * @throws IllegalArgumentException if it is none, overflows or is not whole in milliseconds; the message is for users
     */
    public static Duration parse(String text) {
        String trimmed = text.strip();
        if (trimmed.matches("[+-]?[0-9]+")) {
            throw new IllegalArgumentException(
                    quoted(text) + " has no unit; write " + trimmed + "ms, " + trimmed + "s or " + trimmed + "m");
        }
        Duration result = trimmed.matches("[+-]?P.*") ? parseIso(trimmed) : parseParts(trimmed);
        if (result.compareTo(LONGEST) > 0 || result.compareTo(LONGEST.negated()) < 0) {
            throw tooLong(text);
        }
        if (result.getNano() % 1_000_000 != 0) {
            throw new IllegalArgumentException(quoted(text) + " is finer than a millisecond; whole milliseconds");
        }
        return result;
    }

    /** {@code duration} in the form that {@link #parse} takes, such as {@code 1h30m}; zero is {@code 0s}. */
    public static String format(Duration duration) {
        long rest = duration.abs().toMillis();
        if (rest == 0) {
            return "0s";
        }
        StringBuilder text = new StringBuilder(duration.isNegative() ? "-" : "");
        for (String unit : new String[] {"d", "h", "m", "s", "ms"}) {
            long length = unitMs(unit);
            if (rest >= length) {
                text.append(rest / length).append(unit);
                rest %= length;
            }
        }
        return text.toString();
    }

    private static Duration parseIso(String text) {
        try {
            Matcher weeks = ISO_WEEKS.matcher(text);
            if (weeks.matches()) {
                Duration length = Duration.ofDays(Math.multiplyExact(7L, Long.parseLong(weeks.group(2))));
                return weeks.group(1).equals("-") ? length.negated() : length;
            }
            return Duration.parse(text);
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw notOne(text);
        }
    }

    private static Duration parseParts(String text) {
        Matcher whole = WHOLE.matcher(text);
        if (!whole.matches()) {
            throw notOne(text);
        }
        long sum = 0;
        long previous = Long.MAX_VALUE;
        Matcher part = PART.matcher(whole.group(2));
        while (part.find()) {
            long unit = unitOf(text, part.group(2));
            if (unit >= previous) {
                throw new IllegalArgumentException(
                        quoted(text) + " is not a duration; larger units first, each once, as in 1h30m");
            }
            previous = unit;
            sum = addCapped(sum, part.group(1), unit);
        }
        return Duration.ofMillis(whole.group(1).equals("-") ? -sum : sum);
    }

    private static long unitOf(String text, String word) {
        Long length = UNITS.get(word.length() > 2 ? word.toLowerCase(Locale.ROOT) : word);
        if (length != null) {
            return length;
        }
        String near = UNITS.containsKey(word.toLowerCase(Locale.ROOT))
                ? "; did you mean " + word.toLowerCase(Locale.ROOT) + "?"
                : "";
        throw new IllegalArgumentException(
                quoted(text) + " has the unknown unit " + word + "; ms, s, m, h, d, w" + near);
    }

    private static long addCapped(long sum, String count, long unit) {
        try {
            return Math.addExact(sum, Math.multiplyExact(Long.parseLong(count), unit));
        } catch (ArithmeticException | NumberFormatException e) {
            return Long.MAX_VALUE; // longer than LONGEST, which parse refuses
        }
    }

    private static IllegalArgumentException tooLong(String text) {
        return new IllegalArgumentException(quoted(text) + " is too long; at most " + format(LONGEST));
    }

    private static IllegalArgumentException notOne(String text) {
        return new IllegalArgumentException(
                quoted(text) + " is not a duration; such as 250ms, 10s, 5m, 1h30m, 7d, 2w, 5 min, PT5M");
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static long unitMs(String unit) {
        Long length = UNITS.get(unit);
        if (length == null) {
            throw new IllegalStateException(unit);
        }
        return length;
    }

    private static Map<String, Long> units() {
        Map<String, Long> units = new LinkedHashMap<>();
        String[][] words = {
            {"w", "week", "weeks"},
            {"d", "day", "days"},
            {"h", "hour", "hours"},
            {"m", "min", "mins", "minute", "minutes"},
            {"s", "sec", "secs", "second", "seconds"},
            {"ms", "milli", "millis", "millisecond", "milliseconds"}
        };
        long[] lengths = {604_800_000L, 86_400_000L, 3_600_000L, 60_000L, 1000L, 1L};
        for (int i = 0; i < words.length; i++) {
            for (String word : words[i]) {
                units.put(word, lengths[i]);
            }
        }
        return units;
    }
}
