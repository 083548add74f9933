package io.tidemark.event;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row of a window: the aggregates of one key over {@code [windowStart, windowEnd)}. Immutable. */
public final class WindowResult {
    private final ResultSchema schema;
    private final Key key;
    private final long startMs;
    private final long endMs;
    private final @Nullable Object[] values;
    private final long eventCount;
    private final Pane pane;
    private final int revision;
    private final long watermarkMs;
    private final long dueTime;
    private final @Nullable Boolean truncated;

    /**
     * A row of a window that has no {@link #truncated()}.
     *
     * @param schema the node's name, key fields and aggregates
     * @param key the key's values
     * @param startMs inclusive start, milliseconds since the epoch
     * @param endMs exclusive end, milliseconds since the epoch
     * @param values one value per aggregate; not copied
     * @param eventCount the events that were counted in this window
     * @param pane why the row came out
     * @param revision counts every row of this window and key, from 0
     * @param watermarkMs the watermark when the row came out; {@link Long#MAX_VALUE} at the end of input
     * @param dueTime see {@link #dueTime()}
     */
    public WindowResult(
            ResultSchema schema,
            Key key,
            long startMs,
            long endMs,
            @Nullable Object[] values,
            long eventCount,
            Pane pane,
            int revision,
            long watermarkMs,
            long dueTime) {
        this(schema, key, startMs, endMs, values, eventCount, pane, revision, watermarkMs, dueTime, null);
    }

    private WindowResult(
            ResultSchema schema,
            Key key,
            long startMs,
            long endMs,
            @Nullable Object[] values,
            long eventCount,
            Pane pane,
            int revision,
            long watermarkMs,
            long dueTime,
            @Nullable Boolean truncated) {
        this.schema = schema;
        this.key = key;
        this.startMs = startMs;
        this.endMs = endMs;
        this.values = values;
        this.eventCount = eventCount;
        this.pane = pane;
        this.revision = revision;
        this.watermarkMs = watermarkMs;
        this.dueTime = dueTime;
        this.truncated = truncated;
    }

    /** The same row, with what {@link #truncated()} shall say. */
    public WindowResult truncated(@Nullable Boolean isTruncated) {
        return new WindowResult(
                schema, key, startMs, endMs, values, eventCount, pane, revision, watermarkMs, dueTime, isTruncated);
    }

    /** The node's name, key fields and aggregates. */
    public ResultSchema schema() {
        return schema;
    }

    /** The key as a record of one value per key field, for grouping; see {@link #key()} for the values. */
    public Key groupingKey() {
        return key;
    }

    /** The key's values in the order of the key fields; empty for a global window. Timestamps are epoch milliseconds. */
    public List<@Nullable Object> key() {
        List<@Nullable Object> list = new ArrayList<>(key.size());
        for (int i = 0; i < key.size(); i++) {
            list.add(key.get(i));
        }
        return list;
    }

    /** Inclusive start. */
    public Instant windowStart() {
        return Instant.ofEpochMilli(startMs);
    }

    /** Exclusive end. */
    public Instant windowEnd() {
        return Instant.ofEpochMilli(endMs);
    }

    /** Inclusive start, milliseconds since the epoch. */
    public long startMs() {
        return startMs;
    }

    /** Exclusive end, milliseconds since the epoch. */
    public long endMs() {
        return endMs;
    }

    /** The number of events counted in this window; an event that no aggregate's filter takes is counted too. */
    public long eventCount() {
        return eventCount;
    }

    /**
     * The value of the aggregate or key field called {@code name}; null if it is undefined, such as an average of no
     * values.
     *
     * @throws IllegalArgumentException if there is none of that name; the message lists those that exist
     */
    public @Nullable Object value(String name) {
        int aggregate = schema.aggregates().indexOf(name);
        if (aggregate >= 0) {
            return values[aggregate];
        }
        int field = schema.key().indexOf(name);
        if (field >= 0) {
            return key.get(field);
        }
        throw new IllegalArgumentException("no aggregate or key field '" + name + "'; there are "
                + schema.key().fields().stream().map(Field::name).toList() + " and "
                + schema.aggregates().fields().stream().map(Field::name).toList());
    }

    /** The aggregates' values in order; not a copy. */
    public @Nullable Object[] values() {
        return values;
    }

    /** Why this row came out. */
    public Pane pane() {
        return pane;
    }

    /** Counts every row of this window and key, from 0. */
    public int revision() {
        return revision;
    }

    /**
     * The watermark when the row came out, in milliseconds since the epoch; {@link Long#MAX_VALUE} at the end of input. At
     * least the one that the row was due at. Newer ones may come while many rows are due at once, so in a job that runs it
     * can differ from one run to the next; all else of the row does not.
     */
    public long watermark() {
        return watermarkMs;
    }

    /** Whether the row came out since the input had ended, not since time had passed. */
    public boolean closedByEndOfInput() {
        return watermarkMs == Long.MAX_VALUE;
    }

    /**
     * When the row was due, milliseconds since the epoch: at the window's end − 1 ms, at its close, or at the boundary of an
     * early row; a revision when the reader of a replay had reached the late event ({@link Event#NOT_REPLAYED} elsewhere).
     */
    public long dueTime() {
        return dueTime;
    }

    /**
     * Whether the session was cut since it had become too long ({@code max}), so that more events follow within its gap;
     * null where windows are not cut.
     */
    public @Nullable Boolean truncated() {
        return truncated;
    }

    @Override
    public String toString() {
        return schema.node() + key + "[" + windowStart() + ", " + windowEnd() + ") " + pane.word() + " #" + revision
                + " " + java.util.Arrays.toString(values);
    }
}
