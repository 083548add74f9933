package io.tidemark.spec;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Optional;

/** Finds patterns of times that do not say which time is meant: every record would be rejected, or dated wrongly. */
final class TimePattern {
    private static final ZonedDateTime SAMPLE =
            LocalDateTime.of(2026, 12, 30, 23, 58, 57, 987_000_000).atZone(ZoneId.of("Europe/Berlin"));

    private TimePattern() {}

    /**
     * Whether text after {@code pattern} has an offset or zone of its own.
     *
     * @throws IllegalArgumentException if it is no pattern
     */
    static boolean hasOffset(String pattern) {
        String parts =
                DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).toString().replaceAll("'[^']*'", "");
        return parts.contains("Offset") || parts.contains("Zone");
    }

    /** What a time loses on its way through the pattern; what to write; nothing if it keeps its day and hour. */
    static Optional<String> problem(String pattern) {
        DateTimeFormatter formatter = new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .parseDefaulting(ChronoField.ERA, 1)
                .toFormatter(Locale.ENGLISH)
                .withResolverStyle(ResolverStyle.STRICT);
        TemporalAccessor read;
        try {
            read = formatter.parse(SAMPLE.format(formatter));
        } catch (DateTimeException e) {
            return Optional.of("does not read what it writes; letters as in yyyy-MM-dd HH:mm:ss");
        }
        if (read.isSupported(ChronoField.INSTANT_SECONDS)) {
            return Optional.empty();
        }
        if (!SAMPLE.toLocalDate().equals(read.query(TemporalQueries.localDate()))) {
            return Optional.of("names no day of a year; yyyy, MM and dd, as in yyyy-MM-dd HH:mm:ss");
        }
        boolean hasHour = pattern.replaceAll("'[^']*'", "").matches("(?s).*[HhKkmsSAnNaB].*");
        return hasHour && read.query(TemporalQueries.localTime()) == null
                ? Optional.of("leaves the hour open; HH, or hh with a, as in yyyy-MM-dd hh:mm a")
                : Optional.empty();
    }
}
