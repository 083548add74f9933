package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.connector.TopicWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pipeline on a real broker whose task throws in mid-stream: each window comes out exactly once, with the right values. */
class ExactlyOnceIT {
    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final long MINUTE = 60_000;
    private static final String PIPELINE = """
            name: exactly-once
            kafka: { servers: "%s" }
            sources:
              requests:
                kafka: { topics: requests }
                format: json
                event-time: ts
                fields: { ts: timestamp, service: string, latency_ms: double }
                watermark: { out-of-orderness: 1s, future-limit: none }
            windows:
              latency:
                from: requests
                key: service
                tumbling: 1m
                aggregates:
                  n: count(*)
                  total: sum(latency_ms)
                  p50: p50(latency_ms)
            sinks:
              results: { from: latency, kafka: { topic: results } }
              late: { from: latency.late, kafka: { topic: late } }
              rejects: { from: requests.rejected, kafka: { topic: rejects } }
            parallelism: %d
            flink: { execution.checkpointing.interval: 300ms, restart-strategy.type: fixed-delay,
                     restart-strategy.fixed-delay.attempts: 3, restart-strategy.fixed-delay.delay: 10ms }
            """;

    @TempDir
    Path folder;

    private final Map<String, List<Double>> expected = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void eachWindowComesOutExactlyOnceThoughTheTaskThrows(int parallelism) throws Exception {
        FailingEnds.disarm();
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            for (String topic : List.of("requests", "results", "late", "rejects")) {
                kafka.createTopic(topic, 2);
            }
            try (TopicWriter in = new TopicWriter(kafka.bootstrapServers());
                    ResultTopic results = new ResultTopic(kafka, "results");
                    ResultTopic late = new ResultTopic(kafka, "late");
                    ResultTopic rejects = new ResultTopic(kafka, "rejects");
                    LiveJob job =
                            LiveJob.start(PIPELINE.formatted(kafka.bootstrapServers(), parallelism), folder, null)) {
                sendMinutes(in, 0, 5);
                push(in, 6);
                results.await(expected.size());
                in.send("requests", 0, null, event(START + 30_000, "a", 1));
                in.send("requests", 1, null, bytes("not json"));
                late.await(1);
                rejects.await(1);

                FailingEnds.failAfter(100);
                sendMinutes(in, 7, 12);
                push(in, 20);
                results.await(expected.size() + 1); // and the first push

                assertThat(FailingEnds.failures()).isEqualTo(1);
                assertThat(windows(results.settled())).isEqualTo(expectedWindows());
                assertThat(late.settled())
                        .singleElement()
                        .satisfies(row ->
                                assertThat(row).containsEntry("reason", "late").containsEntry("node", "latency"));
                assertThat(rejects.settled())
                        .singleElement()
                        .satisfies(row -> assertThat(row)
                                .containsEntry("reason", "malformed")
                                .containsEntry("payload", "not json"));
            }
        }
    }

    private void sendMinutes(TopicWriter in, int from, int to) {
        for (long minute = from; minute < to; minute++) {
            for (int i = 0; i < 60; i++) {
                String service = "abc".substring(i % 3, i % 3 + 1);
                double latency = minute * 100 + i + 0.1;
                in.send("requests", i % 2, null, event(START + minute * MINUTE + i * 1000, service, latency));
                expected.computeIfAbsent(service + "@" + minute, key -> new ArrayList<>())
                        .add(latency);
            }
        }
        in.flush();
    }

    /** Moves time on in both partitions. */
    private static void push(TopicWriter in, int minute) {
        in.send("requests", 0, null, event(START + minute * MINUTE, "push", 0));
        in.send("requests", 1, null, event(START + minute * MINUTE, "push", 0));
        in.flush();
    }

    private Map<String, String> expectedWindows() {
        Map<String, String> windows = new TreeMap<>();
        expected.forEach((key, values) -> windows.put(
                key,
                values.size() + " "
                        + values.stream()
                                .map(java.math.BigDecimal::new)
                                .reduce(java.math.BigDecimal.ZERO, java.math.BigDecimal::add)
                                .doubleValue()
                        + " " + median(values)));
        return windows;
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(it -> it).sorted().toArray();
        int half = sorted.length / 2;
        return sorted[half - 1] + (sorted[half] - sorted[half - 1]) * 0.5;
    }

    private static byte[] event(long time, String service, double latency) {
        return bytes("{\"ts\":" + time + ",\"service\":\"" + service + "\",\"latency_ms\":" + latency + "}");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Service and minute to the values; a second row of a window makes it fail. */
    private static Map<String, String> windows(List<Map<String, String>> rows) {
        Map<String, String> windows = new TreeMap<>();
        for (Map<String, String> row : rows) {
            if ("push".equals(row.get("service"))) {
                continue;
            }
            long start = Instant.parse(Objects.requireNonNull(row.get("window_start")))
                    .toEpochMilli();
            String key = row.get("service") + "@" + (start - START) / MINUTE;
            assertThat(windows.put(key, row.get("n") + " " + row.get("total") + " " + row.get("p50")))
                    .as("second row of " + key)
                    .isNull();
        }
        return windows;
    }
}
