package io.tidemark.connector;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.SideRecord;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.ConnectorSpec.Start;
import io.tidemark.spec.ConnectorSpec.StartKind;
import io.tidemark.spec.KafkaSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class KafkaSourcesIT {
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

    @Test
    void recordsKeepPartitionOffsetKeyTimeAndHeaders() throws Exception {
        kafka.createTopic("whole", 3);
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>("whole", 2, 1234L, Topics.bytes("k"), Topics.bytes("7 a"));
        record.headers().add("trace", Topics.bytes("1")).add("trace", Topics.bytes("2"));
        record.headers().add("empty", null);
        Topics.send(kafka, List.of(new ProducerRecord<>("whole", 2, 99L, null, Topics.bytes("6 z")), record));
        List<Decoded> read = read(topics("whole", Start.EARLIEST), 2);
        Event event = requireNonNull(read.get(1).event());
        assertThat(event.get(0)).isEqualTo("a");
        assertThat(event.get(1)).isEqualTo("{trace=2}");
        assertThat(event.get(2)).isEqualTo(1234L);
        assertThat(event.time()).isEqualTo(7);
        assertThat(event.recordKey()).isEqualTo(Topics.bytes("k"));
        assertThat(requireNonNull(event.origin()).topic()).isEqualTo("whole");
        assertThat(requireNonNull(event.origin()).partition()).isEqualTo(2);
        assertThat(requireNonNull(event.origin()).offset()).isEqualTo(1);
        assertThat(requireNonNull(read.get(0).event()).recordKey()).isNull();
    }

    /** Report B49. */
    @Test
    void aTombstoneIsARejectedRecordAndNoRestart() throws Exception {
        kafka.createTopic("tombstones", 1);
        Topics.send(
                kafka,
                List.of(
                        new ProducerRecord<>("tombstones", Topics.bytes("k1"), Topics.bytes("0 1")),
                        new ProducerRecord<>("tombstones", Topics.bytes("k1"), null),
                        new ProducerRecord<>("tombstones", Topics.bytes("k2"), Topics.bytes("1000 2"))));
        List<Decoded> read = read(topics("tombstones", Start.EARLIEST), 3);
        assertThat(read.stream().map(TextDecoder::show)).containsExactly("1@0", "malformed", "2@1000");
        SideRecord rejected = requireNonNull(read.get(1).rejected());
        assertThat(rejected.payload()).isNull();
        assertThat(rejected.recordKey()).isEqualTo(Topics.bytes("k1"));
        assertThat(requireNonNull(rejected.origin()).offset()).isEqualTo(1);
    }

    @Test
    void startsAtATimeAndAtCommittedOffsets() throws Exception {
        kafka.createTopic("starts", 1);
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            records.add(new ProducerRecord<>("starts", 0, 1000L * i, null, Topics.bytes(i + " e")));
        }
        Topics.send(kafka, records);
        Start atTime = new Start(StartKind.TIMESTAMP, Instant.ofEpochMilli(6_500));
        assertThat(times(read(topics("starts", atTime), 3))).containsExactly(7L, 8L, 9L);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.alterConsumerGroupOffsets(
                            "group-starts", Map.of(new TopicPartition("starts", 0), new OffsetAndMetadata(8)))
                    .all()
                    .get();
        }
        Start committed = new Start(StartKind.COMMITTED, null);
        assertThat(times(read(topics("starts", committed), 2))).containsExactly(8L, 9L);
        ConnectorSpec.Kafka unknownGroup =
                new ConnectorSpec.Kafka(null, List.of("starts"), null, "never-seen", committed, Map.of());
        assertThat(times(read(unknownGroup, 10))).startsWith(0L, 1L);
    }

    @Test
    void startsAtTheLatest() throws Exception {
        kafka.createTopic("latest", 1);
        Topics.send(kafka, List.of(new ProducerRecord<>("latest", 0, null, Topics.bytes("1 old"))));
        try (CloseableIterator<Decoded> records = open(topics("latest", new Start(StartKind.LATEST, null)))) {
            CompletableFuture<Decoded> first = CompletableFuture.supplyAsync(records::next);
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                Topics.send(kafka, List.of(new ProducerRecord<>("latest", 0, null, Topics.bytes("2 new"))));
                return first.isDone();
            });
            assertThat(times(List.of(first.join()))).containsExactly(2L);
        }
    }

    @Test
    void offsetsAreCommittedWhenACheckpointCompletes() throws Exception {
        kafka.createTopic("commits", 1);
        Topics.send(kafka, List.of(new ProducerRecord<>("commits", 0, null, Topics.bytes("1 a"))));
        try (CloseableIterator<Decoded> records = open(topics("commits", Start.EARLIEST));
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            records.next();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> new OffsetAndMetadata(1)
                            .equals(admin.listConsumerGroupOffsets("group-commits")
                                    .partitionsToOffsetAndMetadata()
                                    .get()
                                    .get(new TopicPartition("commits", 0))));
        }
    }

    @Test
    void aPatternFindsTopics() throws Exception {
        kafka.createTopic("many-1", 1);
        kafka.createTopic("many-2", 2);
        kafka.createTopic("not-many-3", 1);
        Topics.send(
                kafka,
                List.of(
                        new ProducerRecord<>("many-1", 0, null, Topics.bytes("1 a")),
                        new ProducerRecord<>("many-2", 1, null, Topics.bytes("2 b")),
                        new ProducerRecord<>("not-many-3", 0, null, Topics.bytes("3 c"))));
        ConnectorSpec.Kafka spec =
                new ConnectorSpec.Kafka(null, List.of(), "many-\\d", "group-pattern", Start.EARLIEST, Map.of());
        assertThat(times(read(spec, 2))).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void recordsOfAnAbortedTransactionAreNotRead() throws Exception {
        kafka.createTopic("aborted", 1);
        try (KafkaProducer<byte[], byte[]> producer =
                Topics.producer(kafka, Map.of("transactional.id", "sources-it"))) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("aborted", 0, null, Topics.bytes("1 aborted")));
            producer.flush();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("aborted", 0, null, Topics.bytes("2 committed")));
            producer.commitTransaction();
        }
        assertThat(times(read(topics("aborted", Start.EARLIEST), 1))).containsExactly(2L);
    }

    private static ConnectorSpec.Kafka topics(String topic, Start start) {
        return new ConnectorSpec.Kafka(null, List.of(topic), null, "group-" + topic, start, Map.of());
    }

    private static CloseableIterator<Decoded> open(ConnectorSpec.Kafka spec) throws Exception {
        StreamExecutionEnvironment environment = Jobs.environment(2);
        return environment
                .fromSource(
                        KafkaSources.create(
                                spec,
                                new KafkaSpec(kafka.bootstrapServers(), Map.of()),
                                "NAME.SOURCE",
                                new TextDecoder(),
                                TextDecoder.TYPE),
                        WatermarkStrategy.noWatermarks(),
                        "source")
                .executeAndCollect();
    }

    private static List<Decoded> read(ConnectorSpec.Kafka spec, int count) throws Exception {
        List<Decoded> read = new ArrayList<>();
        try (CloseableIterator<Decoded> records = open(spec)) {
            while (read.size() < count) {
                read.add(records.next());
            }
        }
        return read;
    }

    private static List<Long> times(List<Decoded> read) {
        return read.stream()
                .map(decoded -> requireNonNull(decoded.event()).time())
                .toList();
    }
}
