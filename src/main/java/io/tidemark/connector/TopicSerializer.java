package io.tidemark.connector;

import io.tidemark.event.OutputRecord;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Output records for one topic; it names the topic, as the pool of transactions needs it. */
final class TopicSerializer implements KafkaRecordSerializationSchema<OutputRecord>, KafkaDatasetFacetProvider {
    private static final long serialVersionUID = 1;

    private final String topic;

    TopicSerializer(String topic) {
        this.topic = topic;
    }

    @Override
    @SuppressWarnings("NullAway") // ProducerRecord takes null for partition, timestamp and key
    public ProducerRecord<byte[], byte[]> serialize(
            OutputRecord record, KafkaSinkContext context, @Nullable Long ignored) {
        return new ProducerRecord<>(topic, null, timestampOf(record), record.key, record.value);
    }

    /** Null lets the producer take the present; Kafka knows no time before 1970. */
    private static @Nullable Long timestampOf(OutputRecord record) {
        return record.timestamp == Long.MIN_VALUE ? null : Math.max(0, record.timestamp);
    }

    @Override
    public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
        return Optional.of(
                new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(List.of(topic)), new Properties()));
    }
}
