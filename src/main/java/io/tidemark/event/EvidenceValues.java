package io.tidemark.event;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of events in the form that an {@link Alert}'s evidence has: timestamps are {@link Instant}s. */
public final class EvidenceValues {
    private EvidenceValues() {}

    /** {@code value} of {@code type}. */
    public static @Nullable Object of(@Nullable Object value, FieldType type) {
        return type == FieldType.TIMESTAMP && value instanceof Long time ? (Object) Instant.ofEpochMilli(time) : value;
    }

    /** All fields of {@code row}, in the schema's order. */
    public static Map<String, @Nullable Object> of(Row row, Schema schema) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < schema.size(); i++) {
            Field field = schema.field(i);
            values.put(field.name(), of(row.get(i), field.type()));
        }
        return values;
    }
}
