package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.connector.TopicWriter;
import io.tidemark.job.FailingEnds.Read;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two sources that have nothing to do with each other, one of which has everything there to be read from the start. */
class AlignIT {
    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final long MINUTE_MS = 60_000;
    private static final int MINUTES = 100;
    private static final int DRIFT_MINUTES = 20;
    private static final String PIPELINE = """
            name: align
            kafka: { servers: "%s" }
            sources:
              fast:
                %s
                format: json
                event-time: ts
                fields: { ts: timestamp }
                watermark: { out-of-orderness: 0s, idle-after: %s, future-limit: none%s }
              slow:
                %s
                format: json
                event-time: ts
                fields: { ts: timestamp }
                watermark: { out-of-orderness: 0s, idle-after: %s, future-limit: none }
            windows:
              counts_fast: { from: fast, key: [], tumbling: 1m, aggregates: { n: count(*) } }
              counts_slow: { from: slow, key: [], tumbling: 1m, aggregates: { n: count(*) } }
            sinks:
              results: { from: [counts_fast, counts_slow], kafka: { topic: results } }
              late: { from: [counts_fast.late, counts_slow.late], kafka: { topic: late } }
            parallelism: %d
            flink: { execution.checkpointing.interval: 200ms, execution.checkpointing.tolerable-failed-checkpoints: 100,
                     restart-strategy.type: fixed-delay,
                     restart-strategy.fixed-delay.attempts: 3, restart-strategy.fixed-delay.delay: 10ms }
            """;
    private static final String ALIGN = ", align: { max-drift: " + DRIFT_MINUTES + "m }";
    private static final String LONG = "10m";

    @TempDir
    Path folder;

    private EmbeddedKafka kafka;
    private TopicWriter in;
    private ResultTopic late;
    private ResultTopic results;

    @BeforeEach
    void start() throws Exception {
        FailingEnds.disarm();
        kafka = EmbeddedKafka.start();
        for (String topic : List.of("fast", "slow", "results", "late")) {
            kafka.createTopic(topic, 1);
        }
        in = new TopicWriter(kafka.bootstrapServers());
        late = new ResultTopic(kafka, "late");
        results = new ResultTopic(kafka, "results");
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable open : List.of(in, late, results, kafka)) {
            open.close();
        }
    }

    @Test
    void withoutAlignASourceRunsAheadOfAnother() throws Exception {
        sendAll("fast");
        send("slow", 0);
        try (LiveJob job = kafkaJob("", LONG, 1)) {
            awaitReads("fast", MINUTES);
            assertThat(times("slow")).hasSizeLessThanOrEqualTo(1);
        }
    }

    /** At parallelism 2 the second subtask of either source has no partition. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSourceThatIsAheadWaits(int parallelism) throws Exception {
        sendAll("fast");
        send("slow", 0);
        try (LiveJob job = kafkaJob(ALIGN, LONG, parallelism)) {
            awaitReads("fast", DRIFT_MINUTES);
            IntStream.range(1, MINUTES).forEach(minute -> send("slow", minute));
            awaitReads("fast", MINUTES);

            thenFastWasNeverFarAhead(0);
            assertThat(late.settled()).isEmpty();
        }
    }

    @Test
    void aSourceOfFilesWaitsToo() throws Exception {
        send("slow", 0);
        String files = "files: { path: \"" + fileOfAll() + "\" }";
        try (LiveJob job = job(files, ALIGN, "kafka: { topics: slow }", LONG, 1)) {
            awaitReads("fast", DRIFT_MINUTES);
            IntStream.range(1, MINUTES).forEach(minute -> send("slow", minute));
            awaitReads("fast", MINUTES);

            thenFastWasNeverFarAhead(0);
        }
    }

    @Test
    void aSourceThatIsAheadWaitsAgainAfterARestart() throws Exception {
        sendAll("fast");
        send("slow", 0);
        String savepoint;
        try (LiveJob job = kafkaJob(ALIGN, LONG, 1)) {
            awaitReads("fast", DRIFT_MINUTES);
            results.await(1); // all tasks run
            savepoint = job.stop();
        }
        try (LiveJob job = LiveJob.start(kafkaPipeline(ALIGN, LONG, 1), folder, savepoint)) {
            IntStream.range(1, 40).forEach(minute -> send("slow", minute));
            awaitReads("fast", 40);
            FailingEnds.failAfter(1);
            IntStream.range(40, MINUTES).forEach(minute -> send("slow", minute));
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> times("fast").stream().distinct().count() == MINUTES);

            assertThat(FailingEnds.failures()).isEqualTo(1);
            // What it was given back it reads one event of, before it is known to be ahead.
            thenFastWasNeverFarAhead(1);
            assertThat(late.settled()).isEmpty();
        }
    }

    @Test
    void aSourceThatHasEndedHoldsNobodyBackNotEvenAfterARestart() throws Exception {
        send("fast", 0);
        Path file = Files.writeString(folder.resolve("slow.jsonl"), record(0) + "\n");
        String slow = "files: { path: \"" + file + "\" }";
        String savepoint;
        try (LiveJob job = job("kafka: { topics: fast }", ALIGN, slow, LONG, 1)) {
            IntStream.range(1, MINUTES).forEach(minute -> send("fast", minute));
            awaitReads("fast", MINUTES);
            results.await(1);
            savepoint = job.stop();
        }
        String text = pipeline("kafka: { topics: fast }", ALIGN, slow, "1s", 1);
        try (LiveJob job = LiveJob.start(text, folder, savepoint)) {
            IntStream.range(MINUTES, 2 * MINUTES).forEach(minute -> send("fast", minute));
            awaitReads("fast", 2 * MINUTES);
        }
    }

    /** What nobody reads together with others is not late for having been silent while these went on a day ahead. */
    @ParameterizedTest
    @ValueSource(strings = {"", ALIGN})
    void aSourceThatIsSilentAsAWholeNeitherHoldsOthersBackNorIsLateForTheirTime(String align) throws Exception {
        send("slow", 0);
        send("fast", 0);
        try (LiveJob job = kafkaJob(align, "500ms", 2)) {
            awaitReads("slow", 1);
            awaitReads("fast", 1);
            int day = 24 * 60;
            int[] next = {day};
            await().pollInterval(Duration.ofMillis(100))
                    .pollDelay(Duration.ofMillis(100))
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> {
                        send("fast", next[0]++);
                        return next[0] > day + 30 && times("fast").size() > 20;
                    });

            send("slow", 0);
            send("slow", 5);
            awaitReads("slow", 3);
            assertThat(late.settled()).isEmpty();
        }
    }

    private void thenFastWasNeverFarAhead(int more) {
        long slowest = Long.MAX_VALUE;
        for (Read read : FailingEnds.reads()) {
            if (read.source().equals("slow")) {
                slowest = slowest == Long.MAX_VALUE ? read.time() : Math.max(slowest, read.time());
            } else if (read.time() > START + more * MINUTE_MS) {
                assertThat(slowest).as("slow has spoken before").isNotEqualTo(Long.MAX_VALUE);
                // It waits from the first event on that is too far ahead.
                assertThat(read.time()).isLessThanOrEqualTo(slowest + (DRIFT_MINUTES + 1 + more) * MINUTE_MS);
            }
        }
    }

    private static void awaitReads(String source, int count) {
        await().atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(times(source)).hasSizeGreaterThanOrEqualTo(count));
    }

    private static List<Long> times(String source) {
        return FailingEnds.reads().stream()
                .filter(read -> read.source().equals(source))
                .map(Read::time)
                .toList();
    }

    private LiveJob kafkaJob(String align, String idleAfter, int parallelism) throws Exception {
        return LiveJob.start(kafkaPipeline(align, idleAfter, parallelism), folder, null);
    }

    private String kafkaPipeline(String align, String idleAfter, int parallelism) {
        return pipeline("kafka: { topics: fast }", align, "kafka: { topics: slow }", idleAfter, parallelism);
    }

    private LiveJob job(String fast, String align, String slow, String idleAfter, int parallelism) throws Exception {
        return LiveJob.start(pipeline(fast, align, slow, idleAfter, parallelism), folder, null);
    }

    private String pipeline(String fast, String align, String slow, String idleAfter, int parallelism) {
        return PIPELINE.formatted(kafka.bootstrapServers(), fast, idleAfter, align, slow, idleAfter, parallelism);
    }

    private Path fileOfAll() throws Exception {
        String lines = IntStream.range(0, MINUTES).mapToObj(AlignIT::record).collect(Collectors.joining("\n"));
        return Files.writeString(folder.resolve("fast.jsonl"), lines);
    }

    private void sendAll(String topic) {
        IntStream.range(0, MINUTES).forEach(minute -> send(topic, minute));
    }

    private void send(String topic, int minute) {
        in.send(topic, 0, null, record(minute).getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    private static String record(int minute) {
        return "{\"ts\":" + (START + minute * MINUTE_MS) + "}";
    }
}
