package io.tidemark.event;

import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record as it was read, before decoding.
 *
 * @param value the record's bytes, or null (a Kafka tombstone)
 * @param key its key, or null
 * @param timestamp the record's own time in milliseconds since the epoch, or null if it has none
 * @param headers header name to value; the last one of a name wins
 * @param origin where it was read
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RawRecord(
        byte @Nullable [] value,
        byte @Nullable [] key,
        @Nullable Long timestamp,
        Map<String, byte[]> headers,
        Origin origin)
        implements Serializable {
    private static final long serialVersionUID = 1;
}
