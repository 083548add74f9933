package io.tidemark.connector;

import io.tidemark.event.OutputRecord;
import io.tidemark.spec.KafkaSpec;
import io.tidemark.spec.SinkSpec;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Kafka sinks. */
public final class KafkaSinks {
    /**
     * Ends the transactional prefix. The pool of transactions is cleaned up by {@code startsWith}: without an end that
     * no name can contain, the sink {@code late} would abort the transactions of {@code late-2} on the same topic.
     */
    private static final String END_OF_PREFIX = ":";

    private KafkaSinks() {}

    /**
     * A sink to {@code spec}'s topic. Exactly once, {@code read_committed} readers see a record when the checkpoint
     * after it completes.
     *
     * <p>Transactions are taken from a pool of reused ids, and what an earlier attempt left open is found by asking the
     * broker (3.0 or newer; the topic must exist), so that neither many checkpoints nor a restart loop make a start
     * slow.
     *
     * @param prefix transactional prefix, {@code NAME.SINK}, unique in the Kafka cluster
     * @param defaults the pipeline's Kafka servers and properties
     */
    public static Sink<OutputRecord> create(String prefix, SinkSpec.Kafka spec, KafkaSpec defaults) {
        Properties properties = KafkaProperties.merged(defaults, spec.properties());
        boolean exactlyOnce = spec.delivery() == SinkSpec.Delivery.EXACTLY_ONCE;
        if (exactlyOnce) {
            properties.setProperty(
                    ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                    Long.toString(spec.effectiveTransactionTimeout().toMillis()));
        }
        KafkaSinkBuilder<OutputRecord> builder = KafkaSink.<OutputRecord>builder()
                .setKafkaProducerConfig(properties)
                .setBootstrapServers(KafkaProperties.servers(defaults, spec.servers()))
                .setRecordSerializer(new TopicSerializer(spec.topic()))
                .setDeliveryGuarantee(exactlyOnce ? DeliveryGuarantee.EXACTLY_ONCE : DeliveryGuarantee.AT_LEAST_ONCE);
        if (exactlyOnce) {
            builder.setTransactionalIdPrefix(prefix + END_OF_PREFIX)
                    .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING);
        }
        return new ClosingKafkaSink<>(builder.build());
    }
}
