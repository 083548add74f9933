package io.tidemark.sql;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Timestamps as text: ISO-8601 in UTC. */
final class IsoTime {
    /** What {@link #parse} reads, for error texts. */
    static final String FORMS = "2026-01-31 23:59:59.999 (UTC) or 2026-01-31T23:59:59.999Z";

    private static final Pattern TEXT =
            Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?"
                    + "\\s?(Z|[+-]\\d\\d(?::?\\d\\d)?)?)?");

    private IsoTime() {}

    /** Such as {@code 2026-01-01T00:05:00Z}, with milliseconds only where they are not 0. */
    static String format(long epochMs) {
        return Instant.ofEpochMilli(epochMs).toString();
    }

    /**
     * Milliseconds since the epoch, finer digits cut off; UTC unless there is an offset; a date alone is its midnight.
     * Null if it is no such time.
     */
    static @Nullable Long parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            return null;
        }
        try {
            LocalDateTime local = LocalDateTime.of(
                    number(matcher, 1),
                    number(matcher, 2),
                    number(matcher, 3),
                    number(matcher, 4),
                    number(matcher, 5),
                    number(matcher, 6));
            String fraction = matcher.group(7) == null ? "000" : (matcher.group(7) + "00").substring(0, 3);
            String offset = matcher.group(8) == null ? "Z" : matcher.group(8);
            return local.toEpochSecond(ZoneOffset.of(offset)) * 1000 + Integer.parseInt(fraction);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static int number(Matcher matcher, int group) {
        return matcher.group(group) == null ? 0 : Integer.parseInt(matcher.group(group));
    }
}
