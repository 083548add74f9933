package io.tidemark.codec;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads timestamps: ISO-8601 text with an offset, epoch numbers in a unit, or text after a pattern. Milliseconds; finer
 * digits are cut off, towards the past. In a gap of a zone (a clock put forward) a local time counts on from the gap's
 * begin, in an overlap it is the earlier one.
 */
final class TimestampReader implements Serializable {
    /** The text or number is no such timestamp. */
    static final long INVALID = Long.MIN_VALUE;

    private static final long serialVersionUID = 1;
    private static final int MAX_LENGTH = 100;
    private static final long MAX_SECONDS = Long.MAX_VALUE / 1000;
    private static final String SYSLOG = "syslog";

    // ISO 8601's basic form, 20260101T000000Z.
    private static final DateTimeFormatter BASIC = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern("uuuuMMdd'T'HHmmss")
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
            .optionalEnd()
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private final TimeUnit unit;
    private final @Nullable String pattern;
    private final @Nullable ZoneId zone;
    private transient @Nullable DateTimeFormatter formatter;
    private transient @Nullable SyslogTime syslog;

    /**
     * @throws IllegalArgumentException if the unit or the pattern cannot be used
     */
    TimestampReader(TimeUnit unit, @Nullable String pattern, @Nullable ZoneId zone) {
        if (unit.compareTo(TimeUnit.SECONDS) > 0) {
            throw new IllegalArgumentException("unit " + unit + "; allowed are s, ms, us, ns");
        }
        this.unit = unit;
        this.pattern = pattern;
        this.zone = zone;
        if (pattern != null && !pattern.equals(SYSLOG)) {
            formatter(pattern);
        }
    }

    /** What is expected, for an error's text. */
    String expected() {
        if (pattern != null) {
            return "a timestamp of the pattern " + pattern + (zone == null ? " with an offset" : "");
        }
        return "a timestamp (ISO-8601 " + (zone == null ? "with an offset" : "text") + ", or an epoch number in "
                + unitWord() + ")";
    }

    private String unitWord() {
        return switch (unit) {
            case SECONDS -> "s";
            case MICROSECONDS -> "us";
            case NANOSECONDS -> "ns";
            default -> "ms";
        };
    }

    /** The time of an epoch number in the unit, in milliseconds, or {@link #INVALID} beyond what milliseconds hold. */
    long fromEpoch(long number) {
        return switch (unit) {
            case SECONDS -> number > MAX_SECONDS || number < -MAX_SECONDS ? INVALID : number * 1000;
            case MICROSECONDS -> Math.floorDiv(number, 1000L);
            case NANOSECONDS -> Math.floorDiv(number, 1_000_000L);
            default -> number;
        };
    }

    /** As {@link #fromEpoch(long)}, for a number with a fraction. */
    long fromEpoch(BigDecimal number) {
        if (!Numbers.isModest(number)) {
            return INVALID;
        }
        int shift = switch (unit) {
            case SECONDS -> 3;
            case MICROSECONDS -> -3;
            case NANOSECONDS -> -6;
            default -> 0;
        };
        BigDecimal millis = number.scaleByPowerOfTen(shift).setScale(0, RoundingMode.FLOOR);
        return Numbers.isLong(millis) ? millis.longValue() : INVALID;
    }

    /**
     * Reads text.
     *
     * @param recordTime the record's own time, for the year of syslog's form, or null
     * @return milliseconds since the epoch, or {@link #INVALID}
     */
    long fromText(char[] text, int from, int to, @Nullable Long recordTime) {
        if (pattern == null) {
            long time = IsoTime.parse(text, from, to, zone);
            if (time != IsoTime.NOT_READ) {
                return time;
            }
        }
        return fromRareText(new String(text, from, to - from), recordTime);
    }

    private long fromRareText(String text, @Nullable Long recordTime) {
        if (text.length() > MAX_LENGTH) {
            return INVALID;
        }
        // A pattern may itself be of digits alone, such as yyyyMMddHHmmss, so it is tried first.
        long time = pattern == null ? INVALID : fromPattern(pattern, text, recordTime);
        if (time == INVALID && Numbers.isPlain(text)) {
            return fromEpoch(new BigDecimal(text));
        }
        return pattern == null ? fromLibrary(text) : time;
    }

    private long fromPattern(String pattern, String text, @Nullable Long recordTime) {
        if (pattern.equals(SYSLOG)) {
            SyslogTime known = syslog;
            if (known == null) {
                known = new SyslogTime();
                syslog = known;
            }
            return recordTime == null || zone == null ? INVALID : known.parse(text, zone, recordTime);
        }
        try {
            return millis(formatter(pattern).parse(text), zone);
        } catch (DateTimeException | ArithmeticException e) {
            return INVALID;
        }
    }

    private DateTimeFormatter formatter(String pattern) {
        DateTimeFormatter known = formatter;
        if (known == null) {
            // Strict, since the default turns 30 February into the 28th; then yyyy needs an era.
            known = new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .appendPattern(pattern)
                    .parseDefaulting(ChronoField.ERA, 1)
                    .toFormatter(Locale.ENGLISH)
                    .withResolverStyle(ResolverStyle.STRICT);
            formatter = known;
        }
        return known;
    }

    private long fromLibrary(String text) {
        String iso = zone != null && text.length() > 10 && text.charAt(10) == ' '
                ? text.substring(0, 10) + 'T' + text.substring(11)
                : text;
        if (iso.length() < 10) {
            return INVALID;
        }
        DateTimeFormatter form = iso.length() == 10
                ? DateTimeFormatter.ISO_LOCAL_DATE
                : iso.indexOf('T') == 8 || iso.indexOf('t') == 8 ? BASIC : DateTimeFormatter.ISO_DATE_TIME;
        try {
            return millis(form.parse(iso), zone);
        } catch (DateTimeException | ArithmeticException e) {
            return fromInstant(iso);
        }
    }

    // Takes 24:00 and a leap second too.
    private static long fromInstant(String text) {
        try {
            return Instant.parse(text).toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            return INVALID;
        }
    }

    private static long millis(TemporalAccessor parsed, @Nullable ZoneId zone) {
        if (parsed.isSupported(ChronoField.INSTANT_SECONDS)) {
            return Instant.from(parsed).toEpochMilli();
        }
        LocalDate date = parsed.query(TemporalQueries.localDate());
        if (zone == null || date == null) {
            return INVALID;
        }
        if (parsed.query(TemporalQueries.localTime()) == null) {
            return date.atStartOfDay(zone).toInstant().toEpochMilli();
        }
        return LocalDateTime.from(parsed).atZone(zone).toInstant().toEpochMilli();
    }
}
