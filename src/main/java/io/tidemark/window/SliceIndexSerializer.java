package io.tidemark.window;

import io.tidemark.event.FixedFormSnapshot;
import io.tidemark.event.ValueSerialization;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Serializes a {@link SliceIndex}: a version, then each sorted list as differences of neighbours. */
public final class SliceIndexSerializer extends TypeSerializer<SliceIndex> {
    private static final long serialVersionUID = 1;
    private static final int VERSION = 1;

    @Override
    public void serialize(SliceIndex index, DataOutputView out) throws IOException {
        out.writeByte(VERSION);
        ValueSerialization.writeLong(index.timer, out);
        write(index.slices, out);
        write(index.nodes, out);
        write(index.firedEnds, out);
        for (int i = 0; i < index.firedEnds.size(); i++) {
            ValueSerialization.writeSize(index.revisions[i], out);
            ValueSerialization.writeLong(index.rowCounts[i], out);
        }
    }

    @Override
    public SliceIndex deserialize(DataInputView in) throws IOException {
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("a slice index of version " + version + "; this Tidemark reads " + VERSION);
        }
        SliceIndex index = new SliceIndex();
        index.timer = ValueSerialization.readLong(in);
        index.slices = read(in);
        index.nodes = read(in);
        index.firedEnds = read(in);
        index.revisions = new int[index.firedEnds.size()];
        index.rowCounts = new long[index.firedEnds.size()];
        for (int i = 0; i < index.revisions.length; i++) {
            index.revisions[i] = ValueSerialization.readSize(in);
            index.rowCounts[i] = ValueSerialization.readLong(in);
        }
        return index;
    }

    private static void write(LongSet values, DataOutputView out) throws IOException {
        ValueSerialization.writeSize(values.size(), out);
        long before = 0;
        for (int i = 0; i < values.size(); i++) {
            ValueSerialization.writeLong(values.get(i) - before, out);
            before = values.get(i);
        }
    }

    private static LongSet read(DataInputView in) throws IOException {
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
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public TypeSerializer<SliceIndex> duplicate() {
        return this;
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
    public SliceIndex copy(SliceIndex from, SliceIndex reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public SliceIndex deserialize(SliceIndex reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SliceIndexSerializer;
    }

    @Override
    public int hashCode() {
        return SliceIndexSerializer.class.hashCode();
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
