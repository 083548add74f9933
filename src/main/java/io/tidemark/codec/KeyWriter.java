package io.tidemark.codec;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Row;
import io.tidemark.event.Schema;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes the values of named fields as a message key; without fields there is no key. */
final class KeyWriter implements Serializable {
    private static final long serialVersionUID = 1;

    private final Schema fields;
    private final KeyFormat format;
    private final TimeFormat times;
    private transient @Nullable JsonWriter writer;

    KeyWriter(Schema fields, KeyFormat format, TimeFormat times) {
        this.fields = fields;
        this.format = format;
        this.times = times;
    }

    /** The key of {@code row}, whose values are those of the key's fields in order; or null. */
    byte @Nullable [] key(Row row) {
        if (fields.size() == 0 || fields.size() == 1 && format == KeyFormat.STRING && row.get(0) == null) {
            return null;
        }
        return format == KeyFormat.JSON ? json(row) : text(row);
    }

    private byte[] json(Row row) {
        JsonWriter out = writer().raw("{");
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.field(i);
            out.name(field.name(), i == 0).value(row.get(i), field.type());
        }
        return out.raw("}").take();
    }

    private byte[] text(Row row) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            if (i > 0) {
                text.append('|');
            }
            Object value = row.get(i);
            if (value != null) {
                text.append(text(value, fields.field(i).type()));
            }
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private String text(Object value, FieldType type) {
        if (value instanceof String plain) {
            return plain;
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        String json = new String(writer().value(value, type).take(), StandardCharsets.UTF_8);
        return type == FieldType.TIMESTAMP && times == TimeFormat.ISO ? json.substring(1, json.length() - 1) : json;
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
