package io.tidemark.connector;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes and reads whole topics, for tests. */
final class Topics {
    private Topics() {}

    static void send(EmbeddedKafka kafka, List<ProducerRecord<byte[], byte[]>> records) {
        try (KafkaProducer<byte[], byte[]> producer = producer(kafka, Map.of())) {
            records.forEach(producer::send);
        }
    }

    static KafkaProducer<byte[], byte[]> producer(EmbeddedKafka kafka, Map<String, Object> more) {
        Map<String, Object> properties = new java.util.HashMap<>(more);
        properties.put("bootstrap.servers", kafka.bootstrapServers());
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** All records of a topic up to its present end. */
    static List<ConsumerRecord<byte[], byte[]>> read(EmbeddedKafka kafka, String topic, String isolation) {
        Map<String, Object> properties =
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "isolation.level", isolation);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (partitions.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
            return records;
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }

    static List<String> sorted(String... texts) {
        return Arrays.stream(texts).sorted().toList();
    }
}
