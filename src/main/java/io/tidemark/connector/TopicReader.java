package io.tidemark.connector;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads committed records of a Kafka topic from its beginning, for the demo and for tests. For one thread. */
public final class TopicReader implements AutoCloseable {
    /**
     * A record as read.
     *
     * @param partition the partition it stands in
     * @param key its key, or null
     * @param value its value, or null
     * @param timestamp its time, milliseconds since the epoch
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Message(int partition, byte @Nullable [] key, byte @Nullable [] value, long timestamp) {}

    private final KafkaConsumer<byte[], byte[]> consumer;

    /**
     * @param servers bootstrap servers
     * @param topic a topic that exists
     */
    public TopicReader(String servers, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(it -> new TopicPartition(it.topic(), it.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** The records that are there now or come within {@code timeout}; empty if none do. */
    public List<Message> poll(Duration timeout) {
        List<Message> messages = new ArrayList<>();
        consumer.poll(timeout)
                .forEach(it -> messages.add(new Message(it.partition(), it.key(), it.value(), it.timestamp())));
        return messages;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
