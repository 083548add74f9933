package io.tidemark.codec;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import java.io.Serializable;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One field that a decoder picks from a record.
 *
 * @param name the field's name
 * @param type the type of its values
 * @param path where it is, see {@link FieldPath}; null for the member of its name
 * @param optional whether it may be null
 * @param defaultValue the value in place of null, of the type's Java class, or null
 * @param unit of an epoch number, for a timestamp: {@code SECONDS} to {@code NANOSECONDS}
 * @param pattern of text, for a timestamp ({@link java.time.format.DateTimeFormatter}, or {@code syslog}), or null
 * @param zone of text without an offset, for a timestamp, or null
 * @param elementType the type of a list's plain elements, or null
 * @param elementFields the members of a list's objects; empty if its elements are plain
 */
@SuppressWarnings("serial") // lists of records, and defaults that are strings, numbers, lists
public record DecodedField(
        String name,
        FieldType type,
        @Nullable String path,
        boolean optional,
        @Nullable Object defaultValue,
        TimeUnit unit,
        @Nullable String pattern,
        @Nullable ZoneId zone,
        @Nullable FieldType elementType,
        List<DecodedField> elementFields)
        implements Serializable {

    /** A field that is not optional, with nothing but a type. */
    public static DecodedField of(String name, FieldType type) {
        return new DecodedField(name, type, null, false, null, TimeUnit.MILLISECONDS, null, null, null, List.of());
    }

    /** This field, found at {@code path}. */
    public DecodedField at(String path) {
        return new DecodedField(
                name, type, path, optional, defaultValue, unit, pattern, zone, elementType, elementFields);
    }

    /** This field, null if it is missing. */
    public DecodedField asOptional() {
        return new DecodedField(name, type, path, true, defaultValue, unit, pattern, zone, elementType, elementFields);
    }

    /** This list, of plain values of {@code type}. */
    public DecodedField withElements(FieldType type) {
        return new DecodedField(
                name, this.type, path, optional, defaultValue, unit, pattern, zone, type, elementFields);
    }

    /** This list, of objects with {@code members}. */
    public DecodedField withElements(List<DecodedField> members) {
        return new DecodedField(name, type, path, optional, defaultValue, unit, pattern, zone, null, members);
    }

    /** Whether an event may hold null here. */
    public boolean nullable() {
        return optional && defaultValue == null;
    }

    /** The schema of the events that have {@code fields}. */
    public static Schema schema(List<DecodedField> fields) {
        return new Schema(fields.stream()
                .map(field -> new Field(field.name(), field.type(), field.nullable()))
                .toList());
    }
}
