package io.tidemark.codec;

import io.tidemark.event.ResultSchema;
import io.tidemark.event.WindowResult;
import org.jspecify.annotations.Nullable;

/**
 * Writes a window's row: {@code node}, the key fields, {@code window_start}, {@code window_end}, the aggregates,
 * {@code pane}, {@code revision}, {@code closed_by}, and {@code truncated} where windows may be cut; nulls are written.
 */
public final class WindowResultEncoder implements RowEncoder<WindowResult> {
    private static final long serialVersionUID = 1;

    private final byte[] node;
    private final SchemaNames key;
    private final SchemaNames aggregates;
    private final TimeFormat times;
    private transient @Nullable JsonWriter writer;

    /** Results of {@code schema}. */
    public WindowResultEncoder(ResultSchema schema, TimeFormat times) {
        this.node = new JsonWriter(times).raw("{\"node\":").text(schema.node()).take();
        this.key = new SchemaNames(schema.key());
        this.aggregates = new SchemaNames(schema.aggregates());
        this.times = times;
    }

    @Override
    public byte[] encode(WindowResult result) {
        JsonWriter out = writer().raw(node);
        for (int i = 0; i < key.size(); i++) {
            key.write(i, result.groupingKey()::get, out);
        }
        out.raw(",\"window_start\":").time(result.startMs());
        out.raw(",\"window_end\":").time(result.endMs());
        for (int i = 0; i < aggregates.size(); i++) {
            aggregates.write(i, index -> result.values()[index], out);
        }
        out.raw(",\"pane\":\"").raw(result.pane().word()).raw("\",\"revision\":");
        out.raw(Integer.toString(result.revision())).raw(",\"closed_by\":").raw(closedBy(result));
        if (result.truncated() != null) {
            out.raw(result.truncated() ? ",\"truncated\":true" : ",\"truncated\":false");
        }
        return out.raw("}").take();
    }

    private static String closedBy(WindowResult result) {
        String word = FieldsOfResult.closedBy(result);
        return word == null ? "null" : "\"" + word + "\"";
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
