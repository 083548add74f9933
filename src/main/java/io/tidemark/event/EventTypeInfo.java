package io.tidemark.event;

/** Flink's type of the {@link Event}s of one schema; in state, a changed schema is migrated by field name. */
public final class EventTypeInfo extends ImmutableTypeInfo<Event> {
    private static final long serialVersionUID = 1;

    /** Events of {@code schema}. */
    public EventTypeInfo(Schema schema) {
        super(Event.class, new EventSerializer(schema));
    }
}
