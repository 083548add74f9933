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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a real broker: a silence of everything makes nobody idle, one of a single partition holds time back only so long. */
class SilenceIT {
    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final Duration IDLE_AFTER = Duration.ofSeconds(3);
    private static final Duration OUTAGE = Duration.ofSeconds(5);
    private static final String PIPELINE = """
            name: silence
            kafka: { servers: "%s" }
            sources:
              left:
                kafka: { topics: left }
                format: json
                event-time: ts
                fields: { ts: timestamp }
                watermark: { out-of-orderness: 0s, idle-after: 3s, future-limit: none }
              right:
                kafka: { topics: right }
                format: json
                event-time: ts
                fields: { ts: timestamp }
                watermark: { out-of-orderness: 0s, idle-after: 3s, future-limit: none }
            windows:
              counts_left: { from: left, key: [], tumbling: 1m, aggregates: { n: count(*) } }
              counts_right: { from: right, key: [], tumbling: 1m, aggregates: { n: count(*) } }
            sinks:
              left_results: { from: counts_left, kafka: { topic: left-results } }
              right_results: { from: counts_right, kafka: { topic: right-results } }
              late: { from: [counts_left.late, counts_right.late], kafka: { topic: late } }
              rejects: { from: [left.rejected, right.rejected], kafka: { topic: rejects } }
            parallelism: %d
            flink: { execution.checkpointing.interval: 200ms, restart-strategy.type: fixed-delay,
                     restart-strategy.fixed-delay.attempts: 3, restart-strategy.fixed-delay.delay: 10ms }
            """;

    @TempDir
    Path folder;

    private EmbeddedKafka kafka;
    private TopicWriter in;
    private ResultTopic left;
    private ResultTopic right;
    private ResultTopic late;
    private ResultTopic rejects;

    @BeforeEach
    void start() throws Exception {
        FailingEnds.disarm();
        kafka = EmbeddedKafka.start();
        kafka.createTopic("left", 2);
        kafka.createTopic("right", 1);
        for (String topic : List.of("left-results", "right-results", "late", "rejects")) {
            kafka.createTopic(topic, 1);
        }
        in = new TopicWriter(kafka.bootstrapServers());
        left = new ResultTopic(kafka, "left-results");
        right = new ResultTopic(kafka, "right-results");
        late = new ResultTopic(kafka, "late");
        rejects = new ResultTopic(kafka, "rejects");
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable open : List.of(in, left, right, late, rejects, kafka)) {
            open.close();
        }
    }

    /** At parallelism 1 a subtask reads both partitions of the left source, at 2 each one, at 3 the last one none. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aBrokerThatIsAwayMakesNoEventLate(int parallelism) throws Exception {
        try (LiveJob job = job(parallelism)) {
            givenAllHaveSpoken();

            kafka.pause();
            pass(OUTAGE);
            kafka.resume();

            thenNothingIsLateThoughOneReturnsFirst();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aSilenceOfEverythingMakesNoEventLate(int parallelism) throws Exception {
        try (LiveJob job = job(parallelism)) {
            givenAllHaveSpoken();

            pass(OUTAGE);

            thenNothingIsLateThoughOneReturnsFirst();
        }
    }

    /** Reports B02 and B04: a partition that never gets a record, and a subtask without a partition. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void aPartitionThatIsSilentWhileTheOtherSpeaksHoldsTimeBackOnlySoLong(int parallelism) throws Exception {
        try (LiveJob job = job(parallelism)) {
            for (long second : List.of(0L, 30L, 61L, 125L)) {
                send("left", 0, second);
            }
            List<Map<String, String>> rows = left.await(2, () -> send("left", 0, 125));

            assertThat(rows)
                    .extracting(row -> row.get("window_start") + " " + row.get("n"))
                    .containsExactly("2026-01-01T00:00:00Z 2", "2026-01-01T00:01:00Z 1");
            assertThat(late.settled()).isEmpty();
        }
    }

    /** Report B05: idle and active again. */
    @Test
    void whatReturnsBehindTimeIsLateAndTheJobGoesOn() throws Exception {
        try (LiveJob job = job(2)) {
            send("left", 0, 0);
            send("left", 1, 10);
            send("left", 0, 70);
            left.await(1, () -> send("left", 0, 130));

            send("left", 1, 50);
            assertThat(late.await(1))
                    .singleElement()
                    .satisfies(row -> assertThat(row).containsEntry("event_time", "2026-01-01T00:00:50Z"));

            send("left", 0, 190);
            send("left", 1, 190);
            List<Map<String, String>> rows = left.await(3);
            assertThat(rows.get(0)).containsEntry("n", "2");
            assertThat(rows.get(1)).containsEntry("n", "1");
            assertThat(late.settled()).hasSize(1);
        }
    }

    /** From 58 s on the clock takes it past the window's end, also for the partition that has never spoken. */
    @Test
    void aQuietSourceClosesItsLastWindow() throws Exception {
        String text = PIPELINE.formatted(kafka.bootstrapServers(), 2).replace("idle-after: 3s", "quiet-after: 1s");
        try (LiveJob job = LiveJob.start(text, folder, null)) {
            send("left", 0, 30);
            send("left", 0, 58);
            assertThat(left.await(1))
                    .singleElement()
                    .satisfies(row -> assertThat(row)
                            .containsEntry("window_start", "2026-01-01T00:00:00Z")
                            .containsEntry("n", "2"));

            send("left", 1, 58);
            assertThat(late.await(1))
                    .singleElement()
                    .satisfies(row -> assertThat(row).containsEntry("event_time", "2026-01-01T00:00:58Z"));
        }
    }

    private LiveJob job(int parallelism) throws Exception {
        return LiveJob.start(PIPELINE.formatted(kafka.bootstrapServers(), parallelism), folder, null);
    }

    private void givenAllHaveSpoken() {
        for (long second : List.of(0L, 59L, 61L)) {
            send("left", 0, second);
            send("left", 1, second);
            send("right", 0, second);
        }
        assertThat(left.await(1))
                .singleElement()
                .satisfies(row -> assertThat(row).containsEntry("n", "4"));
        assertThat(right.await(1))
                .singleElement()
                .satisfies(row -> assertThat(row).containsEntry("n", "2"));
    }

    private void thenNothingIsLateThoughOneReturnsFirst() throws Exception {
        send("left", 0, 119);
        send("left", 0, 200);
        in.send("left", 0, null, bytes("read so far"));
        in.flush();
        rejects.await(1);
        send("left", 1, 62);
        send("left", 1, 200);
        send("right", 0, 63);
        send("right", 0, 200);

        assertThat(left.await(2).get(1)).containsEntry("n", "4");
        assertThat(right.await(2).get(1)).containsEntry("n", "2");
        assertThat(late.settled()).isEmpty();
    }

    private static void pass(Duration time) {
        await().pollDelay(time).atMost(time.plus(IDLE_AFTER)).until(() -> true);
    }

    private void send(String topic, int partition, long second) {
        in.send(topic, partition, null, bytes("{\"ts\":" + (START + second * 1000) + "}"));
        in.flush();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
