package io.tidemark.codec;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Reads the common form of ISO-8601 text by hand, {@code 2026-01-01T00:00:00[.fraction](Z|+01:00|+0100|+01)}; the
 * library takes longer for it than the parser for all the rest of a record.
 */
final class IsoTime {
    /** The text is not of the common form. */
    static final long NOT_READ = Long.MIN_VALUE;

    private static final int SECONDS_END = 19;

    private IsoTime() {}

    /**
     * Reads {@code text[from, to)}.
     *
     * @param zone of text without an offset; a blank may then stand for the T; null if an offset is required
     * @return milliseconds since the epoch, finer digits cut off, or {@link #NOT_READ}
     */
    static long parse(char[] text, int from, int to, @Nullable ZoneId zone) {
        if (to - from < SECONDS_END || !hasSeparators(text, from, zone != null)) {
            return NOT_READ;
        }
        int year = two(text, from) * 100 + two(text, from + 2);
        int month = two(text, from + 5);
        int day = two(text, from + 8);
        int hour = two(text, from + 11);
        int minute = two(text, from + 14);
        int second = two(text, from + 17);
        if (year < 0
                || month < 1
                || month > 12
                || day < 1
                || day > daysIn(year, month)
                || hour < 0
                || hour > 23
                || minute < 0
                || minute > 59
                || second < 0
                || second > 59) {
            return NOT_READ;
        }
        long local = ((epochDay(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
        return withFraction(text, from + SECONDS_END, to, local, zone);
    }

    private static boolean hasSeparators(char[] text, int from, boolean blankAllowed) {
        char separator = text[from + 10];
        return text[from + 4] == '-'
                && text[from + 7] == '-'
                && (separator == 'T' || separator == 't' || blankAllowed && separator == ' ')
                && text[from + 13] == ':'
                && text[from + 16] == ':';
    }

    private static long withFraction(char[] text, int from, int to, long localSeconds, @Nullable ZoneId zone) {
        int i = from;
        int millis = 0;
        if (i < to && (text[i] == '.' || text[i] == ',')) {
            int start = ++i;
            int scale = 100;
            while (i < to && isDigit(text[i])) {
                millis += (text[i] - '0') * scale;
                scale /= 10;
                i++;
            }
            if (i == start) {
                return NOT_READ;
            }
        }
        if (i == to) {
            return zone == null ? NOT_READ : (localSeconds - offsetOf(localSeconds, zone)) * 1000 + millis;
        }
        int offset = offset(text, i, to);
        return offset == Integer.MIN_VALUE ? NOT_READ : (localSeconds - offset) * 1000 + millis;
    }

    private static int offsetOf(long localSeconds, ZoneId zone) {
        if (zone instanceof ZoneOffset offset) {
            return offset.getTotalSeconds();
        }
        LocalDateTime local = LocalDateTime.ofEpochSecond(localSeconds, 0, ZoneOffset.UTC);
        long instant = local.atZone(zone).toEpochSecond();
        return (int) (localSeconds - instant);
    }

    /** Seconds east of UTC of {@code Z}, {@code +01}, {@code +0100}, {@code +01:00}; MIN_VALUE for anything else. */
    private static int offset(char[] text, int from, int to) {
        char sign = text[from];
        int length = to - from;
        if (length == 1) {
            return sign == 'Z' || sign == 'z' ? 0 : Integer.MIN_VALUE;
        }
        boolean colon = length == 6 && text[from + 3] == ':';
        if (sign != '+' && sign != '-' || length != 3 && length != 5 && !colon) {
            return Integer.MIN_VALUE;
        }
        int hours = two(text, from + 1);
        int minutes = length == 3 ? 0 : two(text, from + (colon ? 4 : 3));
        if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59 || hours == 18 && minutes > 0) {
            return Integer.MIN_VALUE;
        }
        int seconds = (hours * 60 + minutes) * 60;
        return sign == '-' ? -seconds : seconds;
    }

    /** The number of two digits, or a large negative number. */
    private static int two(char[] text, int at) {
        char tens = text[at];
        char ones = text[at + 1];
        return isDigit(tens) && isDigit(ones) ? (tens - '0') * 10 + ones - '0' : -100_000;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int daysIn(int year, int month) {
        if (month == 2) {
            return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    private static long epochDay(int year, int month, int day) {
        return LocalDate.of(year, month, day).toEpochDay();
    }
}
