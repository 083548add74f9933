package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.connector.TopicWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a real broker: time does not go back by a restart, so what was late stays late and no window comes out twice. */
class TimeAcrossRestartIT {
    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final String PIPELINE = """
            name: restart
            kafka: { servers: "%s" }
            sources:
              requests:
                kafka: { topics: requests }
                format: json
                event-time: ts
                fields: { ts: timestamp }
                watermark: { out-of-orderness: 1s, future-limit: none }
            windows:
              counts:
                from: requests
                key: []
                tumbling: 1m
                aggregates: { n: count(*) }
            sinks:
              results: { from: counts, kafka: { topic: results } }
              late: { from: counts.late, kafka: { topic: late } }
              rejects: { from: requests.rejected, kafka: { topic: rejects } }
            parallelism: %d
            flink: { execution.checkpointing.interval: 200ms, restart-strategy.type: fixed-delay,
                     restart-strategy.fixed-delay.attempts: 3, restart-strategy.fixed-delay.delay: 10ms,
                     execution.checkpointing.unaligned.enabled: %b,
                     execution.checkpointing.aligned-checkpoint-timeout: 0s }
            """;

    @TempDir
    Path folder;

    private EmbeddedKafka kafka;
    private TopicWriter in;

    @BeforeEach
    void start() throws Exception {
        FailingEnds.disarm();
        kafka = EmbeddedKafka.start();
        kafka.createTopic("requests", 2);
        for (String topic : List.of("results", "late", "rejects")) {
            kafka.createTopic(topic, 1);
        }
        in = new TopicWriter(kafka.bootstrapServers());
    }

    @AfterEach
    void stop() throws Exception {
        in.close();
        kafka.close();
    }

    @ParameterizedTest(name = "parallelism {0}, unaligned {1}")
    @CsvSource({"1,false", "1,true", "2,false", "2,true"})
    void whatWasLateBeforeAFailureIsLateAfterIt(int parallelism, boolean unaligned) throws Exception {
        try (LiveJob job = LiveJob.start(text(parallelism, unaligned), folder, null);
                ResultTopic results = new ResultTopic(kafka, "results");
                ResultTopic late = new ResultTopic(kafka, "late");
                ResultTopic rejects = new ResultTopic(kafka, "rejects")) {
            givenAClosedWindowAndALateEvent(results, late);

            // One record more makes the source fail; it is read again, and behind it come the late ones.
            FailingEnds.failAfter(0);
            sendLateOnes();
            await().atMost(Duration.ofSeconds(60)).until(() -> FailingEnds.failures() == 1);

            thenTheyAreLateOnceEach(results, late, rejects);
        }
    }

    @ParameterizedTest(name = "{0} to {1}, unaligned {2}")
    @CsvSource({"1,2,false", "2,1,false", "2,1,true"})
    void whatWasLateIsLateAfterRescaling(int before, int after, boolean unaligned) throws Exception {
        String savepoint;
        try (ResultTopic results = new ResultTopic(kafka, "results");
                ResultTopic late = new ResultTopic(kafka, "late");
                ResultTopic rejects = new ResultTopic(kafka, "rejects")) {
            try (LiveJob job = LiveJob.start(text(before, unaligned), folder, null)) {
                givenAClosedWindowAndALateEvent(results, late);
                savepoint = job.stop();
            }
            sendLateOnes();
            try (LiveJob job = LiveJob.start(text(after, unaligned), folder, savepoint)) {
                thenTheyAreLateOnceEach(results, late, rejects);
            }
        }
    }

    private String text(int parallelism, boolean unaligned) {
        return PIPELINE.formatted(kafka.bootstrapServers(), parallelism, unaligned);
    }

    private void givenAClosedWindowAndALateEvent(ResultTopic results, ResultTopic late) {
        send(0, 10);
        send(1, 20);
        send(0, 90);
        send(1, 95);
        results.await(1);
        send(1, 30);
        late.await(1);
    }

    private void sendLateOnes() {
        send(0, 31);
        send(1, 32);
        // Rejected, so that it moves no time, but shows that all before it has been read.
        in.send("requests", 0, null, bytes("end"));
        in.send("requests", 1, null, bytes("end"));
        in.flush();
    }

    private void thenTheyAreLateOnceEach(ResultTopic results, ResultTopic late, ResultTopic rejects) throws Exception {
        late.await(3);
        rejects.await(2);
        send(0, 125);
        send(1, 125);
        results.await(2);
        assertThat(late.settled())
                .extracting(row -> row.get("event_time"))
                .containsExactlyInAnyOrder("2026-01-01T00:00:30Z", "2026-01-01T00:00:31Z", "2026-01-01T00:00:32Z");
        List<Map<String, String>> windows = results.settled();
        assertThat(windows)
                .extracting(row -> row.get("window_start") + " " + row.get("n"))
                .containsExactlyInAnyOrder("2026-01-01T00:00:00Z 2", "2026-01-01T00:01:00Z 2");
    }

    private void send(int partition, long second) {
        in.send("requests", partition, null, bytes("{\"ts\":" + (START + second * 1000) + "}"));
        in.flush();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
