package io.tidemark.event;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where a record was read: a place in a Kafka topic or in a file. Immutable.
 *
 * @param topic the topic, or null for a file
 * @param partition the topic's partition; -1 for a file
 * @param file the file's path as the user wrote or globbed it, or null for Kafka
 * @param offset the record's offset in its partition, or its line in the file, from 1
 */
public record Origin(
        @Nullable String topic, int partition, @Nullable String file, long offset) implements Serializable {
    private static final long serialVersionUID = 1;

    /** A record of a Kafka topic. */
    public static Origin kafka(String topic, int partition, long offset) {
        return new Origin(topic, partition, null, offset);
    }

    /** A line of a file, from 1. */
    public static Origin file(String file, long line) {
        return new Origin(null, -1, file, line);
    }
}
