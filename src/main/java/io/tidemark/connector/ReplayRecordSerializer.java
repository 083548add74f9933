package io.tidemark.connector;

import io.tidemark.event.Decoded;
import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * The index of the input, then the decoded record by that input's serializer, or the time if the index is negative. Travels
 * only; is never in state.
 */
public final class ReplayRecordSerializer extends TypeSerializer<ReplayRecord> {
    private static final long serialVersionUID = 1;

    private final TypeSerializer<Decoded>[] inputs;

    ReplayRecordSerializer(TypeSerializer<Decoded>[] inputs) {
        this.inputs = inputs;
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public ReplayRecordSerializer duplicate() {
        TypeSerializer<Decoded>[] copies = inputs.clone();
        for (int i = 0; i < copies.length; i++) {
            copies[i] = inputs[i].duplicate();
        }
        return new ReplayRecordSerializer(copies);
    }

    @Override
    public ReplayRecord createInstance() {
        return new ReplayRecord(0, Decoded.SKIPPED);
    }

    @Override
    public ReplayRecord copy(ReplayRecord from) {
        return from;
    }

    @Override
    public ReplayRecord copy(ReplayRecord from, ReplayRecord reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(ReplayRecord record, DataOutputView target) throws IOException {
        target.writeInt(record.input());
        if (record.isTime()) {
            target.writeLong(record.time());
        } else {
            inputs[record.input()].serialize(record.decoded(), target);
        }
    }

    @Override
    public ReplayRecord deserialize(DataInputView source) throws IOException {
        int input = source.readInt();
        return input < 0
                ? ReplayRecord.time(input, source.readLong())
                : new ReplayRecord(input, inputs[input].deserialize(source));
    }

    @Override
    public ReplayRecord deserialize(ReplayRecord reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int input = source.readInt();
        target.writeInt(input);
        if (input < 0) {
            target.writeLong(source.readLong());
        } else {
            inputs[input].copy(source, target);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ReplayRecordSerializer serializer && Arrays.equals(inputs, serializer.inputs);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(inputs);
    }

    @Override
    public TypeSerializerSnapshot<ReplayRecord> snapshotConfiguration() {
        return new Snapshot(this);
    }

    /** The snapshots of the inputs' serializers. */
    public static final class Snapshot extends CompositeTypeSerializerSnapshot<ReplayRecord, ReplayRecordSerializer> {
        private static final int VERSION = 1;

        /** For Flink. */
        public Snapshot() {}

        Snapshot(ReplayRecordSerializer serializer) {
            super(serializer);
        }

        @Override
        protected int getCurrentOuterSnapshotVersion() {
            return VERSION;
        }

        @Override
        protected TypeSerializer<?>[] getNestedSerializers(ReplayRecordSerializer outer) {
            return outer.inputs;
        }

        @Override
        @SuppressWarnings("unchecked") // what getNestedSerializers gave
        protected ReplayRecordSerializer createOuterSerializerWithNestedSerializers(TypeSerializer<?>[] nested) {
            return new ReplayRecordSerializer((TypeSerializer<Decoded>[]) nested);
        }
    }
}
