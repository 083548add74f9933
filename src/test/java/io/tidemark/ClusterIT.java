package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.testkit.FlinkCluster;
import io.tidemark.testkit.KafkaRecords;
import io.tidemark.testkit.Processes;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The fat jar and the shipped pipeline on a real cluster of processes, with a real broker. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ClusterIT {
    private static final Path PIPELINE =
            Path.of("flink-conf/pipelines/request-latency.yaml").toAbsolutePath();
    private static final List<String> OPTIONS = List.of("-p", "2", "-D", "execution.checkpointing.interval=1s");
    private static final List<String> TOPICS = List.of("requests", "latency-1m", "alerts", "late", "rejects");
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> SERVICES = List.of("cart", "search", "checkout");

    @SuppressWarnings("NullAway.Init")
    private EmbeddedKafka kafka;

    @SuppressWarnings("NullAway.Init")
    private KafkaRecords records;

    @SuppressWarnings("NullAway.Init")
    private FlinkCluster cluster;

    @BeforeAll
    void startClusterAndBroker() throws IOException {
        kafka = EmbeddedKafka.start();
        records = new KafkaRecords(kafka.bootstrapServers());
        cluster = FlinkCluster.start();
    }

    @AfterAll
    void stopAll() throws IOException {
        try (EmbeddedKafka broker = kafka;
                KafkaRecords clients = records;
                FlinkCluster processes = cluster) {
            assertThat(List.of(broker, clients, processes)).doesNotContainNull();
        }
    }

    @Test
    void everyWindowComesOutOnceAcrossASavepoint() throws IOException {
        // Given a job that has read the first 200 seconds, a broken record and a late one
        createTopics("");
        String job = submit(PIPELINE, List.of());
        feed("", 0, 200);
        records.send("requests", 0, null, "not json");
        records.flush();
        awaitResults("", 3 * SERVICES.size());
        assertThat(stageNames(job)).allSatisfy(name -> assertThat(name).doesNotContain("Unnamed"));
        for (String node : List.of("requests", "latency", "results", "late", "rejects")) {
            assertThat(stageNames(job)).as("stages in the web UI").anyMatch(name -> name.contains(node));
        }
        records.send("requests", 1, null, request(SERVICES.get(0), 5));
        records.flush();
        await("the late record")
                .atMost(SOON)
                .until(() -> records.committedJson("late").size() == 1);

        // When it stops with a savepoint, more comes in, and it starts again from there
        String savepoint = cluster.stopWithSavepoint(job);
        feed("", 200, 400);
        String next = submit(PIPELINE, List.of("-s", savepoint));

        // Then each window that has closed came out once, with the right values
        awaitResults("", 6 * SERVICES.size());
        assertEachOnce("");
        assertThat(records.committedJson("late"))
                .singleElement()
                .satisfies(late ->
                        assertThat(late.path("origin").path("topic").asText()).isEqualTo("requests"));
        assertThat(records.committedJson("rejects"))
                .singleElement()
                .satisfies(reject -> assertThat(reject.path("reason").asText()).isEqualTo("malformed"));
        cluster.cancel(next);
    }

    @Test
    void everyWindowComesOutOnceThoughItsTaskManagerDies() throws IOException {
        // Given a job of which a checkpoint holds two windows that have closed and one that is open
        createTopics("-kept");
        String job = submit(pipeline("-kept"), List.of());
        feed("-kept", 0, 150);
        awaitResults("-kept", 2 * SERVICES.size());

        // When its TaskManager is killed amid records, more come in, and another TaskManager starts
        feed("-kept", 150, 250);
        cluster.killTaskManager();
        feed("-kept", 250, 330);
        cluster.startTaskManager();
        cluster.awaitRunning(job);
        feed("-kept", 330, 400);

        // Then each window that has closed came out once, with the right values
        awaitResults("-kept", 6 * SERVICES.size());
        assertEachOnce("-kept");
        assertThat(cluster.rest().restores(job)).isPositive();
        cluster.cancel(job);
    }

    @Test
    void mistakesInThePipelineAreTheMessageOfOneException() throws IOException {
        Path broken = cluster.folder().resolve("broken.yaml");
        Files.writeString(broken, Files.readString(PIPELINE).replace("from: requests\n", "from: request\n"));

        RunningProcess.Outcome outcome =
                cluster.flink(environment(), List.of("run", "-d", Processes.JAR.toString(), broken.toString()));

        assertThat(outcome.exitCode()).isNotZero();
        assertThat(outcome.text()).contains("broken.yaml:", "windows.latency.from", "requests");
    }

    private void createTopics(String suffix) throws IOException {
        for (String topic : TOPICS) {
            kafka.createTopic(topic + suffix, 2);
        }
    }

    /** The shipped pipeline under another name and with other topics, so that two tests do not meet. */
    private Path pipeline(String suffix) throws IOException {
        String text = Files.readString(PIPELINE).replaceFirst("(?m)^name: .*$", "$0" + suffix);
        for (String topic : TOPICS) {
            text = text.replaceAll("(topics?: " + topic + ")\\b", "$1" + suffix);
        }
        return Files.writeString(cluster.folder().resolve("request-latency" + suffix + ".yaml"), text);
    }

    private String submit(Path pipeline, List<String> more) {
        List<String> options = Stream.concat(OPTIONS.stream(), more.stream()).toList();
        String job = cluster.run(environment(), options, Processes.JAR, List.of(pipeline.toString()));
        cluster.awaitRunning(job);
        return job;
    }

    private Map<String, String> environment() {
        return Map.of("KAFKA_SERVERS", kafka.bootstrapServers());
    }

    private List<String> stageNames(String job) {
        return cluster.rest().vertexNames(job);
    }

    private void awaitResults(String suffix, int count) {
        await("committed results")
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> records.committed("latency-1m" + suffix).size() >= count);
    }

    /** The six windows of each service that 400 seconds close. */
    private void assertEachOnce(String suffix) {
        Map<String, JsonNode> rows = new TreeMap<>();
        for (JsonNode row : records.committedJson("latency-1m" + suffix)) {
            String window = row.path("service").asText() + " "
                    + row.path("window_start").asText();
            assertThat(rows.put(window, row)).as(window).isNull();
            assertRow(row);
        }
        assertThat(rows).hasSize(6 * SERVICES.size());
    }

    /** One request per service and second, in both partitions alike. */
    private void feed(String suffix, int fromSecond, int toSecond) {
        for (int second = fromSecond; second < toSecond; second++) {
            for (String service : SERVICES) {
                records.send("requests" + suffix, second % 2, null, request(service, second));
            }
        }
        records.flush();
    }

    private static String request(String service, int second) {
        return "{\"timestamp\":\"" + BEGIN.plusSeconds(second) + "\",\"service\":\"" + service
                + "\",\"endpoint\":\"/pay\",\"latency_ms\":" + latency(service, second)
                + ",\"status\":" + status(second) + "}";
    }

    private static double latency(String service, int second) {
        return 10.25 + SERVICES.indexOf(service) * 100 + (second * 37) % 61;
    }

    private static int status(int second) {
        return second % 7 == 0 ? 503 : 200;
    }

    /** Compares a row with what the requests of its minute add up to. */
    private static void assertRow(JsonNode row) {
        Instant start = Instant.parse(row.path("window_start").asText());
        int first = (int) Duration.between(BEGIN, start).toSeconds();
        String service = row.path("service").asText();
        List<Double> latencies = new ArrayList<>();
        int errors = 0;
        for (int second = first; second < first + 60; second++) {
            latencies.add(latency(service, second));
            errors += status(second) >= 500 ? 1 : 0;
        }
        double[] sorted =
                latencies.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        assertThat(row.path("window_end").asText())
                .isEqualTo(start.plusSeconds(60).toString());
        assertThat(row.path("pane").asText()).isEqualTo("on-time");
        assertThat(row.path("revision").asInt()).isZero();
        assertThat(row.path("request_count").asLong()).isEqualTo(60);
        assertThat(row.path("server_errors").asLong()).isEqualTo(errors);
        assertThat(row.path("max_latency").asDouble()).isEqualTo(sorted[59]);
        // Quarters: their sum is exact.
        assertThat(row.path("avg_latency").asDouble())
                .isEqualTo(Arrays.stream(sorted).sum() / 60);
        assertThat(row.path("p50_latency").asDouble()).isCloseTo(percentile(sorted, 50), within(1e-9));
        assertThat(row.path("p99_latency").asDouble()).isCloseTo(percentile(sorted, 99), within(1e-9));
    }

    /** Linear interpolation between ranks, rank p/100·(n−1). */
    private static double percentile(double[] sorted, double p) {
        double rank = p / 100 * (sorted.length - 1);
        int below = (int) rank;
        return sorted[below] + (rank - below) * (sorted[Math.min(below + 1, sorted.length - 1)] - sorted[below]);
    }
}
