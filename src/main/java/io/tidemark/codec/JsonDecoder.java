package io.tidemark.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.FieldType;
import io.tidemark.event.RawRecord;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the declared fields from a JSON record in one pass (RFC 8259). A record is rejected as
 *
 * <ul>
 *   <li>{@code malformed}: not JSON, not UTF-8, a null value, more than one value, or neither object nor what a path
 *       reads;
 *   <li>{@code missing-field}: a field, or the event time, is missing or null, neither optional nor with a default;
 *   <li>{@code wrong-type}: a value is not of its field's type or beyond its range; a {@code NaN} written out, too;
 *   <li>{@code too-large}: more bytes than allowed, or nested deeper than {@value #MAX_DEPTH}.
 * </ul>
 *
 * Of several reasons the first field's in order counts. Of a member that is there twice the last counts. A blank line of
 * a file is skipped.
 */
public final class JsonDecoder implements RecordDecoder {
    /** In place of a field's index: the event time is the record's own. */
    public static final int RECORD_TIMESTAMP = -1;

    /** How deep arrays and objects may be nested. */
    public static final int MAX_DEPTH = 64;

    /** How much of a record over the size limit is kept in its side record. */
    static final int KEPT_BYTES = 65_536;

    private static final long serialVersionUID = 1;

    // NaN and Infinity are read to be rejected as a wrong type; elsewhere in a record they do no harm.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(Numbers.MAX_DIGITS)
                    .build())
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(com.fasterxml.jackson.core.StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .disable(com.fasterxml.jackson.core.StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .build();

    private final String node;
    private final RecordShape shape;
    private final int eventTime;
    private final int maxBytes;

    /**
     * @param node the source's name, for rejected records
     * @param fields the fields in the order of the schema
     * @param eventTime the index of the field that is the event time, of type timestamp, or {@link #RECORD_TIMESTAMP}
     * @param maxBytes the most bytes of a value, at least 1
     * @throws IllegalArgumentException if a field cannot be used
     */
    public JsonDecoder(String node, List<DecodedField> fields, int eventTime, int maxBytes) {
        if (eventTime != RECORD_TIMESTAMP && fields.get(eventTime).type() != FieldType.TIMESTAMP) {
            throw new IllegalArgumentException(
                    "event time '" + fields.get(eventTime).name() + "' is no timestamp");
        }
        if (maxBytes < 1) {
            throw new IllegalArgumentException("at most " + maxBytes + " bytes; allowed are 1 and more");
        }
        this.node = node;
        this.shape = new RecordShape(fields);
        this.eventTime = eventTime;
        this.maxBytes = maxBytes;
    }

    /** The schema of the events. */
    public Schema schema() {
        DecodedField[] fields = new DecodedField[shape.size()];
        Arrays.setAll(fields, shape::field);
        return DecodedField.schema(List.of(fields));
    }

    @Override
    public Decoded decode(RawRecord record) {
        byte[] value = record.value();
        if (value == null) {
            return rejected(record, new Rejection(Rejection.MALFORMED, "the value is null"));
        }
        if (value.length > maxBytes) {
            return tooLarge(record, value);
        }
        if (isBlank(value) && record.origin().file() != null) {
            return Decoded.SKIPPED;
        }
        @Nullable Object[] values = new @Nullable Object[shape.size()];
        Rejection rejection = read(record, value, values);
        if (rejection == null) {
            rejection = shape.complete(values, "");
        }
        if (rejection != null) {
            return rejected(record, rejection);
        }
        Long time = eventTime == RECORD_TIMESTAMP ? record.timestamp() : (Long) values[eventTime];
        if (time == null) {
            return rejected(record, new Rejection(Rejection.MISSING_FIELD, missingTime()));
        }
        return Decoded.accepted(new Event(values, time, record.origin(), record.key()));
    }

    private @Nullable Rejection read(RawRecord record, byte[] value, @Nullable Object[] values) {
        if (!Utf8.isValid(value)) {
            return new Rejection(Rejection.MALFORMED, "the value is not UTF-8");
        }
        try {
            Rejection rejection = readValue(value, values, record.timestamp());
            if (rejection == null && shape.hasMetadata()) {
                shape.readMetadata(record, values);
                rejection = shape.readsKey() ? readKey(record, values) : null;
            }
            return rejection;
        } catch (StreamConstraintsException e) {
            return new Rejection(Rejection.TOO_LARGE, tooLarge(e));
        } catch (IOException e) {
            return new Rejection(Rejection.MALFORMED, "the value is not JSON: " + message(e));
        } catch (RuntimeException e) {
            // Whatever a record holds must not stop the job.
            return new Rejection(Rejection.MALFORMED, "the value cannot be read: " + Rejection.shown(e.toString()));
        }
    }

    private @Nullable Rejection readValue(byte[] value, @Nullable Object[] values, @Nullable Long recordTime)
            throws IOException {
        int start = byteOrderMark(value);
        try (JsonParser parser = FACTORY.createParser(value, start, value.length - start)) {
            JsonToken token = parser.nextToken();
            boolean expected = token == JsonToken.START_OBJECT
                    || token == JsonToken.START_ARRAY && shape.takesArray()
                    || token != null && shape.takesAnyValue();
            if (!expected) {
                return new Rejection(Rejection.MALFORMED, "the value is " + found(token) + ", expected a JSON object");
            }
            shape.read(parser, values, recordTime);
            if (parser.nextToken() != null) {
                return new Rejection(Rejection.MALFORMED, "more data follows the JSON value");
            }
            return null;
        }
    }

    private @Nullable Rejection readKey(RawRecord record, @Nullable Object[] values) throws IOException {
        byte[] key = record.key();
        if (key == null) {
            return null;
        }
        if (!Utf8.isValid(key)) {
            return new Rejection(Rejection.MALFORMED, "the key is not UTF-8");
        }
        try (JsonParser parser = FACTORY.createParser(key)) {
            if (parser.nextToken() == null) {
                return new Rejection(Rejection.MALFORMED, "the key is empty, expected JSON");
            }
            shape.readKey(parser, values, record.timestamp());
            if (parser.nextToken() != null) {
                return new Rejection(Rejection.MALFORMED, "more data follows the key's JSON value");
            }
            return null;
        } catch (StreamConstraintsException e) {
            return new Rejection(Rejection.TOO_LARGE, tooLarge(e));
        } catch (JsonProcessingException e) {
            return new Rejection(Rejection.MALFORMED, "the key is not JSON: " + message(e));
        }
    }

    private Decoded rejected(RawRecord record, Rejection rejection) {
        return Decoded.rejected(SideRecord.rejected(
                node, rejection.reason(), rejection.detail(), record.origin(), record.value(), record.key()));
    }

    // The whole would only be too large for the next topic, too.
    private Decoded tooLarge(RawRecord record, byte[] value) {
        int kept = Math.min(value.length, KEPT_BYTES);
        while (kept > KEPT_BYTES - 4 && kept < value.length && (value[kept] & 0xC0) == 0x80) {
            kept--;
        }
        String detail = "the value has " + value.length + " bytes, at most " + maxBytes + " are allowed (max-bytes)"
                + (kept < value.length ? "; its first " + kept + " are kept" : "");
        return Decoded.rejected(SideRecord.rejected(
                node,
                Rejection.TOO_LARGE,
                detail,
                record.origin(),
                kept < value.length ? Arrays.copyOf(value, kept) : value,
                record.key()));
    }

    private String missingTime() {
        return eventTime == RECORD_TIMESTAMP
                ? "the record has no timestamp of its own, and that is the event time"
                : "the event time '" + shape.field(eventTime).name() + "' is missing or null";
    }

    private static String tooLarge(StreamConstraintsException e) {
        String message = e.getOriginalMessage();
        return message.contains("nesting depth")
                ? "the value is nested deeper than " + MAX_DEPTH
                : "a name, number or text of the value is too long: " + Rejection.shown(message);
    }

    private static String message(IOException e) {
        if (e instanceof JsonProcessingException json) {
            String at = json.getLocation() == null
                    ? ""
                    : " at byte " + json.getLocation().getByteOffset();
            return Rejection.shown(json.getOriginalMessage()) + at;
        }
        return Rejection.shown(String.valueOf(e.getMessage()));
    }

    private static String found(@Nullable JsonToken token) {
        if (token == null) {
            return "empty";
        }
        return switch (token) {
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NULL -> "null";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            default -> "a number";
        };
    }

    private static int byteOrderMark(byte[] value) {
        return value.length >= 3 && value[0] == (byte) 0xEF && value[1] == (byte) 0xBB && value[2] == (byte) 0xBF
                ? 3
                : 0;
    }

    private static boolean isBlank(byte[] value) {
        for (byte b : value) {
            if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
                return false;
            }
        }
        return true;
    }
}
