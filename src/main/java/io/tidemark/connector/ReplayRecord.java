package io.tidemark.connector;

import io.tidemark.event.Decoded;

/**
 * One record of a replay, or time that passes between two.
 *
 * @param input the index of its input among those of the replay, from 0; {@link #TIME_REACHED}, {@link #TIME_WAITED} or
 *     {@link #TIME_SILENT} for no record but time
 * @param decoded what became of it, stamped with its position and the time the reader had reached with it
 * @param time of no record but time: the event time that is reached, or how long was waited, in milliseconds
 */
public record ReplayRecord(int input, Decoded decoded, long time) {
    /** The {@link #input} when event time passes. */
    public static final int TIME_REACHED = -1;

    /** The {@link #input} when the wall clock passes while the partition of the last record goes on speaking. */
    public static final int TIME_WAITED = -2;

    /** The {@link #input} when the wall clock passes while nothing at all arrives. */
    public static final int TIME_SILENT = -3;

    /** A record. */
    public ReplayRecord(int input, Decoded decoded) {
        this(input, decoded, 0);
    }

    /** All sources reach the event time {@code millis}. */
    public static ReplayRecord timeReached(long millis) {
        return time(TIME_REACHED, millis);
    }

    /** The wall clock passes by {@code millis} while the partition of the last record goes on speaking. */
    public static ReplayRecord timeWaited(long millis) {
        return time(TIME_WAITED, millis);
    }

    /** The wall clock passes by {@code millis} while nothing at all arrives. */
    public static ReplayRecord timeSilent(long millis) {
        return time(TIME_SILENT, millis);
    }

    static ReplayRecord time(int kind, long millis) {
        return new ReplayRecord(kind, Decoded.SKIPPED, millis);
    }

    /** Whether this is no record but time. */
    public boolean isTime() {
        return input < 0;
    }
}
