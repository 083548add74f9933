package io.tidemark.time;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Rejects events that are dated too early ({@code implausible-time}) or too far in the future ({@code future-time}), so
 * that one wrong clock does not carry the time of all others away. It stands before the watermarks: what it rejects
 * moves nothing.
 */
public final class TimeGuard implements Serializable {
    /** The reason of an event before the earliest time. */
    public static final String IMPLAUSIBLE_TIME = "implausible-time";

    /** The reason of an event too far ahead of the clock. */
    public static final String FUTURE_TIME = "future-time";

    /**
     * The farthest event time from 1970 either way, in milliseconds: 100 million days, the years −271821 to 275760. With
     * the longest size, offset and lateness of a window added it is still far from what a long holds, so no window's
     * bounds overflow.
     */
    public static final long FARTHEST_MS = 100_000_000L * 86_400_000L;

    private static final long serialVersionUID = 1;

    // Where a time read in the wrong unit would lie in the right one.
    private static final long PLAUSIBLE_FROM =
            Instant.parse("2000-01-01T00:00:00Z").toEpochMilli();
    private static final long PLAUSIBLE_TO =
            Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();

    private final long notBefore;
    private final long futureLimitMs;
    private final WallClock clock;

    // The clock need not be read for an event that would have been accepted a moment ago.
    private transient long knownLimit;

    /**
     * @param notBefore the earliest time that is accepted, or null for no limit
     * @param futureLimit how far an event may be ahead of the clock, or null for no limit
     * @param clock the wall clock
     */
    public TimeGuard(@Nullable Instant notBefore, @Nullable Duration futureLimit, WallClock clock) {
        this.notBefore = notBefore == null ? Long.MIN_VALUE : notBefore.toEpochMilli();
        this.futureLimitMs = futureLimit == null ? Long.MAX_VALUE : futureLimit.toMillis();
        this.clock = clock;
    }

    /**
     * {@code decoded}, or its rejection if it is an event outside the limits.
     *
     * @param schema the event's schema
     * @param node the source's name
     */
    public Decoded check(Decoded decoded, Schema schema, String node) {
        Event event = decoded.event();
        if (event == null) {
            return decoded;
        }
        if (event.time() < notBefore) {
            return rejected(event, schema, node, IMPLAUSIBLE_TIME, tooEarly(event.time()));
        }
        if (futureLimitMs != Long.MAX_VALUE && event.time() > knownLimit) {
            long now = clock.millis();
            knownLimit = saturatedSum(now, futureLimitMs);
            if (event.time() > knownLimit) {
                return rejected(event, schema, node, FUTURE_TIME, tooLate(event.time(), now));
            }
        }
        if (isTooFar(event.time())) {
            return rejected(event, schema, node, IMPLAUSIBLE_TIME, tooFar(event.time()));
        }
        return decoded;
    }

    private static Decoded rejected(Event event, Schema schema, String node, String reason, String detail) {
        return Decoded.rejected(SideRecord.of(node, reason, detail, event, schema, null));
    }

    private String tooEarly(long time) {
        String detail = "the event time " + Instant.ofEpochMilli(time) + " is before not-before, "
                + Instant.ofEpochMilli(notBefore);
        boolean seconds = time > PLAUSIBLE_FROM / 1000 && time < PLAUSIBLE_TO / 1000;
        return seconds ? detail + hint("seconds", "s", time * 1000) : detail;
    }

    private String tooLate(long time, long now) {
        String detail = "the event time " + Instant.ofEpochMilli(time) + " is more than future-limit, "
                + Duration.ofMillis(futureLimitMs) + ", after now, " + Instant.ofEpochMilli(now);
        return detail + finerUnit(time);
    }

    /** Whether {@code time} is no event time for any source: farther from 1970 than {@link #FARTHEST_MS}. */
    public static boolean isTooFar(long time) {
        return time > FARTHEST_MS || time < -FARTHEST_MS;
    }

    /** What is wrong with a time that {@link #isTooFar}. */
    public static String tooFar(long time) {
        return "the event time " + Instant.ofEpochMilli(time) + " is not between " + Instant.ofEpochMilli(-FARTHEST_MS)
                + " and " + Instant.ofEpochMilli(FARTHEST_MS) + finerUnit(time);
    }

    /** The unit in which {@code time} was probably written, or an empty text. */
    private static String finerUnit(long time) {
        if (isPlausible(time / 1000)) {
            return hint("microseconds", "us", time / 1000);
        }
        return isPlausible(time / 1_000_000) ? hint("nanoseconds", "ns", time / 1_000_000) : "";
    }

    private static boolean isPlausible(long time) {
        return time >= PLAUSIBLE_FROM && time < PLAUSIBLE_TO;
    }

    private static String hint(String unit, String word, long time) {
        return "; read as " + unit + " it is " + Instant.ofEpochMilli(time) + ", so 'unit: " + word + "' is likely";
    }

    private static long saturatedSum(long time, long more) {
        long sum = time + more;
        return more >= 0 && sum < time ? Long.MAX_VALUE : sum;
    }
}
