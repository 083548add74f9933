package io.tidemark.time;

/**
 * The time of a source that says nothing: when it has been silent for long enough, its time goes on from where it stood
 * with the wall clock, no further than the last window of what has come can reach.
 */
final class QuietTime {
    private final SourceTime source;
    private long spokeAtMs;
    private long base = Long.MIN_VALUE;

    /** @param nowMs the wall clock, in milliseconds, from which on silence counts */
    QuietTime(SourceTime source, long nowMs) {
        this.source = source;
        this.spokeAtMs = nowMs;
    }

    /** The source spoke at {@code nowMs}, or would have if it could. */
    void spoke(long nowMs) {
        spokeAtMs = nowMs;
        base = Long.MIN_VALUE;
    }

    /**
     * To what its partitions are lifted at {@code nowMs}, or {@link Long#MIN_VALUE}.
     *
     * @param least the least watermark of those that have one
     * @param highest the highest event time, {@link Long#MIN_VALUE} if there is none
     */
    long floor(long nowMs, long least, long highest) {
        long quietMs = nowMs - spokeAtMs - source.quietAfterMs();
        if (source.quietAfterMs() == 0 || quietMs < 0 || highest == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        if (base == Long.MIN_VALUE) {
            base = least;
        }
        return Math.min(base + quietMs, highest + source.horizonMs());
    }
}
