package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.testkit.KafkaRecords;
import io.tidemark.testkit.Processes;
import io.tidemark.testkit.Replay;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} as a process on a real broker. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RunKafkaIT {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final String HEAD = """
            name: %s
            kafka: { servers: "%s" }
            sources:
              requests:
                kafka: { topics: %s }
                format: json
                event-time: ts
                fields: { ts: timestamp, service: string, ms: long }
                watermark: { out-of-orderness: 0s }
            windows:
              w: { from: requests, key: service, tumbling: 1m, aggregates: { n: count(*), mean: avg(ms) } }
            flink: { execution.checkpointing.interval: 500ms }
            """;

    private static final String ALERTS = """
            alerts:
              thrice:
                from: requests
                key: service
                pattern: { name: spike, where: ms >= 1000, times: 3, next: relaxed }
                within: 5m
              slow: { from: w, when: mean > 300, for: 2m }
              budget:
                from: requests
                key: service
                slo:
                  good: ms < 300
                  objective: 50
                  period: 30d
                  windows:
                    - { long: 4m, short: 2m, burn: 1.5, severity: page }
                    - { long: 2m, short: 1m, burn: 1.5, severity: ticket }
            sinks:
              out: { from: w, kafka: { topic: once-out } }
              alerts: { from: [thrice, slow, budget], kafka: { topic: once-alerts } }
            """;
    private static final int SECONDS = 540;

    @SuppressWarnings("NullAway.Init")
    private EmbeddedKafka kafka;

    @SuppressWarnings("NullAway.Init")
    private KafkaRecords records;

    @BeforeAll
    void startBroker() throws IOException {
        kafka = EmbeddedKafka.start();
        records = new KafkaRecords(kafka.bootstrapServers());
    }

    @AfterAll
    void stopBroker() throws IOException {
        try (EmbeddedKafka broker = kafka;
                KafkaRecords clients = records) {
            assertThat(List.of(broker, clients)).doesNotContainNull();
        }
    }

    /** Every match, threshold and burn rate here has begun before the stop or the kill, and is decided after it. */
    @Test
    void eachWindowAndAlertIsInTheTopicOnceOverAStopAndAKill(@TempDir Path folder) throws IOException {
        kafka.createTopic("once-in", 2);
        kafka.createTopic("once-out", 2);
        kafka.createTopic("once-alerts", 2);
        List<JsonNode> expected = undisturbed(folder);
        pipeline(folder, "once", "once-in", ALERTS);

        try (RunningProcess first = start(folder)) {
            feed("once-in", 0, 180);
            awaitRows("once-out", 4);
            first.terminate();
            RunningProcess.Outcome outcome = first.await(SOON);
            assertThat(outcome.exitCode()).as(outcome::text).isZero();
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err().lines()).as(outcome::text).hasSize(4);
        }
        try (RunningProcess second = start(folder)) {
            feed("once-in", 180, 360);
            awaitRows("once-out", 10);
            assertThat(second.err()).startsWith("going on from ");
            feed("once-in", 360, 450); // so that it is not idle as it dies
            second.kill();
        }
        feed("once-in", 450, SECONDS);
        try (RunningProcess third = start(folder)) {
            awaitRows("once-out", 16);
            awaitRows("once-alerts", expected.size());
            third.terminate();
            RunningProcess.Outcome outcome = third.await(SOON);
            assertThat(outcome.exitCode()).as(outcome::text).isZero();
            assertThat(outcome.err()).startsWith("going on from ").contains("stopped; the next run goes on from ");
        }

        List<String> windows = records.committedJson("once-out").stream()
                .map(row -> row.path("service").asText() + " "
                        + row.path("window_start").asText() + " " + row.path("n"))
                .toList();
        assertThat(windows).doesNotHaveDuplicates().hasSize(16).allMatch(row -> row.endsWith(" 60"));
        assertThat(records.committedJson("once-alerts")).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** The alerts of the same records without a stop and a kill. */
    private static List<JsonNode> undisturbed(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int second = 0; second < SECONDS; second++) {
            lines.add(event(second, "a"));
            lines.add(event(second, "b"));
        }
        Path own = Files.createDirectory(folder.resolve("replay"));
        List<JsonNode> alerts = Replay.run(own, HEAD.formatted("once", "unused:9092", "in") + ALERTS, "requests", lines)
                .rows("alerts");
        assertThat(alerts)
                .extracting(row -> Stream.of("alert", "service", "state", "at")
                        .map(field -> row.path(field).asText())
                        .collect(Collectors.joining(" ")))
                .containsExactlyInAnyOrder(
                        "thrice a matched 2026-01-01T00:01:40Z",
                        "thrice b matched 2026-01-01T00:02:05Z",
                        "thrice a matched 2026-01-01T00:04:10Z",
                        "thrice b matched 2026-01-01T00:04:35Z",
                        "thrice a matched 2026-01-01T00:06:40Z",
                        "thrice b matched 2026-01-01T00:07:05Z",
                        "slow a firing 2026-01-01T00:04:00Z",
                        "slow a resolved 2026-01-01T00:08:00Z",
                        "slow b firing 2026-01-01T00:06:00Z",
                        "slow b resolved 2026-01-01T00:07:00Z",
                        "budget a firing 2026-01-01T00:04:00Z",
                        "budget a firing 2026-01-01T00:05:00Z",
                        "budget a resolved 2026-01-01T00:08:00Z",
                        "budget a resolved 2026-01-01T00:08:00Z",
                        "budget b firing 2026-01-01T00:06:00Z",
                        "budget b resolved 2026-01-01T00:07:00Z");
        return alerts;
    }

    @Test
    void whatTheBrokerLacksIsSaidAtOnce(@TempDir Path folder) throws IOException {
        kafka.createTopic("lacks-requests", 1);
        pipeline(folder, "lacks", "lacks-request", """
                sinks:
                  out: { from: w, kafka: { topic: nothing-like-it } }
                """);

        RunningProcess.Outcome outcome = run(folder);

        assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("tidemark: sources.requests.kafka.topics: no topic lacks-request at 127.")
                                .contains("lacks-requests"),
                        line -> assertThat(line)
                                .startsWith("tidemark: sinks.out.kafka.topic: no topic nothing-like-it at 127."));
    }

    @Test
    void patternWithoutTopicsIsAWarningOnly(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("p.yaml"),
                HEAD.formatted("pattern", kafka.bootstrapServers(), "x")
                                .replace("topics: x", "topic-pattern: 'later-.*'")
                        + "sinks: { out: { from: w, print: {} } }");

        try (RunningProcess run = start(folder)) {
            run.awaitThat("it runs", SOON, () -> run.err().contains("is running"));

            assertThat(run.err())
                    .contains("sources.requests.kafka.topic-pattern: warning: no topic at ")
                    .contains("matches later-.* yet; topics that come later are read");
        }
    }

    @Test
    void messagesAreWrittenAsTheSinksSay(@TempDir Path folder) throws IOException {
        for (String topic : List.of("as-in", "as-plain", "as-text", "as-both")) {
            kafka.createTopic(topic, 2);
        }
        pipeline(folder, "as", "as-in", """
                sinks:
                  plain: { from: w, kafka: { topic: as-plain } }
                  text:
                    from: w
                    kafka: { topic: as-text, delivery: at-least-once }
                    key: [service, window_start]
                    key-format: string
                    times: epoch-ms
                    timestamp: now
                  both: { from: [w, requests.rejected], kafka: { topic: as-both } }
                """);
        Instant before = Instant.now();
        records.send("as-in", 0, "k", "not json");
        feed("as-in", 0, 62);

        try (RunningProcess run = start(folder)) {
            awaitRows("as-plain", 2);
            awaitRows("as-text", 2);
            awaitRows("as-both", 3);
            run.terminate();
            assertThat(run.await(SOON).exitCode()).isZero();
        }

        Instant end = BEGIN.plusSeconds(60);
        assertThat(records.committed("as-plain"))
                .extracting(ConsumerRecord::key)
                .containsExactlyInAnyOrder("{\"service\":\"a\"}", "{\"service\":\"b\"}");
        assertThat(records.committed("as-plain"))
                .allSatisfy(record -> assertThat(record.timestamp()).isEqualTo(end.toEpochMilli() - 1));
        assertThat(records.committed("as-text"))
                .extracting(ConsumerRecord::key)
                .allMatch(key -> key.contains(Long.toString(BEGIN.toEpochMilli())));
        assertThat(records.committed("as-text"))
                .allSatisfy(record -> assertThat(record.timestamp()).isGreaterThanOrEqualTo(before.toEpochMilli()));
        assertThat(records.committedJson("as-text"))
                .allSatisfy(row -> assertThat(row.path("window_end").asLong()).isEqualTo(end.toEpochMilli()));
        assertThat(records.committed("as-both"))
                .filteredOn(record -> "k".equals(record.key()))
                .singleElement()
                .satisfies(record -> assertThat(record.value()).contains("\"reason\":\"malformed\""));
        assertThat(records.committedJson("as-both").stream()
                        .map(row -> row.path("node").asText()))
                .containsExactlyInAnyOrder("w", "w", "requests");
    }

    private void pipeline(Path folder, String name, String topic, String sinks) throws IOException {
        Files.writeString(folder.resolve("p.yaml"), HEAD.formatted(name, kafka.bootstrapServers(), topic) + sinks);
    }

    private static RunningProcess start(Path folder) {
        return Processes.startTidemark(folder, Map.of(), "run", "p.yaml", "--web-port", "0");
    }

    private static RunningProcess.Outcome run(Path folder) {
        try (RunningProcess process = start(folder)) {
            return process.await(Duration.ofSeconds(30));
        }
    }

    /** An event of service a and one of b each second, in both partitions alike. */
    private void feed(String topic, int fromSecond, int toSecond) {
        for (int second = fromSecond; second < toSecond; second++) {
            for (String service : List.of("a", "b")) {
                records.send(topic, second % 2, null, event(second, service));
            }
        }
        records.flush();
    }

    private static String event(int second, String service) {
        return "{\"ts\":\"" + BEGIN.plusSeconds(second) + "\",\"service\":\"" + service + "\",\"ms\":"
                + millis(second, service) + "}";
    }

    /** Service a is slow from the third minute to the seventh, b in the fifth and sixth; both have spikes. */
    private static int millis(int second, String service) {
        boolean isA = service.equals("a");
        if (second % 50 == (isA ? 0 : 25)) {
            return 1000;
        }
        int minute = second / 60;
        return (isA ? minute >= 2 && minute <= 6 : minute >= 4 && minute <= 5) ? 400 : 100;
    }

    private void awaitRows(String topic, int count) {
        await(count + " rows in " + topic)
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> records.committed(topic).size() >= count);
    }
}
