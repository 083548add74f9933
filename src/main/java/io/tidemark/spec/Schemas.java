package io.tidemark.spec;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import java.util.List;
import java.util.stream.Stream;

/** The schemas that follow from a specification. */
public final class Schemas {
    /** The fields that every row of a window with bounds has beside its key and aggregates. */
    public static final List<Field> RESULT_FIELDS = List.of(
            new Field("node", FieldType.STRING, false),
            new Field("window_start", FieldType.TIMESTAMP, false),
            new Field("window_end", FieldType.TIMESTAMP, false),
            new Field("pane", FieldType.STRING, false),
            new Field("revision", FieldType.LONG, false),
            new Field("closed_by", FieldType.STRING, true));

    private static final Field TRUNCATED = new Field("truncated", FieldType.BOOLEAN, false);

    private Schemas() {}

    /** The fields that every row of {@code window} has beside its key and aggregates. */
    public static List<Field> resultFields(WindowSpec window) {
        return window.assigner() instanceof WindowSpec.Session session && session.max() != null
                ? Stream.concat(RESULT_FIELDS.stream(), Stream.of(TRUNCATED)).toList()
                : RESULT_FIELDS;
    }

    /**
     * The schema of the events of {@code source}.
     *
     * @throws IllegalArgumentException if two of its fields have one name
     */
    public static Schema of(SourceSpec source) {
        return new Schema(source.fields().stream()
                .map(field -> new Field(field.name(), field.type(), field.nullable()))
                .toList());
    }

    /** The key fields of {@code window}, which reads events of {@code input}. */
    public static Schema keyOf(WindowSpec window, Schema input) {
        return new Schema(window.key().stream()
                .map(name -> input.field(input.indexOf(name)))
                .toList());
    }
}
