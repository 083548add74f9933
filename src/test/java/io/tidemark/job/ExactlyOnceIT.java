package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.codec.FlatJson;
import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.connector.TopicReader;
import io.tidemark.connector.TopicWriter;
import io.tidemark.event.Decoded;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
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

    private static final AtomicBoolean ARMED = new AtomicBoolean();
    private static final AtomicInteger FAILURES = new AtomicInteger();

    @TempDir
    Path folder;

    private final Map<String, List<Double>> expected = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void eachWindowComesOutExactlyOnceThoughTheTaskThrows(int parallelism) throws Exception {
        ARMED.set(false);
        FAILURES.set(0);
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            for (String topic : List.of("requests", "results", "late", "rejects")) {
                kafka.createTopic(topic, 2);
            }
            PipelineSpec spec = Pipelines.read(PIPELINE.formatted(kafka.bootstrapServers(), parallelism));
            JobClient job = start(spec);
            try (TopicWriter in = new TopicWriter(kafka.bootstrapServers());
                    Topic results = new Topic(kafka, "results");
                    Topic late = new Topic(kafka, "late");
                    Topic rejects = new Topic(kafka, "rejects")) {
                sendMinutes(in, 0, 5);
                push(in, 6);
                results.awaitRows(rowsOf(5));
                in.send("requests", 0, null, event(START + 30_000, "a", 1));
                in.send("requests", 1, null, bytes("not json"));
                late.awaitRows(1);
                rejects.awaitRows(1);

                ARMED.set(true);
                sendMinutes(in, 7, 12);
                push(in, 20);
                results.awaitRows(expected.size());

                assertThat(FAILURES).hasValue(1);
                results.settle();
                assertThat(results.windows()).isEqualTo(expectedWindows());
                assertThat(late.rows)
                        .singleElement()
                        .satisfies(row ->
                                assertThat(row).containsEntry("reason", "late").containsEntry("node", "latency"));
                assertThat(rejects.rows)
                        .singleElement()
                        .satisfies(row -> assertThat(row)
                                .containsEntry("reason", "malformed")
                                .containsEntry("payload", "not json"));
            } finally {
                job.cancel().get();
            }
        }
    }

    private JobClient start(PipelineSpec spec) throws Exception {
        Configuration settings = FlinkSettings.of(spec.flink());
        settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
        settings.set(RestOptions.BIND_ADDRESS, "localhost");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(settings);
        env.setParallelism(Objects.requireNonNull(spec.parallelism()));
        Pipeline.compose(spec, new Failing(new LiveEnds(env, spec)));
        return env.executeAsync(spec.name());
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

    private static int rowsOf(int minutes) {
        return 3 * minutes;
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

    /** What a read_committed reader has seen of a topic. */
    private static final class Topic implements AutoCloseable {
        final List<Map<String, String>> rows = new ArrayList<>();
        private final TopicReader reader;

        Topic(EmbeddedKafka kafka, String name) {
            reader = new TopicReader(kafka.bootstrapServers(), name);
        }

        void awaitRows(int count) {
            await().atMost(Duration.ofSeconds(90)).until(() -> {
                read();
                return rows.stream()
                                .filter(row -> !"push".equals(row.get("service")))
                                .count()
                        >= count;
            });
        }

        /** Reads what two more checkpoints may bring. */
        void settle() throws IOException {
            for (int i = 0; i < 10; i++) {
                read();
            }
        }

        private void read() throws IOException {
            for (TopicReader.Message message : reader.poll(Duration.ofMillis(200))) {
                rows.add(FlatJson.read(Objects.requireNonNull(message.value())));
            }
        }

        /** Service and minute to the values; a second row of a window makes it fail. */
        Map<String, String> windows() {
            Map<String, String> windows = new TreeMap<>();
            for (Map<String, String> row : rows) {
                if ("push".equals(row.get("service"))) {
                    continue;
                }
                long minute = (Instant.parse(Objects.requireNonNull(row.get("window_start")))
                                        .toEpochMilli()
                                - START)
                        / MINUTE;
                String key = row.get("service") + "@" + minute;
                assertThat(windows.put(key, row.get("n") + " " + row.get("total") + " " + row.get("p50")))
                        .as("second row of " + key)
                        .isNull();
            }
            return windows;
        }

        @Override
        public void close() {
            reader.close();
        }
    }

    /** Throws once, at the fiftieth record after it was armed. */
    private record Failing(PipelineEnds ends) implements PipelineEnds {
        @Override
        public DataStream<Decoded> open(Uids uids, SourceSpec source) {
            DataStream<Decoded> decoded = ends.open(uids, source);
            return Parallel.alike(decoded.map(new ThrowsOnce(), decoded.getType()), decoded)
                    .uid("throws-once-" + source.name());
        }

        @Override
        public void write(Uids uids, SinkSpec sink, List<NodeStream> from) {
            ends.write(uids, sink, from);
        }
    }

    private static final class ThrowsOnce implements MapFunction<Decoded, Decoded> {
        private static final long serialVersionUID = 1;
        private int sinceArmed;

        @Override
        public Decoded map(Decoded decoded) {
            if (ARMED.get() && ++sinceArmed == 50 && ARMED.compareAndSet(true, false)) {
                FAILURES.incrementAndGet();
                throw new IllegalStateException("the test wants it so");
            }
            return decoded;
        }
    }
}
