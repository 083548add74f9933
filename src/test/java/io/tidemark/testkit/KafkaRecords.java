package io.tidemark.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes records into topics and reads what a {@code read_committed} reader sees of them. */
public final class KafkaRecords implements AutoCloseable {
    private final ObjectMapper json = new ObjectMapper();
    private final String servers;
    private final KafkaProducer<@Nullable String, @Nullable String> producer;

    /** Connects to a broker. */
    public KafkaRecords(String servers) {
        this.servers = servers;
        this.producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        servers,
                        "linger.ms",
                        "5",
                        "delivery.timeout.ms",
                        "30000",
                        "request.timeout.ms",
                        "10000"),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Writes a record to a partition; {@link #flush()} waits for it. A null value is a tombstone. */
    public void send(String topic, int partition, @Nullable String key, @Nullable String value) {
        producer.send(new ProducerRecord<>(topic, partition, key, value));
    }

    /** Waits until all records written so far are in their topics. */
    public void flush() {
        producer.flush();
    }

    /** Everything committed in a topic so far, by partition and offset. */
    public List<ConsumerRecord<@Nullable String, @Nullable String>> committed(String topic) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", servers,
                "isolation.level", "read_committed",
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false");
        List<ConsumerRecord<@Nullable String, @Nullable String>> records = new ArrayList<>();
        try (KafkaConsumer<@Nullable String, @Nullable String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            // For a read_committed reader the end is the last stable offset; behind it stand open transactions.
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < end(ends, partition))) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    /** The committed records of a topic, each value parsed as JSON. */
    public List<JsonNode> committedJson(String topic) {
        List<JsonNode> values = new ArrayList<>();
        for (ConsumerRecord<@Nullable String, @Nullable String> record : committed(topic)) {
            try {
                values.add(json.readTree(record.value()));
            } catch (JsonProcessingException e) {
                throw new AssertionError("no JSON in " + topic + ": " + record.value(), e);
            }
        }
        return values;
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(10));
    }

    private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
        Long end = ends.get(partition);
        return end == null ? 0 : end;
    }
}
