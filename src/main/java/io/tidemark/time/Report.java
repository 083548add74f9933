package io.tidemark.time;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * A reader's answer to a {@link Tick}.
 *
 * @param given how many partitions it was given since it started
 * @param partitions how many it has
 * @param heard whether a record has arrived since the last report, or a partition waits for others
 * @param accepted whether one of them was an accepted event, or a partition waits for others and so cannot speak
 * @param times its partitions' times
 */
record Report(int given, int partitions, boolean heard, boolean accepted, Times times) implements SourceEvent {
    /** The number of partitions of a reader that has come to its end. */
    static final int ENDED = -1;

    /**
     * Times of a reader's partitions.
     *
     * @param leastActive the least watermark of those that are not idle, {@link Long#MAX_VALUE} if there is none
     * @param least the least watermark of those that have one, {@link Long#MAX_VALUE} if there is none
     * @param highest the highest event time, {@link Long#MIN_VALUE} if there is none
     */
    record Times(long leastActive, long least, long highest) implements java.io.Serializable {
        static final Times NONE = new Times(Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE);
    }

    boolean ended() {
        return partitions == ENDED;
    }
}
