package io.tidemark.time;

import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one source's time moves.
 *
 * @param outOfOrdernessMs how far a partition's watermark stays behind its highest event time, 0 or more
 * @param idleAfterMs after how long without an accepted event a partition no longer holds time back, over 0
 * @param quietAfterMs after how long without an accepted event the source's time goes on by the clock, 0 for never
 * @param horizonMs how far beyond the highest event time it then goes at most, 0 or more
 */
public record SourceTime(long outOfOrdernessMs, long idleAfterMs, long quietAfterMs, long horizonMs)
        implements Serializable {
    private static final int TICKS = 5;
    private static final int SHORTEST_TICK_MS = 10;
    private static final int LONGEST_TICK_MS = 500;

    /** Checks the ranges. */
    public SourceTime {
        if (outOfOrdernessMs < 0 || idleAfterMs <= 0 || quietAfterMs < 0 || horizonMs < 0) {
            throw new IllegalArgumentException("times out of range: " + outOfOrdernessMs + ", " + idleAfterMs + ", "
                    + quietAfterMs + ", " + horizonMs);
        }
    }

    /**
     * From durations.
     *
     * @param quietAfter null for never
     */
    public static SourceTime of(
            Duration outOfOrderness, Duration idleAfter, @Nullable Duration quietAfter, Duration horizon) {
        return new SourceTime(
                outOfOrderness.toMillis(),
                idleAfter.toMillis(),
                quietAfter == null ? 0 : quietAfter.toMillis(),
                horizon.toMillis());
    }

    /** How often the sources are asked what they have heard, so that both times above are measured well enough. */
    public long tickMs() {
        long shortest = quietAfterMs == 0 ? idleAfterMs : Math.min(idleAfterMs, quietAfterMs);
        return Math.max(SHORTEST_TICK_MS, Math.min(LONGEST_TICK_MS, shortest / TICKS));
    }
}
