package io.tidemark.codec;

import io.tidemark.event.NamedValues;
import io.tidemark.event.Origin;
import io.tidemark.event.SideRecord;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Writes a side-output record: {@code node}, {@code reason}, {@code detail}, {@code event_time}, {@code watermark} (late
 * ones only), {@code origin} (null if not known), and {@code event}, {@code payload} (null for a null value) or
 * {@code payload_base64} (what is not UTF-8).
 */
public final class SideRecordEncoder implements RowEncoder<SideRecord> {
    private static final long serialVersionUID = 1;

    private final TimeFormat times;
    private transient @Nullable JsonWriter writer;

    /** Times are written in {@code times}, those among the event's fields too. */
    public SideRecordEncoder(TimeFormat times) {
        this.times = times;
    }

    @Override
    public byte[] encode(SideRecord record) {
        JsonWriter out = writer();
        out.raw("{\"node\":").text(record.node());
        out.raw(",\"reason\":").text(record.reason());
        out.raw(",\"detail\":").text(record.detail());
        out.raw(",\"event_time\":");
        time(record.eventTime(), out);
        if (record.watermark() != null) {
            out.raw(",\"watermark\":");
            time(record.watermark(), out);
        }
        out.raw(",\"origin\":");
        origin(record.origin(), out);
        content(record, out);
        return out.raw("}").take();
    }

    private static void time(@Nullable Long time, JsonWriter out) {
        if (time == null) {
            out.raw("null");
        } else {
            out.time(time);
        }
    }

    private static void origin(@Nullable Origin origin, JsonWriter out) {
        if (origin == null) {
            out.raw("null");
        } else if (origin.topic() != null) {
            out.raw("{\"topic\":").text(origin.topic());
            out.raw(",\"partition\":").raw(Integer.toString(origin.partition()));
            out.raw(",\"offset\":").raw(Long.toString(origin.offset())).raw("}");
        } else if (origin.file() != null) {
            out.raw("{\"file\":").text(origin.file());
            out.raw(",\"line\":").raw(Long.toString(origin.offset())).raw("}");
        } else {
            out.raw("null");
        }
    }

    private static void content(SideRecord record, JsonWriter out) {
        byte[] payload = record.payload();
        if (record.event() != null) {
            event(record.event(), out);
        } else if (payload == null) {
            out.raw(",\"payload\":null");
        } else if (Utf8.isValid(payload)) {
            out.raw(",\"payload\":").text(new String(payload, StandardCharsets.UTF_8));
        } else {
            out.raw(",\"payload_base64\":").text(Base64.getEncoder().encodeToString(payload));
        }
    }

    private static void event(NamedValues event, JsonWriter out) {
        out.raw(",\"event\":{");
        for (int i = 0; i < event.names().length; i++) {
            out.name(event.names()[i], i == 0).value(event.values()[i], event.types()[i]);
        }
        out.raw("}");
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
