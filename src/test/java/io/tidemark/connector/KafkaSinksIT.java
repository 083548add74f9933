package io.tidemark.connector;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.event.Decoded;
import io.tidemark.event.DecodedTypeInfo;
import io.tidemark.event.Event;
import io.tidemark.event.OutputRecord;
import io.tidemark.spec.KafkaSpec;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SinkSpec.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class KafkaSinksIT {
    private static final RequestGenerator GENERATOR = new RequestGenerator(2_000, 3, 10, RequestGenerator.BASE);
    private static final long COUNT = 6_000;

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedKafka kafka;

    @BeforeAll
    static void startBroker() throws Exception {
        kafka = EmbeddedKafka.start();
    }

    @AfterAll
    static void stopBroker() throws Exception {
        kafka.close();
    }

    @BeforeEach
    void failOnceAgain() {
        Jobs.FAILURES.set(0);
    }

    @Test
    void committedReadersSeeEachRecordOnceAlthoughTheJobFails() throws Exception {
        kafka.createTopic("once", 2);
        run("job.once", sink("once", Delivery.EXACTLY_ONCE), COUNT, true);
        assertThat(Jobs.FAILURES).hasValue(1);
        List<ConsumerRecord<byte[], byte[]>> committed = Topics.read(kafka, "once", "read_committed");
        List<String> expected = new ArrayList<>();
        for (long i = 0; i < COUNT; i++) {
            expected.add(Topics.text(GENERATOR.json(i)));
        }
        assertThat(committed.stream().map(record -> Topics.text(record.value())))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Each start of a writer asks the broker for open transactions. */
    @Test
    void writersThatAreClosedLeaveNoClientBehind() throws Exception {
        kafka.createTopic("closed", 1);
        Set<Thread> before = adminThreads();

        run("job.closed", sink("closed", Delivery.EXACTLY_ONCE), COUNT, true);

        assertThat(Jobs.FAILURES).hasValue(1);
        await().untilAsserted(() -> assertThat(before).containsAll(adminThreads()));
    }

    private static Set<Thread> adminThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("kafka-admin-client-thread"))
                .collect(Collectors.toSet());
    }

    @Test
    void atLeastOnceLosesNothing() throws Exception {
        kafka.createTopic("least", 1);
        run("job.least", sink("least", Delivery.AT_LEAST_ONCE), COUNT, true);
        assertThat(Topics.read(kafka, "least", "read_uncommitted").stream()
                        .map(record -> Topics.text(record.value()))
                        .distinct())
                .hasSize((int) COUNT);
    }

    @Test
    void keyAndTimeAreWritten() throws Exception {
        kafka.createTopic("times", 1);
        long before = System.currentTimeMillis();
        run("job.times", sink("times", Delivery.EXACTLY_ONCE), 2, false);
        Event first = GENERATOR.event(0);
        for (ConsumerRecord<byte[], byte[]> record : Topics.read(kafka, "times", "read_committed")) {
            if (Topics.text(record.value()).equals(Topics.text(GENERATOR.json(0)))) {
                assertThat(record.timestamp()).isEqualTo(first.time());
                assertThat(Topics.text(record.key())).isEqualTo(first.get(1));
            } else {
                assertThat(record.timestamp()).isGreaterThanOrEqualTo(before);
                assertThat(record.key()).isNull();
            }
        }
    }

    @Test
    void aStartAbortsItsOwnOpenTransactionsAndNoOthers() throws Exception {
        kafka.createTopic("shared", 1);
        KafkaProducer<byte[], byte[]> own = openTransaction("job.late:-0-77");
        KafkaProducer<byte[], byte[]> other = openTransaction("job.late-2:-0-1");
        run("job.late", sink("shared", Delivery.EXACTLY_ONCE), 1, false);
        other.commitTransaction();
        other.close();
        own.close(Duration.ZERO);
        assertThat(Topics.read(kafka, "shared", "read_committed").stream().map(record -> Topics.text(record.value())))
                .containsExactlyInAnyOrder("of job.late-2:-0-1", Topics.text(GENERATOR.json(0)));
    }

    private static KafkaProducer<byte[], byte[]> openTransaction(String id) {
        KafkaProducer<byte[], byte[]> producer = Topics.producer(kafka, Map.of("transactional.id", id));
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("shared", Topics.bytes("of " + id)));
        producer.flush();
        return producer;
    }

    private static SinkSpec.Kafka sink(String topic, Delivery delivery) {
        return new SinkSpec.Kafka(null, topic, delivery, Map.of(), null);
    }

    private static void run(String prefix, SinkSpec.Kafka sink, long count, boolean fails) throws Exception {
        StreamExecutionEnvironment environment = Jobs.environment(2);
        DecodedTypeInfo type = new DecodedTypeInfo(RequestGenerator.SCHEMA);
        MapFunction<Decoded, Decoded> middle = fails ? new Jobs.FailsOnce<>() : decoded -> decoded;
        environment
                .fromSource(
                        GeneratorSource.create(GENERATOR, count, fails, type),
                        WatermarkStrategy.noWatermarks(),
                        "source")
                .map(middle)
                .returns(type)
                .rebalance()
                .map(KafkaSinksIT::output)
                .returns(OutputRecord.class)
                .sinkTo(KafkaSinks.create(prefix, sink, new KafkaSpec(kafka.bootstrapServers(), Map.of())));
        environment.execute();
    }

    /** The request as JSON; the first one with key and event time, all others without. */
    private static OutputRecord output(Decoded decoded) {
        Event event = requireNonNull(decoded.event());
        long number = requireNonNull(event.origin()).offset() - 1;
        byte[] json = GENERATOR.json(number);
        return number == 0
                ? new OutputRecord(Topics.bytes(String.valueOf(event.get(1))), json, event.time())
                : new OutputRecord(null, json, Long.MIN_VALUE);
    }
}
