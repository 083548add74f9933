package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Event;
import io.tidemark.event.EventSerializer;
import io.tidemark.event.ImmutableSerializer;
import io.tidemark.event.Key;
import io.tidemark.event.KeySerializer;
import io.tidemark.event.Schema;
import io.tidemark.event.ValueSerialization;
import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Serializes a {@link WindowInput} between operators; it is never kept in state. */
public final class WindowInputSerializer extends ImmutableSerializer<WindowInput> {
    private static final long serialVersionUID = 1;
    private static final int PARTIAL = 1;
    private static final int EVENT = 2;
    private static final int READ_TIME = 4;
    private static final int EVENT_ALONE = 8;

    private final Schema schema;
    private final EventSerializer events;
    private final TypeSerializer<WindowAccumulator> accumulators;

    WindowInputSerializer(Schema schema, TypeSerializer<WindowAccumulator> accumulators) {
        this.schema = schema;
        this.events = new EventSerializer(schema);
        this.accumulators = accumulators;
    }

    Schema schema() {
        return schema;
    }

    TypeSerializer<WindowAccumulator> accumulators() {
        return accumulators;
    }

    @Override
    public WindowInput createInstance() {
        return new WindowInput(Key.GLOBAL, 0, 0, Event.NOT_REPLAYED, new Object[0], null, null);
    }

    @Override
    public void serialize(WindowInput input, DataOutputView out) throws IOException {
        boolean replayed = input.readTime() != Event.NOT_REPLAYED;
        out.writeByte((input.partial() == null ? 0 : PARTIAL)
                | (input.event() == null ? 0 : EVENT)
                | (replayed ? READ_TIME : 0)
                | (input.isEventAlone() ? EVENT_ALONE : 0));
        KeySerializer.INSTANCE.serialize(input.key(), out);
        ValueSerialization.writeLong(input.time(), out);
        if (replayed) {
            ValueSerialization.writeLong(input.readTime(), out);
        }
        if (input.partial() != null) {
            ValueSerialization.writeLong(input.lastTime() - input.time(), out);
            accumulators.serialize(input.partial(), out);
        } else if (!input.isEventAlone()) {
            @Nullable Object[] values = Objects.requireNonNull(input.values());
            ValueSerialization.writeSize(values.length, out);
            for (Object value : values) {
                ValueSerialization.write(value, out);
            }
        }
        if (input.event() != null) {
            events.serialize(input.event(), out);
        }
    }

    @Override
    public WindowInput deserialize(DataInputView in) throws IOException {
        int flags = in.readByte();
        Key key = KeySerializer.INSTANCE.deserialize(in);
        long time = ValueSerialization.readLong(in);
        long readTime = (flags & READ_TIME) == 0 ? Event.NOT_REPLAYED : ValueSerialization.readLong(in);
        long lastTime = time;
        WindowAccumulator partial = null;
        @Nullable Object[] values = null;
        if ((flags & PARTIAL) != 0) {
            lastTime += ValueSerialization.readLong(in);
            partial = accumulators.deserialize(in);
        } else if ((flags & EVENT_ALONE) == 0) {
            values = new @Nullable Object[ValueSerialization.readSize(in)];
            for (int i = 0; i < values.length; i++) {
                values[i] = ValueSerialization.read(in);
            }
        }
        Event event = (flags & EVENT) == 0 ? null : events.deserialize(in);
        return new WindowInput(key, time, lastTime, readTime, values, partial, event);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WindowInputSerializer that
                && schema.equals(that.schema)
                && accumulators.equals(that.accumulators);
    }

    @Override
    public int hashCode() {
        return Objects.hash(schema, accumulators);
    }

    @Override
    public TypeSerializerSnapshot<WindowInput> snapshotConfiguration() {
        throw new UnsupportedOperationException("contributions to a window are not kept in state");
    }
}
