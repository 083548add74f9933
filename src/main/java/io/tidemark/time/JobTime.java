package io.tidemark.time;

import java.io.Serializable;

/**
 * What all sources of a job share.
 *
 * @param token tells this job from any other in the same JVM; made when the job is built
 * @param tickMs how often the sources are asked what they have heard, over 0
 * @param emitMs the time between two watermarks of a source under load, over 0
 * @param maxDriftMs how far ahead of the slowest a partition of any source may be before it waits, over 0, or {@link
 *     #UNALIGNED}
 * @param clock the wall clock
 */
public record JobTime(String token, long tickMs, long emitMs, long maxDriftMs, WallClock clock)
        implements Serializable {
    /** No source waits for another. */
    public static final long UNALIGNED = Long.MAX_VALUE;

    /** Whether sources wait for each other. */
    boolean aligned() {
        return maxDriftMs != UNALIGNED;
    }
}
