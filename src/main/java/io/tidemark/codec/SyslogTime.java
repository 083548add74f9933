package io.tidemark.codec;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;

/** Reads the year-less time of RFC 3164, {@code Jan  1 00:00:00}: in the year that is nearest to a given time. */
final class SyslogTime {
    // A leap day may be eight years away, around a century such as 2100.
    private static final int YEARS = 8;

    private final DateTimeFormatter formatter = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern("MMM ppd HH:mm:ss")
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
            .optionalEnd()
            .toFormatter(Locale.ENGLISH)
            .withResolverStyle(ResolverStyle.STRICT);
    private final DateTimeFormatter unpadded = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern("MMM d HH:mm:ss")
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
            .optionalEnd()
            .toFormatter(Locale.ENGLISH)
            .withResolverStyle(ResolverStyle.STRICT);

    /**
     * Reads {@code text} as local time of {@code zone}.
     *
     * @param near milliseconds since the epoch
     * @return milliseconds since the epoch, or {@link TimestampReader#INVALID}
     */
    long parse(String text, ZoneId zone, long near) {
        boolean padded = text.length() > 4 && text.charAt(4) == ' ';
        try {
            TemporalAccessor parsed = (padded ? formatter : unpadded).parse(text);
            MonthDay day = MonthDay.of(parsed.get(ChronoField.MONTH_OF_YEAR), parsed.get(ChronoField.DAY_OF_MONTH));
            var time = parsed.query(TemporalQueries.localTime());
            int year = Instant.ofEpochMilli(near).atZone(zone).getYear();
            long best = TimestampReader.INVALID;
            for (int candidate = year - YEARS; candidate <= year + YEARS; candidate++) {
                if (day.isValidYear(candidate)) {
                    long millis = LocalDateTime.of(day.atYear(candidate), time)
                            .atZone(zone)
                            .toInstant()
                            .toEpochMilli();
                    if (best == TimestampReader.INVALID || Math.abs(millis - near) < Math.abs(best - near)) {
                        best = millis;
                    }
                }
            }
            return best;
        } catch (DateTimeException | ArithmeticException e) {
            return TimestampReader.INVALID;
        }
    }
}
