package io.tidemark.spec;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where rows go.
 *
 * @param name the sink's name
 * @param from nodes and side outputs, such as {@code latency} and {@code latency.late}
 * @param target what is written to
 * @param key the fields of the message key, or null for the default
 * @param keyFormat how the key is written
 * @param timestamp what becomes the record's time
 * @param times how times are written
 */
public record SinkSpec(
        String name,
        List<String> from,
        Target target,
        @Nullable List<String> key,
        KeyFormat keyFormat,
        Timestamp timestamp,
        Times times) {

    /** What a sink writes to. */
    public sealed interface Target {}

    /**
     * A Kafka topic.
     *
     * @param servers bootstrap servers, or null for the pipeline's
     * @param topic the topic
     * @param delivery the guarantee
     * @param properties client properties, passed on unchanged
     * @param transactionTimeout after which the broker aborts an open transaction, or null for the default
     */
    public record Kafka(
            @Nullable String servers,
            String topic,
            Delivery delivery,
            Map<String, String> properties,
            @Nullable Duration transactionTimeout)
            implements Target {
        /** The longest transaction that a broker allows by default ({@code transaction.max.timeout.ms}). */
        public static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(15);

        /** How long a transaction may stay open: as given, else as long as a broker allows by default. */
        public Duration effectiveTransactionTimeout() {
            return transactionTimeout == null ? LONGEST_TRANSACTION : transactionTimeout;
        }
    }

    /**
     * JSON lines in parts that are finished at checkpoints.
     *
     * @param path the folder
     */
    public record Files(String path) implements Target {}

    /** JSON lines on standard output. */
    public record Print() implements Target {}

    /** A Kafka sink's guarantee. */
    public enum Delivery {
        EXACTLY_ONCE,
        AT_LEAST_ONCE
    }

    /** How a message key is written. */
    public enum KeyFormat {
        JSON,
        STRING
    }

    /** What becomes the time of a written record. */
    public enum Timestamp {
        EVENT,
        NOW
    }

    /** How times are written. */
    public enum Times {
        ISO,
        EPOCH_MS
    }
}
