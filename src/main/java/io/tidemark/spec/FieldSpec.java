package io.tidemark.spec;

import io.tidemark.event.FieldType;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One field of a source.
 *
 * @param name the field's name
 * @param type the type of its values
 * @param path a JSON Pointer into the record, or {@code $key}, {@code $key/POINTER}, {@code $timestamp},
 *     {@code $topic}, {@code $partition}, {@code $offset}, {@code $headers.NAME}, {@code $value}; null for the member of
 *     the field's name
 * @param optional whether it may be null
 * @param defaultValue the value in place of null, of the type's Java class, or null
 * @param unit of an epoch number, for a timestamp
 * @param pattern of text, for a timestamp ({@link java.time.format.DateTimeFormatter}, or {@code syslog}), or null
 * @param zone of text without an offset, for a timestamp, or null
 * @param elementType the type of a list's plain elements, or null
 * @param elementFields the members of a list's objects; empty if its elements are plain
 */
public record FieldSpec(
        String name,
        FieldType type,
        @Nullable String path,
        boolean optional,
        @Nullable Object defaultValue,
        TimeUnit unit,
        @Nullable String pattern,
        @Nullable ZoneId zone,
        @Nullable FieldType elementType,
        List<FieldSpec> elementFields) {

    /** A field that is not optional, with nothing but a type. */
    public static FieldSpec of(String name, FieldType type) {
        return new FieldSpec(name, type, null, false, null, TimeUnit.MILLISECONDS, null, null, null, List.of());
    }

    /** Whether an event may hold null here. */
    public boolean nullable() {
        return optional && defaultValue == null;
    }
}
