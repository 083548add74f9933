package io.tidemark.time;

import org.apache.flink.api.connector.source.SourceSplit;

/**
 * A partition and how far its time has come, so that this need not be learned again after a restart.
 *
 * @param split the partition as its source knows it
 * @param highest the highest accepted event time, {@link Long#MIN_VALUE} if there is none
 * @param floor its watermark, below which it never goes, {@link Long#MIN_VALUE} if there is none
 */
record TimedSplit<SplitT extends SourceSplit>(SplitT split, long highest, long floor) implements SourceSplit {
    /** A partition of which nothing is known. */
    static <SplitT extends SourceSplit> TimedSplit<SplitT> fresh(SplitT split) {
        return new TimedSplit<>(split, Long.MIN_VALUE, Long.MIN_VALUE);
    }

    @Override
    public String splitId() {
        return split.splitId();
    }
}
