package io.tidemark.event;

/** The schemas that events in a savepoint were written under. */
public final class EventSerializerSnapshot extends LayoutsSnapshot<Event> {
    /** For Flink. */
    public EventSerializerSnapshot() {}

    EventSerializerSnapshot(RowLayouts layouts) {
        super(layouts);
    }

    @Override
    RowSerializer<Event> serializer(RowLayouts layouts) {
        return new EventSerializer(layouts);
    }
}
