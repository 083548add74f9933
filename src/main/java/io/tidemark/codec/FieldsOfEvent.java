package io.tidemark.codec;

import io.tidemark.event.Event;
import org.jspecify.annotations.Nullable;

/** The message key of named fields of an event. */
final class FieldsOfEvent implements KeyEncoder<Event> {
    private static final long serialVersionUID = 1;

    private final int[] indexes;
    private final KeyWriter writer;

    FieldsOfEvent(int[] indexes, KeyWriter writer) {
        this.indexes = indexes;
        this.writer = writer;
    }

    @Override
    public byte @Nullable [] encode(Event row) {
        return writer.key(i -> row.get(indexes[i]));
    }
}
