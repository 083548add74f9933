package io.tidemark.codec;

import io.tidemark.event.Event;
import io.tidemark.event.Schema;
import org.jspecify.annotations.Nullable;

/** Writes an event as an object of its fields, in the schema's order; nulls are written. */
public final class EventEncoder implements RowEncoder<Event> {
    private static final long serialVersionUID = 1;

    private final SchemaNames names;
    private final TimeFormat times;
    private transient @Nullable JsonWriter writer;

    /** Events of {@code schema}. */
    public EventEncoder(Schema schema, TimeFormat times) {
        this.names = new SchemaNames(schema);
        this.times = times;
    }

    @Override
    public byte[] encode(Event event) {
        JsonWriter out = writer();
        for (int i = 0; i < names.size(); i++) {
            names.write(i, event, out);
        }
        byte[] json = out.raw(names.size() == 0 ? "{}" : "}").take();
        json[0] = '{';
        return json;
    }

    private JsonWriter writer() {
        JsonWriter known = writer;
        if (known == null) {
            known = new JsonWriter(times);
            writer = known;
        }
        return known;
    }
}
