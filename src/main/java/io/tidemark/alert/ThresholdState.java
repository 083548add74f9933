package io.tidemark.alert;

import io.tidemark.event.FixedFormSnapshot;
import io.tidemark.event.ValueSerialization;
import io.tidemark.event.VersionedSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** How far a key's threshold has got. */
public final class ThresholdState {
    /** In place of {@link #timer}: none. */
    static final long NO_TIMER = Long.MAX_VALUE;

    /** Results in a row that meet the condition; 0 while firing. */
    long count;

    /** Where the first of them began. */
    long since;

    /** Where the last result ended; before the first one, before all times. */
    long lastEnd = Long.MIN_VALUE;

    boolean firing;
    long timer = NO_TIMER;

    boolean isEmpty() {
        return count == 0 && !firing;
    }

    /** Neither firing nor on the way to it. */
    void reset() {
        count = 0;
        firing = false;
    }

    /** Serializes it: a version, then the fields. */
    public static final class Serializer extends VersionedSerializer<ThresholdState> {
        private static final long serialVersionUID = 1;

        @Override
        protected void write(ThresholdState state, DataOutputView out) throws IOException {
            ValueSerialization.writeLong(state.count, out);
            ValueSerialization.writeLong(state.since, out);
            ValueSerialization.writeLong(state.lastEnd, out);
            out.writeBoolean(state.firing);
            ValueSerialization.writeLong(state.timer, out);
        }

        @Override
        protected ThresholdState read(DataInputView in) throws IOException {
            ThresholdState state = new ThresholdState();
            state.count = ValueSerialization.readLong(in);
            state.since = ValueSerialization.readLong(in);
            state.lastEnd = ValueSerialization.readLong(in);
            state.firing = in.readBoolean();
            state.timer = ValueSerialization.readLong(in);
            return state;
        }

        @Override
        public ThresholdState copy(ThresholdState from) {
            ThresholdState copy = new ThresholdState();
            copy.count = from.count;
            copy.since = from.since;
            copy.lastEnd = from.lastEnd;
            copy.firing = from.firing;
            copy.timer = from.timer;
            return copy;
        }

        @Override
        public ThresholdState createInstance() {
            return new ThresholdState();
        }

        @Override
        public TypeSerializerSnapshot<ThresholdState> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** The version of this form in a savepoint. */
    public static final class Snapshot extends FixedFormSnapshot<ThresholdState> {
        @Override
        public TypeSerializer<ThresholdState> restoreSerializer() {
            return new Serializer();
        }
    }
}
