package io.tidemark.connector;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes records to Kafka topics, for the demo and for tests. For one thread. */
public final class TopicWriter implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;

    /** @param servers bootstrap servers */
    public TopicWriter(String servers) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "linger.ms", "5"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Sends a record to the partition that its key chooses. */
    public void send(String topic, byte @Nullable [] key, byte @Nullable [] value) {
        producer.send(new ProducerRecord<>(topic, key, value));
    }

    /** Sends a record to a partition. */
    public void send(String topic, int partition, byte @Nullable [] key, byte @Nullable [] value) {
        producer.send(new ProducerRecord<>(topic, partition, key, value));
    }

    /** Waits until all records sent are written. */
    public void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close();
    }
}
