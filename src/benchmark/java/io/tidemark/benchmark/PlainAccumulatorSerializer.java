package io.tidemark.benchmark;

import io.tidemark.aggregate.WindowAccumulator;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes a {@link PlainAccumulator} with as few bytes as a hand-written serializer would. */
public final class PlainAccumulatorSerializer extends TypeSerializerSingleton<PlainAccumulator> {
    private static final long serialVersionUID = 1;

    // One for each thread: it holds buffers.
    private static final ThreadLocal<TypeSerializer<WindowAccumulator>> SKETCHES =
            ThreadLocal.withInitial(PlainAccumulator.SKETCH::serializer);

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public PlainAccumulator createInstance() {
        return new PlainAccumulator();
    }

    @Override
    public PlainAccumulator copy(PlainAccumulator from) {
        PlainAccumulator copy = new PlainAccumulator();
        copy.merge(from);
        return copy;
    }

    @Override
    public PlainAccumulator copy(PlainAccumulator from, PlainAccumulator reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(PlainAccumulator from, DataOutputView target) throws IOException {
        target.writeLong(from.count);
        target.writeDouble(from.sum);
        target.writeDouble(from.max);
        SKETCHES.get().serialize(from.sketch, target);
    }

    @Override
    public PlainAccumulator deserialize(DataInputView source) throws IOException {
        long count = source.readLong();
        double sum = source.readDouble();
        double max = source.readDouble();
        PlainAccumulator accumulator = new PlainAccumulator(SKETCHES.get().deserialize(source));
        accumulator.count = count;
        accumulator.sum = sum;
        accumulator.max = max;
        return accumulator;
    }

    @Override
    public PlainAccumulator deserialize(PlainAccumulator reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public TypeSerializerSnapshot<PlainAccumulator> snapshotConfiguration() {
        return new Snapshot();
    }

    /** Of the only version. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<PlainAccumulator> {
        /** Made by Flink as well. */
        public Snapshot() {
            super(PlainAccumulatorSerializer::new);
        }
    }
}
