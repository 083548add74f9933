package io.tidemark.codec;

import io.tidemark.event.Alert;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The message key of named fields of an alert: its key fields and what every alert has, but for labels and evidence. */
final class FieldsOfAlert implements KeyEncoder<Alert> {
    private static final long serialVersionUID = 1;

    private static final Map<String, Field> OWN = Map.of(
            "alert", new Field("alert", FieldType.STRING, false),
            "id", new Field("id", FieldType.STRING, false),
            "state", new Field("state", FieldType.STRING, false),
            "severity", new Field("severity", FieldType.STRING, true),
            "at", new Field("at", FieldType.TIMESTAMP, false),
            "since", new Field("since", FieldType.TIMESTAMP, false),
            "reason", new Field("reason", FieldType.STRING, true),
            "message", new Field("message", FieldType.STRING, true));

    private final String[] fields;
    private final KeyWriter writer;

    FieldsOfAlert(String[] fields, KeyWriter writer) {
        this.fields = fields;
        this.writer = writer;
    }

    static Field field(Schema key, String name) {
        Field own = OWN.get(name);
        if (own != null) {
            return own;
        }
        int index = key.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("no field '" + name + "'");
        }
        return key.field(index);
    }

    @Override
    public byte @Nullable [] encode(Alert row) {
        return writer.key(i -> value(row, fields[i]));
    }

    private static @Nullable Object value(Alert row, String name) {
        return switch (name) {
            case "alert" -> row.alert();
            case "id" -> row.id();
            case "state" -> row.state().word();
            case "severity" -> row.severity();
            case "at" -> row.at();
            case "since" -> row.since();
            case "reason" -> row.reason();
            case "message" -> row.message();
            default -> row.key().value(name);
        };
    }
}
