package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.connector.RequestGenerator;
import io.tidemark.event.Event;
import io.tidemark.testkit.MemoryPeak;
import io.tidemark.testkit.Processes;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A replay of one million generated requests: twice the same bytes, the right numbers, little memory. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplayMillionIT {
    private static final int COUNT = 1_000_000;
    private static final long SEED = 20260101;
    private static final int KEYS = 40;
    private static final double RATE = 1000;
    private static final long GIB = 1 << 30;
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<Double> PERCENTS = List.of(50.0, 95.0, 99.0, 99.9);
    private static final String PIPELINE = """
            name: million
            sources:
              requests:
                generate: { scenario: requests, rate: 1000, count: 1000000, seed: 20260101, keys: 40 }
                watermark: { out-of-orderness: 10s }
            windows:
              per-minute:
                from: requests
                key: [service, endpoint]
                tumbling: 1m
                aggregates:
                  n: count(*)
                  total: sum(latency_ms)
                  mean: avg(latency_ms)
                  least: min(latency_ms)
                  most: max(latency_ms)
                  deviation: stddev(latency_ms)
                  p50: p50(latency_ms)
                  p95: p95(latency_ms)
                  p99: p99(latency_ms)
                  p999: p999(latency_ms)
                  errors: count(*) FILTER (WHERE status >= 500)
              overall:
                from: requests
                key: []
                tumbling: 5m
                aggregates:
                  n: count(*)
                  total: sum(latency_ms)
                  mean: avg(latency_ms)
                  least: min(latency_ms)
                  most: max(latency_ms)
                  deviation: stddev(latency_ms)
                  p50: p50(latency_ms)
                  p95: p95(latency_ms)
                  p99: p99(latency_ms)
                  p999: p999(latency_ms)
                  errors: count(*) FILTER (WHERE status >= 500)
            sinks:
              minutes: { from: per-minute, print: {} }
              all: { from: overall, print: {} }
            """;

    @TempDir
    static Path folder;

    private final Map<String, LatencySample> perMinute = new TreeMap<>();
    private final Map<String, LatencySample> overall = new TreeMap<>();
    private RunningProcess.Outcome outcome = new RunningProcess.Outcome(-1, "", "");
    private long peakBytes;

    @BeforeAll
    void replayOnce() throws IOException {
        Files.writeString(folder.resolve("pipeline.yaml"), PIPELINE);
        outcome = replay("first");
        RequestGenerator generator = new RequestGenerator(RATE, SEED, KEYS, RequestGenerator.BASE);
        for (long i = 0; i < COUNT; i++) {
            Event event = generator.event(i);
            add(perMinute, event, event.get(1) + " " + event.get(2), Duration.ofMinutes(1));
            add(overall, event, "", Duration.ofMinutes(5));
        }
    }

    @Test
    void theLedgerAddsUpToOneMillion() {
        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(outcome.out().lines())
                .containsExactly(
                        "requests: read 1000000 = passed 1000000 + rejected 0 + skipped 0",
                        "per-minute: in 1000000 = counted 1000000 + filtered 0 + late 0 + failed 0",
                        "overall: in 1000000 = counted 1000000 + filtered 0 + late 0 + failed 0");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void memoryStaysBelowOneGibibyte() {
        assumeThat(MemoryPeak.isKnown()).isTrue();
        assertThat(peakBytes).isBetween(1L << 24, GIB);
    }

    @Test
    void theSameInputGivesTheSameBytes() throws IOException {
        RunningProcess.Outcome again = replay("second");

        assertThat(again.exitCode()).as(again::text).isZero();
        assertThat(again.out()).isEqualTo(outcome.out());
        for (String sink : List.of("minutes.jsonl", "all.jsonl")) {
            assertThat(folder.resolve("second").resolve(sink))
                    .hasSameBinaryContentAs(folder.resolve("first").resolve(sink));
        }
    }

    @Test
    void everyRowIsWhatAnIndependentComputationGives() throws IOException {
        assertRows("minutes.jsonl", perMinute);
        assertRows("all.jsonl", overall);
        assertThat(perMinute.values())
                .as("windows of both kinds: values kept, and a sketch")
                .anyMatch(LatencySample::isExact)
                .anyMatch(sample -> !sample.isExact());
    }

    private static void add(Map<String, LatencySample> samples, Event event, String key, Duration size) {
        long start = Math.floorDiv(event.time(), size.toMillis()) * size.toMillis();
        samples.computeIfAbsent(Instant.ofEpochMilli(start) + " " + key, it -> new LatencySample())
                .add((Double) Objects.requireNonNull(event.get(3)), (Long) Objects.requireNonNull(event.get(4)));
    }

    private RunningProcess.Outcome replay(String output) {
        try (RunningProcess process = Processes.startScripted(
                folder, "replay", folder.resolve("pipeline.yaml").toString(), "--output", output)) {
            MemoryPeak peak = new MemoryPeak(process.pid());
            process.awaitEnd(TIMEOUT, peak::look);
            peakBytes = Math.max(peakBytes, peak.bytes());
            return process.await(TIMEOUT);
        }
    }

    private void assertRows(String file, Map<String, LatencySample> expected) throws IOException {
        Map<String, JsonNode> rows = new TreeMap<>();
        for (String line : Files.readAllLines(folder.resolve("first").resolve(file))) {
            JsonNode row = JSON.readTree(line);
            String key = row.has("service")
                    ? row.path("service").asText() + " " + row.path("endpoint").asText()
                    : "";
            assertThat(rows.put(row.path("window_start").asText() + " " + key, row))
                    .as("one row a window and key: %s", line)
                    .isNull();
        }
        assertThat(rows.keySet()).isEqualTo(expected.keySet());
        rows.forEach((window, row) -> assertRow(row, Objects.requireNonNull(expected.get(window))));
    }

    private static void assertRow(JsonNode row, LatencySample sample) {
        assertThat(row.path("n").asLong()).as("n of %s", row).isEqualTo(sample.count());
        assertThat(row.path("errors").asLong()).as("errors of %s", row).isEqualTo(sample.errors());
        assertThat(row.path("total").asDouble()).as("total of %s", row).isEqualTo(sample.sum());
        assertThat(row.path("mean").asDouble()).as("mean of %s", row).isEqualTo(sample.mean());
        assertThat(row.path("least").asDouble()).as("least of %s", row).isEqualTo(sample.atRank(0));
        assertThat(row.path("most").asDouble()).as("most of %s", row).isEqualTo(sample.atRank(sample.count() - 1));
        assertThat(row.path("deviation").asDouble()).as("deviation of %s", row).isEqualTo(sample.deviation());
        double below = 0;
        for (double percent : PERCENTS) {
            String name = "p" + (percent == 99.9 ? "999" : Integer.toString((int) percent));
            double value = row.path(name).asDouble();
            sample.assertPercentile(percent, value, name + " of " + row);
            assertThat(value).as("%s of %s", name, row).isGreaterThanOrEqualTo(below);
            below = value;
        }
        assertThat(row.path("pane").asText()).isEqualTo("on-time");
        assertThat(row.path("revision").asInt(-1)).isZero();
    }
}
