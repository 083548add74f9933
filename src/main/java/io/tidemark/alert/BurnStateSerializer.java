package io.tidemark.alert;

import io.tidemark.event.FixedFormSnapshot;
import io.tidemark.event.ValueSerialization;
import io.tidemark.event.VersionedSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Serializes a {@link BurnState}: a version, the timer, where its buckets were made ready for, each series as differences
 * of neighbours, then since when which pairs fire. A bucket takes three bytes or a few more.
 */
public final class BurnStateSerializer extends VersionedSerializer<BurnState> {
    private static final long serialVersionUID = 1;

    @Override
    protected void write(BurnState state, DataOutputView out) throws IOException {
        ValueSerialization.writeLong(state.timer, out);
        ValueSerialization.writeLong(state.counts.rolledTo, out);
        for (int level = 0; level < state.counts.series.length; level++) {
            write(state.counts.series[level], BurnRateLadder.BUCKETS[level], out);
        }
        ValueSerialization.writeSize(state.since.length, out);
        for (long since : state.since) {
            out.writeBoolean(since != BurnState.NOT_FIRING);
            if (since != BurnState.NOT_FIRING) {
                ValueSerialization.writeLong(since, out);
            }
        }
    }

    private static void write(BurnSeries series, int bucket, DataOutputView out) throws IOException {
        ValueSerialization.writeSize(series.size(), out);
        long before = 0;
        for (int i = 0; i < series.size(); i++) {
            long place = series.start(i) / bucket;
            ValueSerialization.writeLong(place - before, out);
            ValueSerialization.writeLong(series.total(i), out);
            ValueSerialization.writeLong(series.bad(i), out);
            before = place;
        }
    }

    @Override
    protected BurnState read(DataInputView in) throws IOException {
        long timer = ValueSerialization.readLong(in);
        BurnCounts counts = new BurnCounts();
        counts.rolledTo = ValueSerialization.readLong(in);
        for (int level = 0; level < counts.series.length; level++) {
            read(counts.series[level], BurnRateLadder.BUCKETS[level], in);
        }
        long[] since = new long[ValueSerialization.readSize(in)];
        for (int i = 0; i < since.length; i++) {
            since[i] = in.readBoolean() ? ValueSerialization.readLong(in) : BurnState.NOT_FIRING;
        }
        BurnState state = new BurnState(counts, since);
        state.timer = timer;
        return state;
    }

    private static void read(BurnSeries series, int bucket, DataInputView in) throws IOException {
        int size = ValueSerialization.readSize(in);
        long place = 0;
        for (int i = 0; i < size; i++) {
            place += ValueSerialization.readLong(in);
            long total = ValueSerialization.readLong(in);
            series.add(place * bucket, total, ValueSerialization.readLong(in));
        }
    }

    @Override
    public BurnState createInstance() {
        return new BurnState(0);
    }

    @Override
    public BurnState copy(BurnState from) {
        return from.copy();
    }

    @Override
    public TypeSerializerSnapshot<BurnState> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of this form in a savepoint. */
    public static final class Snapshot extends FixedFormSnapshot<BurnState> {
        @Override
        public TypeSerializer<BurnState> restoreSerializer() {
            return new BurnStateSerializer();
        }
    }
}
