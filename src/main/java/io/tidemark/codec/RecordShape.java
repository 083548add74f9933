package io.tidemark.codec;

import com.fasterxml.jackson.core.JsonParser;
import io.tidemark.event.Origin;
import io.tidemark.event.RawRecord;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The declared fields of a record or of a list's element: where each is found, how it is read, what if it is not. */
final class RecordShape implements Serializable {
    private static final long serialVersionUID = 1;

    private final DecodedField[] fields;
    private final FieldReader[] readers;
    private final Metadata[] metadata;
    private final PointerTree value = new PointerTree();
    private final PointerTree key = new PointerTree();
    private long calls;

    /** A field that is not in the JSON but known of the record. */
    private record Metadata(int slot, FieldPath.Kind kind, String header) implements Serializable {}

    /**
     * @throws IllegalArgumentException if a field's path or type cannot be used
     */
    RecordShape(List<DecodedField> fields) {
        this.fields = fields.toArray(DecodedField[]::new);
        this.readers = new FieldReader[this.fields.length];
        List<Metadata> known = new java.util.ArrayList<>();
        for (int i = 0; i < readers.length; i++) {
            readers[i] = new FieldReader(this.fields[i]);
            FieldPath path = FieldPath.of(this.fields[i]);
            switch (path.kind()) {
                case VALUE -> value.add(path.tokens(), readers[i], i);
                case KEY_MEMBER -> key.add(path.tokens(), readers[i], i);
                default -> known.add(new Metadata(i, path.kind(), path.header()));
            }
        }
        this.metadata = known.toArray(Metadata[]::new);
    }

    int size() {
        return fields.length;
    }

    DecodedField field(int index) {
        return fields[index];
    }

    /** Whether a field is read from elsewhere than the value's JSON. */
    boolean hasMetadata() {
        return metadata.length > 0 || readsKey();
    }

    /** Whether a field is read from the key's JSON. */
    boolean readsKey() {
        return !key.isEmpty();
    }

    /** Whether the value as a whole is a field. */
    boolean takesAnyValue() {
        return value.isTarget();
    }

    /** Whether a value that is an array may hold a field. */
    boolean takesArray() {
        return value.readsElements();
    }

    /** Reads the value that {@code parser} stands at, to its end. */
    void read(JsonParser parser, @Nullable Object[] values, @Nullable Long recordTime) throws IOException {
        value.read(parser, values, recordTime, ++calls);
    }

    /** Reads the key that {@code parser} stands at, to its end. */
    void readKey(JsonParser parser, @Nullable Object[] values, @Nullable Long recordTime) throws IOException {
        key.read(parser, values, recordTime, ++calls);
    }

    /** Fills in what is known of the record. */
    void readMetadata(RawRecord record, @Nullable Object[] values) {
        for (Metadata known : metadata) {
            values[known.slot()] = metadata(known, readers[known.slot()], record);
        }
    }

    private static @Nullable Object metadata(Metadata known, FieldReader reader, RawRecord record) {
        Origin origin = record.origin();
        Long time = record.timestamp();
        return switch (known.kind()) {
            case TIMESTAMP -> time == null ? null : reader.fromLong(time);
            case TOPIC -> origin.topic() == null ? null : reader.fromText(origin.topic(), time);
            case PARTITION -> origin.partition() < 0 ? null : reader.fromLong(origin.partition());
            case OFFSET -> reader.fromLong(origin.offset());
            case HEADER ->
                text("header '" + known.header() + "'", record.headers().get(known.header()), reader, time);
            case KEY -> text("the key", record.key(), reader, time);
            case RAW -> text("the value", record.value(), reader, time);
            case VALUE, KEY_MEMBER -> throw new IllegalStateException("read from JSON");
        };
    }

    private static @Nullable Object text(
            String what, byte @Nullable [] bytes, FieldReader reader, @Nullable Long recordTime) {
        if (bytes == null) {
            return null;
        }
        if (!Utf8.isValid(bytes)) {
            return Rejection.wrongType(what + " is not UTF-8 text");
        }
        return reader.fromText(new String(bytes, StandardCharsets.UTF_8), recordTime);
    }

    /**
     * Puts defaults in the place of nulls.
     *
     * @param prefix goes before a field's name in the detail
     * @return why the record is rejected: the first field, in order, with a wrong or a missing value; or null
     */
    @Nullable
    Rejection complete(@Nullable Object[] values, String prefix) {
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value == null) {
                DecodedField field = fields[i];
                if (field.defaultValue() != null) {
                    values[i] = field.defaultValue();
                } else if (!field.optional()) {
                    return new Rejection(
                            Rejection.MISSING_FIELD,
                            "field '" + prefix + field.name() + "' is missing or null, and it is not optional");
                }
            } else if (value instanceof Rejection rejection) {
                return rejection;
            }
        }
        return null;
    }
}
