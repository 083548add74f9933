package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.connector.LoginGenerator;
import io.tidemark.connector.TopicReader;
import io.tidemark.connector.TopicWriter;
import io.tidemark.event.Event;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.testkit.Replay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Patterns on a real broker, exactly once, in a job whose task is killed again and again: the alerts are those of a replay of
 * the same records, each once.
 */
final class PatternExactlyOnceIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant BASE = Instant.parse("2026-01-01T00:00:00Z");
    private static final int LOGINS = 3000;
    private static final int FAILURES = 3;
    private static final String PIPELINE = """
            name: patterns
            kafka: { servers: "%s" }
            sources:
              in:
                kafka: { topics: logins }
                format: json
                event-time: timestamp
                fields: { timestamp: timestamp, user: string, ip: string, success: boolean }
                watermark: { out-of-orderness: 5s, future-limit: none }
            alerts:
              three:
                from: in
                key: user
                pattern: { name: failed, where: NOT success, times: 3 }
                within: 5m
                after-match: no-skip
                message: "{user} from {failed.ip}"
              guessed:
                from: in
                key: user
                pattern:
                  - { name: failed, where: NOT success, times: { min: 4 } }
                  - { name: succeeded, where: success AND ip = failed.ip }
                within: 10m
              given-up:
                from: in
                key: user
                pattern:
                  - { name: failed, where: NOT success }
                  - { name: again, where: ip = failed.ip, not: true }
                within: 20s
            sinks:
              alerts: { from: [three, guessed, given-up], kafka: { topic: alerts } }
              late: { from: [three.late, guessed.late, given-up.late], kafka: { topic: late } }
            parallelism: %d
            flink: { execution.checkpointing.interval: 200ms, restart-strategy.type: fixed-delay,
                     restart-strategy.fixed-delay.attempts: 10, restart-strategy.fixed-delay.delay: 10ms }
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void alertsAreThoseOfAReplayEachOnce(int parallelism) throws Exception {
        List<String> lines = lines();
        List<JsonNode> expected =
                Replay.run(folder, PIPELINE.formatted("unused:9092", 1), lines).rows("alerts");
        assertThat(expected).hasSizeGreaterThan(LOGINS / 20);
        for (String alert : List.of("three", "guessed", "given-up")) {
            assertThat(expected).anyMatch(row -> row.path("alert").asText().equals(alert));
        }

        FailingEnds.disarm();
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            for (String topic : List.of("logins", "alerts", "late")) {
                kafka.createTopic(topic, 2);
            }
            JobClient job = start(Pipelines.read(PIPELINE.formatted(kafka.bootstrapServers(), parallelism)));
            try (TopicWriter in = new TopicWriter(kafka.bootstrapServers());
                    TopicReader alerts = new TopicReader(kafka.bootstrapServers(), "alerts")) {
                List<JsonNode> rows = new ArrayList<>();
                int part = LOGINS / (FAILURES + 1);
                for (int sent = 0; sent < LOGINS; sent += part) {
                    send(in, lines.subList(sent, sent + part));
                    int before = rows.size();
                    await().atMost(Duration.ofSeconds(90)).until(() -> read(alerts, rows) > before);
                    if (sent + part < LOGINS) {
                        FailingEnds.failAfter(part / 3);
                    }
                }
                send(in, lines.subList(LOGINS, lines.size()));
                await().atMost(Duration.ofSeconds(90)).until(() -> read(alerts, rows) >= expected.size());
                for (int i = 0; i < 10; i++) {
                    read(alerts, rows); // what two more checkpoints may bring
                }

                assertThat(FailingEnds.failures()).isEqualTo(FAILURES);
                assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
            } finally {
                job.cancel().get();
            }
        }
    }

    /** The records, and one for each partition long after them. */
    private static List<String> lines() {
        LoginGenerator generator = new LoginGenerator(5, 7, 40, BASE);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LOGINS; i++) {
            Event event = generator.event(i);
            lines.add(line(event.time(), event.get(1), event.get(2), event.get(3)));
        }
        for (String user : List.of("a", "b")) {
            lines.add(line(BASE.plus(Duration.ofHours(2)).toEpochMilli(), user, "10.0.0.1", true));
        }
        assertThat(partition(lines.get(LOGINS))).isNotEqualTo(partition(lines.get(LOGINS + 1)));
        return lines;
    }

    private static String line(
            long time, @Nullable Object user, @Nullable Object ip, @Nullable Object success) {
        return "{\"timestamp\":" + time + ",\"user\":\"" + user + "\",\"ip\":\"" + ip + "\",\"success\":" + success
                + "}";
    }

    /** The records of a user are in one partition, so that their order is one. */
    private static int partition(String line) {
        return Math.floorMod(line.replaceAll(".*\"user\":\"([^\"]*)\".*", "$1").hashCode(), 2);
    }

    private static void send(TopicWriter in, List<String> lines) {
        lines.forEach(line -> in.send("logins", partition(line), null, line.getBytes(StandardCharsets.UTF_8)));
        in.flush();
    }

    private static int read(TopicReader reader, List<JsonNode> rows) throws IOException {
        for (TopicReader.Message message : reader.poll(Duration.ofMillis(200))) {
            rows.add(JSON.readTree(Objects.requireNonNull(message.value())));
        }
        return rows.size();
    }

    private JobClient start(PipelineSpec spec) throws Exception {
        Configuration settings = FlinkSettings.of(spec.flink());
        settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
        settings.set(RestOptions.BIND_ADDRESS, "localhost");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(settings);
        env.setParallelism(Objects.requireNonNull(spec.parallelism()));
        Pipeline.compose(spec, new FailingEnds(new LiveEnds(env, spec)));
        return env.executeAsync(spec.name());
    }
}
