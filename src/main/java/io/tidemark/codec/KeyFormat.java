package io.tidemark.codec;

/** How a message key is written. */
public enum KeyFormat {
    /** A JSON object of the key fields, {@code {"service":"a","status":200}}, as ksqlDB's and Flink's JSON keys. */
    JSON,
    /**
     * The field's value as text, {@code a}, as Kafka's string serializer and ksqlDB's KAFKA format; several are joined
     * with {@code |} in order, a null among them is empty; a single null is no key.
     */
    STRING
}
