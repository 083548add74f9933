package io.tidemark.connector;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Decoded;
import io.tidemark.event.DecodedTypeInfo;
import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.RawRecord;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A decoder for tests: {@code TIME TEXT} is an event with that time in milliseconds and that text; all else is rejected:
 * a null value and what is no such text as malformed, what is longer than the limit as too large.
 */
final class TextDecoder implements RecordDecoder {
    private static final long serialVersionUID = 1;

    static final int MAX_BYTES = 64;
    static final Schema SCHEMA = new Schema(List.of(
            new Field("text", FieldType.STRING, false),
            new Field("headers", FieldType.STRING, false),
            new Field("timestamp", FieldType.TIMESTAMP, true)));
    static final DecodedTypeInfo TYPE = new DecodedTypeInfo(SCHEMA);

    @Override
    public Decoded decode(RawRecord record) {
        byte @Nullable [] value = record.value();
        if (value == null) {
            return rejected(record, "malformed");
        }
        if (value.length > MAX_BYTES) {
            return rejected(record, "too-large");
        }
        String text = new String(value, StandardCharsets.UTF_8);
        int blank = text.indexOf(' ');
        if (blank <= 0 || !text.substring(0, blank).matches("-?\\d+")) {
            return rejected(record, "malformed");
        }
        @Nullable Object[] values = {text.substring(blank + 1), headers(record), record.timestamp()};
        return Decoded.accepted(
                new Event(values, Long.parseLong(text.substring(0, blank)), record.origin(), record.key()));
    }

    private static String headers(RawRecord record) {
        Map<String, String> texts = new TreeMap<>();
        record.headers().forEach((name, value) -> texts.put(name, new String(value, StandardCharsets.UTF_8)));
        return texts.toString();
    }

    private static Decoded rejected(RawRecord record, String reason) {
        return Decoded.rejected(
                SideRecord.rejected("source", reason, reason, record.origin(), record.value(), record.key()));
    }

    /** {@code text@time} of an event, the reason of a rejected record, {@code skipped}. */
    static String show(Decoded decoded) {
        if (decoded.event() != null) {
            return decoded.event().get(0) + "@" + decoded.event().time();
        }
        return decoded.rejected() != null ? decoded.rejected().reason() : "skipped";
    }
}
