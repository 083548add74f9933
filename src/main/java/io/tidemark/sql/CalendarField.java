package io.tidemark.sql;

import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What {@code EXTRACT} takes out of a timestamp, in UTC. */
enum CalendarField {
    /** Seconds since 1970, towards the past. */
    EPOCH,
    YEAR,
    /** The year that the ISO week belongs to. */
    ISOYEAR,
    QUARTER,
    MONTH,
    /** ISO week, 1 to 53. */
    WEEK,
    DAY,
    /** Day of the year, from 1. */
    DOY,
    /** Sunday 1 to Saturday 7. */
    DOW,
    /** Monday 1 to Sunday 7. */
    ISODOW,
    HOUR,
    MINUTE,
    SECOND,
    /** Seconds and milliseconds of the minute, 0 to 59999. */
    MILLISECOND;

    /** The fields' names, for error texts. */
    static final String NAMES =
            "YEAR, ISOYEAR, QUARTER, MONTH, WEEK, DAY, DOY, DOW, ISODOW, HOUR, MINUTE, SECOND, MILLISECOND, EPOCH";

    /** The field called {@code name}, in any case, or null. */
    static @Nullable CalendarField named(String name) {
        for (CalendarField field : values()) {
            if (field.name().equals(name.toUpperCase(Locale.ROOT))) {
                return field;
            }
        }
        return null;
    }

    /** This field of a time in milliseconds since the epoch. */
    long of(long epochMs) {
        if (this == EPOCH) {
            return Math.floorDiv(epochMs, 1000L);
        }
        LocalDateTime time = CalendarUnit.utc(epochMs);
        return switch (this) {
            case YEAR -> time.getYear();
            case ISOYEAR -> time.get(IsoFields.WEEK_BASED_YEAR);
            case QUARTER -> time.get(IsoFields.QUARTER_OF_YEAR);
            case MONTH -> time.getMonthValue();
            case WEEK -> time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            case DAY -> time.getDayOfMonth();
            case DOY -> time.getDayOfYear();
            case DOW -> time.get(ChronoField.DAY_OF_WEEK) % 7 + 1;
            case ISODOW -> time.get(ChronoField.DAY_OF_WEEK);
            case HOUR -> time.getHour();
            case MINUTE -> time.getMinute();
            case SECOND -> time.getSecond();
            case MILLISECOND -> time.getSecond() * 1000L + time.getNano() / 1_000_000;
            case EPOCH -> throw new IllegalStateException();
        };
    }
}
