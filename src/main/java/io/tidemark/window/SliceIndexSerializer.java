package io.tidemark.window;

import io.tidemark.event.FixedFormSnapshot;
import io.tidemark.event.ValueSerialization;
import io.tidemark.event.VersionedSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes a {@link SliceIndex}: a version, then each sorted list as differences of neighbours. */
public final class SliceIndexSerializer extends VersionedSerializer<SliceIndex> {
    private static final long serialVersionUID = 1;

    @Override
    protected void write(SliceIndex index, DataOutputView out) throws IOException {
        ValueSerialization.writeLong(index.timer, out);
        writeSet(index.slices, out);
        writeSet(index.nodes, out);
        writeSet(index.firedEnds, out);
        for (int i = 0; i < index.firedEnds.size(); i++) {
            ValueSerialization.writeSize(index.revisions[i], out);
            ValueSerialization.writeLong(index.rowCounts[i], out);
        }
    }

    @Override
    protected SliceIndex read(DataInputView in) throws IOException {
        SliceIndex index = new SliceIndex();
        index.timer = ValueSerialization.readLong(in);
        index.slices = readSet(in);
        index.nodes = readSet(in);
        index.firedEnds = readSet(in);
        index.revisions = new int[index.firedEnds.size()];
        index.rowCounts = new long[index.firedEnds.size()];
        for (int i = 0; i < index.revisions.length; i++) {
            index.revisions[i] = ValueSerialization.readSize(in);
            index.rowCounts[i] = ValueSerialization.readLong(in);
        }
        return index;
    }

    private static void writeSet(LongSet values, DataOutputView out) throws IOException {
        ValueSerialization.writeSize(values.size(), out);
        long before = 0;
        for (int i = 0; i < values.size(); i++) {
            ValueSerialization.writeLong(values.get(i) - before, out);
            before = values.get(i);
        }
    }

    private static LongSet readSet(DataInputView in) throws IOException {
        LongSet values = new LongSet();
        int size = ValueSerialization.readSize(in);
        long value = 0;
        for (int i = 0; i < size; i++) {
            value += ValueSerialization.readLong(in);
            values.add(value);
        }
        return values;
    }

    @Override
    public SliceIndex createInstance() {
        return new SliceIndex();
    }

    @Override
    public SliceIndex copy(SliceIndex from) {
        SliceIndex copy = new SliceIndex();
        copy.timer = from.timer;
        copy.slices = from.slices.copy();
        copy.nodes = from.nodes.copy();
        copy.firedEnds = from.firedEnds.copy();
        copy.revisions = from.revisions.clone();
        copy.rowCounts = from.rowCounts.clone();
        return copy;
    }

    @Override
    public TypeSerializerSnapshot<SliceIndex> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of this form in a savepoint. */
    public static final class Snapshot extends FixedFormSnapshot<SliceIndex> {
        @Override
        public TypeSerializer<SliceIndex> restoreSerializer() {
            return new SliceIndexSerializer();
        }
    }
}
