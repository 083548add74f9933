package io.tidemark.sql;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The units of time arithmetic, in UTC; a day always has 24 hours, a week begins on Monday. */
enum CalendarUnit {
    MILLISECOND(1, 0),
    SECOND(1000, 0),
    MINUTE(60_000, 0),
    HOUR(3_600_000, 0),
    DAY(86_400_000, 0),
    WEEK(604_800_000, 0),
    MONTH(0, 1),
    QUARTER(0, 3),
    YEAR(0, 12);

    /** The units' names, for error texts. */
    static final String NAMES = "MILLISECOND, SECOND, MINUTE, HOUR, DAY, WEEK, MONTH, QUARTER, YEAR";

    /** The first Monday of 1970. */
    private static final long MONDAY_MS = 4 * 86_400_000L;

    private final long sizeMs;
    private final int months;

    CalendarUnit(long sizeMs, int months) {
        this.sizeMs = sizeMs;
        this.months = months;
    }

    /** The unit called {@code name}, in any case, or null. */
    static @Nullable CalendarUnit named(String name) {
        for (CalendarUnit unit : values()) {
            if (unit.name().equals(name.toUpperCase(Locale.ROOT))) {
                return unit;
            }
        }
        return null;
    }

    /** How many milliseconds one is; 0 for a unit of months. */
    long sizeMs() {
        return sizeMs;
    }

    /** How many months one is; 0 for a unit of milliseconds. */
    int months() {
        return months;
    }

    /** The start of the unit that {@code epochMs} lies in. */
    long floor(long epochMs) {
        if (this == WEEK) {
            return Math.subtractExact(epochMs, Math.floorMod(Math.floorMod(epochMs, sizeMs) - MONDAY_MS, sizeMs));
        }
        if (months == 0) {
            return Math.subtractExact(epochMs, Math.floorMod(epochMs, sizeMs));
        }
        LocalDate date = utc(epochMs).toLocalDate();
        int month = (date.getMonthValue() - 1) / months * months + 1;
        return Math.multiplyExact(LocalDate.of(date.getYear(), month, 1).toEpochDay(), DAY.sizeMs);
    }

    /** The first start of a unit that is not before {@code epochMs}. */
    long ceil(long epochMs) {
        long floor = floor(epochMs);
        return floor == epochMs ? epochMs : add(floor, 1);
    }

    /** {@code count} units later; a day that a month lacks becomes its last. */
    long add(long epochMs, long count) {
        if (months == 0) {
            return Math.addExact(epochMs, Math.multiplyExact(count, sizeMs));
        }
        return addMonths(epochMs, Math.multiplyExact(count, (long) months));
    }

    static long addMonths(long epochMs, long count) {
        return utc(epochMs).plusMonths(count).toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    /** Whole units from {@code startMs} to {@code endMs}, towards zero. */
    long between(long startMs, long endMs) {
        if (months == 0) {
            return Math.subtractExact(endMs, startMs) / sizeMs;
        }
        return ChronoUnit.MONTHS.between(utc(startMs), utc(endMs)) / months;
    }

    static LocalDateTime utc(long epochMs) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(epochMs, 1000L), (int) Math.floorMod(epochMs, 1000L) * 1_000_000, ZoneOffset.UTC);
    }
}
