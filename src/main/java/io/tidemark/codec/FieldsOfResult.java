package io.tidemark.codec;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.ResultSchema;
import io.tidemark.event.Schema;
import io.tidemark.event.WindowResult;
import org.jspecify.annotations.Nullable;

/** The message key of named fields of a result. */
final class FieldsOfResult implements KeyEncoder<WindowResult> {
    private static final long serialVersionUID = 1;
    private static final String START = "window_start";
    private static final String END = "window_end";

    private final String[] fields;
    private final KeyWriter writer;

    FieldsOfResult(String[] fields, KeyWriter writer) {
        this.fields = fields;
        this.writer = writer;
    }

    static Field field(ResultSchema schema, String name) {
        if (name.equals(START) || name.equals(END)) {
            return new Field(name, FieldType.TIMESTAMP, false);
        }
        Schema holder = schema.key().indexOf(name) >= 0 ? schema.key() : schema.aggregates();
        if (holder.indexOf(name) < 0) {
            throw new IllegalArgumentException("no field '" + name + "'");
        }
        return holder.field(holder.indexOf(name));
    }

    @Override
    public byte @Nullable [] encode(WindowResult row) {
        return writer.key(i -> value(row, fields[i]));
    }

    private static @Nullable Object value(WindowResult row, String name) {
        return switch (name) {
            case START -> row.startMs();
            case END -> row.endMs();
            default -> row.value(name);
        };
    }
}
