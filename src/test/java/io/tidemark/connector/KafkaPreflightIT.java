package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.FieldType;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.FieldSpec;
import io.tidemark.spec.FormatSpec;
import io.tidemark.spec.KafkaSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Problem;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WatermarkSpec;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class KafkaPreflightIT {
    @SuppressWarnings("NullAway.Init")
    private static EmbeddedKafka kafka;

    @BeforeAll
    static void startBroker() throws Exception {
        kafka = EmbeddedKafka.start();
        kafka.createTopic("requests", 1);
        kafka.createTopic("results", 1);
    }

    @AfterAll
    static void stopBroker() throws Exception {
        kafka.close();
    }

    @Test
    void allWellIsNoProblem() {
        assertThat(check(kafka, source("requests"), sink("results", null))).isEmpty();
    }

    @Test
    void missingTopicsAreNamedWithNearOnes() {
        assertThat(messages(check(kafka, source("reqests"), sink("reslts", null))))
                .containsExactly(
                        "sources.s.kafka.topics: no topic reqests at " + kafka.bootstrapServers()
                                + "; did you mean requests?",
                        "sinks.out.kafka.topic: no topic reslts at " + kafka.bootstrapServers()
                                + "; did you mean results?");
        assertThat(messages(check(kafka, source("zzzzzzzzz"), sink("results", null))))
                .containsExactly("sources.s.kafka.topics: no topic zzzzzzzzz at " + kafka.bootstrapServers()
                        + "; create it first");
    }

    @Test
    void aPatternThatMatchesNothingYetIsAWarning() {
        ConnectorSpec.Kafka pattern =
                new ConnectorSpec.Kafka(null, List.of(), "no-.*", null, ConnectorSpec.Start.EARLIEST, Map.of());
        List<Problem> problems = check(kafka, pattern, sink("results", null));
        assertThat(problems).hasSize(1).allMatch(Problem::warning);
    }

    /** Report B54. */
    @Test
    void aTransactionTimeoutAboveTheBrokersLimitIsRefused() {
        assertThat(messages(check(kafka, source("requests"), sink("results", Duration.ofHours(1)))))
                .containsExactly("sinks.out.kafka.transaction-timeout: 1h is more than the broker's "
                        + "transaction.max.timeout.ms; allowed is at most 15m");
    }

    @Test
    void aBrokerThatCreatesTopicsCreatesThoseOfSinksOnly() throws Exception {
        try (EmbeddedKafka creating = EmbeddedKafka.start(Map.of("auto.create.topics.enable", "true"))) {
            assertThat(messages(check(creating, source("requests"), sink("fresh", null))))
                    .containsExactly("sources.s.kafka.topics: no topic requests at " + creating.bootstrapServers()
                            + "; create it first");
            assertThat(Topics.read(creating, "fresh", "read_committed")).isEmpty();
        }
    }

    @Test
    void aBrokerThatDoesNotAnswerIsNamedInTime() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            String servers = "127.0.0.1:" + silent.getLocalPort();
            long start = System.nanoTime();
            List<Problem> problems = KafkaPreflight.check(
                    pipeline(servers, source("requests"), sink("results", null)), Duration.ofSeconds(2));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
            assertThat(messages(problems))
                    .containsExactly("kafka.servers: no Kafka broker answers at " + servers
                            + " (waited 2s); allowed are host:port of running brokers");
        }
    }

    @Test
    void serversThatAreNoneAreOneLine() {
        assertThat(messages(KafkaPreflight.check(
                        pipeline("nonsense", source("requests"), sink("results", null)), Duration.ofSeconds(5))))
                .hasSize(1)
                .allMatch(message -> message.startsWith("kafka.servers: no Kafka client for nonsense: "))
                .noneMatch(message -> message.contains("\n"));
    }

    @Test
    void secretsAreNotShown() {
        ConnectorSpec.Kafka secret = new ConnectorSpec.Kafka(
                null,
                List.of("requests"),
                null,
                null,
                ConnectorSpec.Start.EARLIEST,
                Map.of("security.protocol", "SASL_PLAINTEXT", "sasl.jaas.config", "hunter2"));
        assertThat(messages(check(kafka, secret, sink("results", null))))
                .hasSize(1)
                .noneMatch(message -> message.contains("hunter2"));
    }

    private static ConnectorSpec.Kafka source(String topic) {
        return new ConnectorSpec.Kafka(null, List.of(topic), null, null, ConnectorSpec.Start.EARLIEST, Map.of());
    }

    private static SinkSpec.Kafka sink(String topic, @Nullable Duration timeout) {
        return new SinkSpec.Kafka(null, topic, SinkSpec.Delivery.EXACTLY_ONCE, Map.of(), timeout);
    }

    private static List<Problem> check(EmbeddedKafka broker, ConnectorSpec.Kafka source, SinkSpec.Kafka sink) {
        return KafkaPreflight.check(pipeline(broker.bootstrapServers(), source, sink));
    }

    private static List<String> messages(List<Problem> problems) {
        return problems.stream()
                .map(problem -> problem.path() + ": " + problem.message())
                .toList();
    }

    private static PipelineSpec pipeline(String servers, ConnectorSpec.Kafka source, SinkSpec.Kafka sink) {
        SourceSpec from = new SourceSpec(
                "s",
                source,
                new FormatSpec.Json(),
                "t",
                List.of(FieldSpec.of("t", FieldType.TIMESTAMP)),
                WatermarkSpec.DEFAULT,
                SourceSpec.DEFAULT_MAX_BYTES);
        SinkSpec to = new SinkSpec(
                "out", List.of("s"), sink, null, SinkSpec.KeyFormat.JSON, SinkSpec.Timestamp.EVENT, SinkSpec.Times.ISO);
        return new PipelineSpec(
                "p",
                new KafkaSpec(servers, Map.of()),
                Map.of("s", from),
                Map.of(),
                Map.of(),
                Map.of("out", to),
                null,
                Map.of());
    }
}
