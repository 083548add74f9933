package io.tidemark.event;

import org.jspecify.annotations.Nullable;

/** An encoded row on its way to a sink. A Flink POJO, so that it may cross the network; never in state for long. */
public final class OutputRecord {
    /** In place of a {@link #timestamp}: the time of writing. */
    public static final long NOW = Long.MIN_VALUE;

    /** The message key, or null. */
    public byte @Nullable [] key;

    /** The row as UTF-8 JSON, without a line end. */
    public byte[] value = new byte[0];

    /** The record's time, milliseconds since the epoch; or {@link #NOW}. */
    public long timestamp;

    /** For Flink. */
    public OutputRecord() {}

    /** A row with its key and time. */
    public OutputRecord(byte @Nullable [] key, byte[] value, long timestamp) {
        this.key = key;
        this.value = value;
        this.timestamp = timestamp;
    }
}
