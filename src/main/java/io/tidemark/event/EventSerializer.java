package io.tidemark.event;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Serializes an {@link Event}: its row, time, origin, record key and place in a replay. */
public final class EventSerializer extends RowSerializer<Event> {
    private static final long serialVersionUID = 1;

    /** Events of {@code schema}. */
    public EventSerializer(Schema schema) {
        this(RowLayouts.of(schema));
    }

    EventSerializer(RowLayouts layouts) {
        super(layouts);
    }

    @Override
    public Event createInstance() {
        return new Event(new @Nullable Object[layouts().schema().size()], 0, null, null);
    }

    @Override
    public void serialize(Event event, DataOutputView out) throws IOException {
        writeRow(event.values(), out);
        ValueSerialization.writeLong(event.time(), out);
        Provenance.write(event.origin(), event.recordKey(), event.position(), event.readTime(), out);
    }

    @Override
    public Event deserialize(DataInputView in) throws IOException {
        @Nullable Object[] values = readRow(in);
        long time = ValueSerialization.readLong(in);
        Provenance from = Provenance.read(in);
        Event event = new Event(values, time, from.origin(), from.recordKey());
        return from.isReplayed() ? event.replayed(from.position(), from.readTime()) : event;
    }

    @Override
    public TypeSerializerSnapshot<Event> snapshotConfiguration() {
        return new EventSerializerSnapshot(layouts());
    }
}
