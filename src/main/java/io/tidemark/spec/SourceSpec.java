package io.tidemark.spec;

import java.util.List;

/**
 * A source of events.
 *
 * @param name the node's name
 * @param connector where records come from
 * @param format how a record is decoded
 * @param eventTime the field of type timestamp that is the event time, or {@code $timestamp} for the record's own
 * @param fields the decoded fields, in the file's order
 * @param watermark how time moves
 * @param maxBytes the largest record that is decoded, in bytes
 */
public record SourceSpec(
        String name,
        ConnectorSpec connector,
        FormatSpec format,
        String eventTime,
        List<FieldSpec> fields,
        WatermarkSpec watermark,
        int maxBytes) {
    /** The {@link #eventTime} that stands for the record's own timestamp. */
    public static final String RECORD_TIMESTAMP = "$timestamp";

    /** Default of {@link #maxBytes}. */
    public static final int DEFAULT_MAX_BYTES = 1 << 20;
}
