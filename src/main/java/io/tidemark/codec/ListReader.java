package io.tidemark.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.event.FieldType;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list: of plain values, where a null stays null, or of objects, each becoming a map in the order of its
 * declared fields. An object element that is null has all its members missing.
 */
final class ListReader implements Serializable {
    private static final long serialVersionUID = 1;

    private final String name;
    private final @Nullable FieldReader plain;
    private final RecordShape shape;

    /**
     * @param name the list's name, for errors
     * @param plain the reader of plain elements, or null for objects
     * @param members the members of objects
     */
    ListReader(String name, @Nullable FieldReader plain, List<DecodedField> members) {
        this.name = name;
        this.plain = plain;
        this.shape = new RecordShape(members);
        if (shape.hasMetadata()) {
            throw new IllegalArgumentException(
                    "list '" + name + "': the path of an element's field is a JSON Pointer into the element");
        }
    }

    /** Reads the array that {@code parser} stands at, to its end: a list, or a {@link Rejection}. */
    Object read(JsonParser parser, @Nullable Long recordTime) throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        Rejection rejection = null;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Object element = plain == null ? readObject(parser, recordTime) : plain.read(parser, recordTime);
            if (element instanceof Rejection wrong && rejection == null) {
                rejection = new Rejection(wrong.reason(), wrong.detail() + " (element " + list.size() + ")");
            }
            list.add(plain == null ? element : typed(element, plain.type()));
        }
        return rejection == null ? Collections.unmodifiableList(list) : rejection;
    }

    /** A timestamp as an {@link Instant}, anything else as it is. */
    private static @Nullable Object typed(@Nullable Object value, FieldType type) {
        return type == FieldType.TIMESTAMP && value instanceof Long time ? Instant.ofEpochMilli(time) : value;
    }

    private Object readObject(JsonParser parser, @Nullable Long recordTime) throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.START_OBJECT && token != JsonToken.VALUE_NULL) {
            parser.skipChildren();
            return Rejection.wrongType("an element of '" + name + "' is no object");
        }
        @Nullable Object[] values = new @Nullable Object[shape.size()];
        shape.read(parser, values, recordTime);
        Rejection rejection = shape.complete(values, name + ".");
        if (rejection != null) {
            return rejection;
        }
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            map.put(shape.field(i).name(), typed(values[i], shape.field(i).type()));
        }
        return Collections.unmodifiableMap(map);
    }
}
