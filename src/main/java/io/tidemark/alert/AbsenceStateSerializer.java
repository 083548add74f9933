package io.tidemark.alert;

import io.tidemark.event.Event;
import io.tidemark.event.ValueSerialization;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Serializes an {@link AbsenceState}; its events are migrated as events are. */
public final class AbsenceStateSerializer extends TypeSerializer<AbsenceState> {
    private static final long serialVersionUID = 1;
    private static final int VERSION = 1;

    private final TypeSerializer<Event> events;

    AbsenceStateSerializer(TypeSerializer<Event> events) {
        this.events = events;
    }

    @Override
    public void serialize(AbsenceState state, DataOutputView out) throws IOException {
        out.writeBoolean(state.firing);
        ValueSerialization.writeLong(state.timer, out);
        ValueSerialization.writeSize(state.stretches.size(), out);
        for (AbsenceState.Stretch stretch : state.stretches) {
            ValueSerialization.writeLong(stretch.first(), out);
            ValueSerialization.writeLong(stretch.firstPosition(), out);
            events.serialize(stretch.last(), out);
        }
    }

    @Override
    public AbsenceState deserialize(DataInputView in) throws IOException {
        AbsenceState state = new AbsenceState();
        state.firing = in.readBoolean();
        state.timer = ValueSerialization.readLong(in);
        int size = ValueSerialization.readSize(in);
        for (int i = 0; i < size; i++) {
            state.stretches.add(new AbsenceState.Stretch(
                    ValueSerialization.readLong(in), ValueSerialization.readLong(in), events.deserialize(in)));
        }
        return state;
    }

    @Override
    public AbsenceState deserialize(AbsenceState reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public AbsenceState copy(AbsenceState from) {
        return from.copy();
    }

    @Override
    public AbsenceState copy(AbsenceState from, AbsenceState reuse) {
        return from.copy();
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    public AbsenceState createInstance() {
        return new AbsenceState();
    }

    @Override
    public TypeSerializer<AbsenceState> duplicate() {
        return this; // events have no state of their own while they are read
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AbsenceStateSerializer that && events.equals(that.events);
    }

    @Override
    public int hashCode() {
        return events.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<AbsenceState> snapshotConfiguration() {
        return new Snapshot(this);
    }

    /** The version of this form in a savepoint, and the schemas that its events were written under. */
    public static final class Snapshot extends CompositeTypeSerializerSnapshot<AbsenceState, AbsenceStateSerializer> {
        /** For Flink. */
        public Snapshot() {}

        Snapshot(AbsenceStateSerializer serializer) {
            super(serializer);
        }

        @Override
        protected int getCurrentOuterSnapshotVersion() {
            return VERSION;
        }

        @Override
        protected TypeSerializer<?>[] getNestedSerializers(AbsenceStateSerializer outer) {
            return new TypeSerializer<?>[] {outer.events};
        }

        @Override
        @SuppressWarnings("unchecked") // the one nested serializer is that of the events
        protected AbsenceStateSerializer createOuterSerializerWithNestedSerializers(TypeSerializer<?>[] nested) {
            return new AbsenceStateSerializer((TypeSerializer<Event>) nested[0]);
        }
    }
}
