package io.tidemark.spec;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Defaults of every Kafka source and sink.
 *
 * @param servers bootstrap servers, {@code host:port,…}, or null
 * @param properties client properties, passed on unchanged
 */
public record KafkaSpec(@Nullable String servers, Map<String, String> properties) {
    /** No defaults. */
    public static final KafkaSpec NONE = new KafkaSpec(null, Map.of());
}
