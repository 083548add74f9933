package io.tidemark.event;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One accepted event: its values by the schema of its stream, its event time, and where it came from. Immutable once
 * emitted; the values array is not copied and must not be changed.
 */
public final class Event implements Row {
    /** The {@link #readTime} of an event that was not read by a replay. */
    public static final long NOT_REPLAYED = Long.MIN_VALUE;

    private final @Nullable Object[] values;
    private final long time;
    private final @Nullable Origin origin;
    private final byte @Nullable [] recordKey;
    private final long position;
    private final long readTime;

    /**
     * @param values one value per field of the schema
     * @param time event time, milliseconds since the epoch
     * @param origin where it was read, or null if made in the job
     * @param recordKey the source record's own key, or null
     */
    public Event(@Nullable Object[] values, long time, @Nullable Origin origin, byte @Nullable [] recordKey) {
        this(values, time, origin, recordKey, 0, NOT_REPLAYED);
    }

    private Event(
            @Nullable Object[] values,
            long time,
            @Nullable Origin origin,
            byte @Nullable [] recordKey,
            long position,
            long readTime) {
        this.values = values;
        this.time = time;
        this.origin = origin;
        this.recordKey = recordKey;
        this.position = position;
        this.readTime = readTime;
    }

    /** This event as read by a replay: as its {@code position}-th record, when the reader had reached {@code readTime}. */
    public Event replayed(long position, long readTime) {
        return new Event(values, time, origin, recordKey, position, readTime);
    }

    @Override
    public @Nullable Object get(int index) {
        return values[index];
    }

    /** All values in the schema's order; not a copy. */
    public @Nullable Object[] values() {
        return values;
    }

    /** Event time, milliseconds since the epoch. */
    public long time() {
        return time;
    }

    /** Where the event was read, or null. */
    public @Nullable Origin origin() {
        return origin;
    }

    /** The source record's own key, or null; not a copy. */
    public byte @Nullable [] recordKey() {
        return recordKey;
    }

    /** In a replay, the number of the record in reading order over all inputs, from 1; else 0. */
    public long position() {
        return position;
    }

    /** In a replay, the highest event time the reader had reached with this record; else {@link #NOT_REPLAYED}. */
    public long readTime() {
        return readTime;
    }

    @Override
    public String toString() {
        return "Event" + Arrays.toString(values) + "@" + time;
    }
}
