package io.tidemark.connector;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the committed records of a topic from its beginning, without a consumer group. Used by one thread. */
public final class TopicTail implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;

    /**
     * Starts at the topic's beginning.
     *
     * @param servers bootstrap servers
     * @param topic an existing topic
     */
    public TopicTail(String servers, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** The values that come next, as text; empty if none comes within {@code wait}. */
    public List<String> poll(Duration wait) {
        List<String> values = new ArrayList<>();
        consumer.poll(wait).forEach(record -> {
            if (record.value() != null) {
                values.add(new String(record.value(), StandardCharsets.UTF_8));
            }
        });
        return values;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
