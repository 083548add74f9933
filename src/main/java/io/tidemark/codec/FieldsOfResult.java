package io.tidemark.codec;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Pane;
import io.tidemark.event.ResultSchema;
import io.tidemark.event.Schema;
import io.tidemark.event.WindowResult;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The message key of named fields of a result: whatever {@link WindowResultEncoder} writes may be named. */
final class FieldsOfResult implements KeyEncoder<WindowResult> {
    private static final long serialVersionUID = 1;

    /** What a row has beside its key and aggregates, where neither has a field of that name (as {@code truncated} may be). */
    private static final Map<String, Field> OWN = Map.of(
            "node", new Field("node", FieldType.STRING, false),
            "window_start", new Field("window_start", FieldType.TIMESTAMP, false),
            "window_end", new Field("window_end", FieldType.TIMESTAMP, false),
            "pane", new Field("pane", FieldType.STRING, false),
            "revision", new Field("revision", FieldType.LONG, false),
            "closed_by", new Field("closed_by", FieldType.STRING, true),
            "truncated", new Field("truncated", FieldType.BOOLEAN, true));

    private final String[] fields;
    private final boolean[] own;
    private final KeyWriter writer;

    FieldsOfResult(ResultSchema schema, String[] fields, KeyWriter writer) {
        this.fields = fields;
        this.own = new boolean[fields.length];
        for (int i = 0; i < fields.length; i++) {
            own[i] = holder(schema, fields[i]) == null;
        }
        this.writer = writer;
    }

    private static @Nullable Schema holder(ResultSchema schema, String name) {
        if (schema.key().indexOf(name) >= 0) {
            return schema.key();
        }
        return schema.aggregates().indexOf(name) >= 0 ? schema.aggregates() : null;
    }

    static Field field(ResultSchema schema, String name) {
        Schema holder = holder(schema, name);
        if (holder != null) {
            return holder.field(holder.indexOf(name));
        }
        Field own = OWN.get(name);
        if (own == null) {
            throw new IllegalArgumentException("no field '" + name + "'");
        }
        return own;
    }

    @Override
    public byte @Nullable [] encode(WindowResult row) {
        return writer.key(i -> own[i] ? own(row, fields[i]) : row.value(fields[i]));
    }

    private static @Nullable Object own(WindowResult row, String name) {
        return switch (name) {
            case "node" -> row.schema().node();
            case "window_start" -> row.startMs();
            case "window_end" -> row.endMs();
            case "pane" -> row.pane().word();
            case "revision" -> (long) row.revision();
            case "closed_by" -> closedBy(row);
            case "truncated" -> row.truncated();
            default -> throw new IllegalArgumentException("no field '" + name + "'");
        };
    }

    /** What made the row come out; null while it is early. */
    static @Nullable String closedBy(WindowResult row) {
        if (row.pane() == Pane.EARLY) {
            return null;
        }
        return row.closedByEndOfInput() ? "end-of-input" : "watermark";
    }
}
