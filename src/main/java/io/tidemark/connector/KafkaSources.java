package io.tidemark.connector;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Decoded;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.KafkaSpec;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/** Kafka sources. */
public final class KafkaSources {
    private static final String DISCOVERY_MS = "30000";
    /** Each poll costs requests and a hand-over between threads; what is fetched is in memory already. */
    private static final String RECORDS_AT_ONCE = "5000";

    private KafkaSources() {}

    /**
     * A source of {@code spec}'s topics. Records are decoded inside it, so that time stays per partition; offsets are
     * committed when a checkpoint completes, for others to see; new partitions, and new topics of a pattern, are found
     * within 30 s. Unless the properties say otherwise only committed transactions are read, up to 5000 records at once.
     *
     * @param defaults the pipeline's Kafka servers and properties
     * @param group the consumer group unless {@code spec} names one
     * @param type serializes what the decoder makes
     */
    @SuppressWarnings("deprecation") // the connector's API still takes this enum
    public static KafkaSource<Decoded> create(
            ConnectorSpec.Kafka spec,
            KafkaSpec defaults,
            String group,
            RecordDecoder decoder,
            TypeInformation<Decoded> type) {
        Properties properties = KafkaProperties.merged(defaults, spec.properties());
        properties.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_AT_ONCE);
        properties.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.putIfAbsent(KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(), DISCOVERY_MS);
        KafkaSourceBuilder<Decoded> builder = KafkaSource.<Decoded>builder()
                .setProperties(properties)
                .setBootstrapServers(KafkaProperties.servers(defaults, spec.servers()))
                .setGroupId(spec.group() == null ? group : spec.group())
                .setStartingOffsets(startOf(spec.start()))
                .setDeserializer(new DecodingDeserializer(decoder, type));
        String pattern = spec.topicPattern();
        if (pattern == null) {
            builder.setTopics(spec.topics());
        } else {
            builder.setTopicPattern(Pattern.compile(pattern));
        }
        return builder.build();
    }

    @SuppressWarnings("deprecation")
    private static OffsetsInitializer startOf(ConnectorSpec.Start start) {
        return switch (start.kind()) {
            case EARLIEST -> OffsetsInitializer.earliest();
            case LATEST -> OffsetsInitializer.latest();
            // A partition that the group has never read is read from its beginning, not refused.
            case COMMITTED -> OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST);
            case TIMESTAMP -> {
                if (start.timestamp() == null) {
                    throw new IllegalArgumentException("a start at a time needs the time");
                }
                yield OffsetsInitializer.timestamp(start.timestamp().toEpochMilli());
            }
        };
    }
}
