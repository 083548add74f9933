package io.tidemark.spec;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

    /** The names of what every alert has beside its key. */
    public static final List<String> ALERT_FIELDS =
            List.of("alert", "id", "state", "severity", "at", "since", "reason", "message", "labels", "evidence");

    /** Those of them that a message key can name. */
    public static final List<String> ALERT_KEYS =
            List.of("alert", "id", "state", "severity", "at", "since", "reason", "message");

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

    /**
     * How far apart the ends of a window's consecutive rows are; null where rows count as they come, as those of sessions.
     */
    public static @Nullable Duration step(WindowSpec window) {
        if (window.assigner() instanceof WindowSpec.Tumbling tumbling) {
            return tumbling.size();
        }
        if (window.assigner() instanceof WindowSpec.Hopping hopping) {
            return hopping.every();
        }
        return window.assigner() instanceof WindowSpec.Cumulative cumulative ? cumulative.every() : null;
    }

    /**
     * The schema of a window's rows as events: key fields, {@code window_start}, {@code window_end}, aggregates.
     *
     * @throws IllegalArgumentException if two of them have one name
     */
    public static Schema rows(Schema key, Schema aggregates) {
        List<Field> fields = new ArrayList<>(key.fields());
        fields.add(new Field("window_start", FieldType.TIMESTAMP, false));
        fields.add(new Field("window_end", FieldType.TIMESTAMP, false));
        fields.addAll(aggregates.fields());
        return new Schema(fields);
    }

    /** The key fields of {@code window}, which reads events of {@code input}. */
    public static Schema keyOf(WindowSpec window, Schema input) {
        return new Schema(window.key().stream()
                .map(name -> input.field(input.indexOf(name)))
                .toList());
    }
}
