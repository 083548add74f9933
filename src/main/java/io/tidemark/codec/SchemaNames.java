package io.tidemark.codec;

import io.tidemark.event.FieldType;
import io.tidemark.event.Row;
import io.tidemark.event.Schema;
import java.io.Serializable;

/** A schema's names as JSON, made once: each with its colon, and with a comma in front. */
final class SchemaNames implements Serializable {
    private static final long serialVersionUID = 1;

    private final byte[][] names;
    private final FieldType[] types;

    SchemaNames(Schema schema) {
        names = new byte[schema.size()][];
        types = new FieldType[schema.size()];
        JsonWriter writer = new JsonWriter(TimeFormat.ISO);
        for (int i = 0; i < names.length; i++) {
            names[i] = writer.name(schema.field(i).name(), false).take();
            types[i] = schema.field(i).type();
        }
    }

    int size() {
        return names.length;
    }

    /** Writes the member at {@code index}, with the comma in front. */
    void write(int index, Row row, JsonWriter writer) {
        writer.raw(names[index]).value(row.get(index), types[index]);
    }
}
