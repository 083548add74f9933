package io.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The cluster of the tests itself, with a job that knows nothing of Tidemark. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FlinkClusterIT {
    private static final List<String> OPTIONS =
            List.of("-c", CountingJob.class.getName(), "-D", "execution.checkpointing.interval=500ms");

    @SuppressWarnings("NullAway.Init")
    private FlinkCluster cluster;

    @SuppressWarnings("NullAway.Init")
    private Path jar;

    @BeforeAll
    void startCluster() throws IOException {
        cluster = FlinkCluster.start();
        jar = jarOf(cluster.folder().resolve("counting.jar"));
    }

    @AfterAll
    void closeLeavesNothingBehind() {
        List<Long> pids = cluster.pids();
        cluster.close();

        assertThat(pids).hasSize(2).allMatch(pid -> ProcessHandle.of(pid).isEmpty());
        assertThat(cluster.folder()).doesNotExist();
    }

    @Test
    void jobGoesOnFromItsSavepoint() throws IOException {
        Path out = cluster.folder().resolve("numbers");
        String first = cluster.run(Map.of(), OPTIONS, jar, List.of(out.toString()));
        cluster.awaitRunning(first);
        assertThat(cluster.rest().vertexNames(first)).anyMatch(name -> name.contains("passed on"));
        awaitCheckpoints(first, 2);
        String savepoint = cluster.stopWithSavepoint(first);
        int before = finished(out).size();

        String second = cluster.run(
                Map.of(),
                Stream.concat(OPTIONS.stream(), Stream.of("-s", savepoint)).toList(),
                jar,
                List.of(out.toString()));
        cluster.awaitRunning(second);
        awaitCheckpoints(second, 2);
        cluster.cancel(second);

        List<Long> numbers = finished(out);
        assertThat(before).isPositive();
        assertThat(numbers).hasSizeGreaterThan(before);
        assertThat(numbers)
                .isEqualTo(LongStream.range(0, numbers.size()).boxed().toList());
    }

    @Test
    void jobSurvivesTheLossOfItsTaskManager() throws IOException {
        Path out = cluster.folder().resolve("survived");
        String job = cluster.run(Map.of(), OPTIONS, jar, List.of(out.toString()));
        cluster.awaitRunning(job);
        awaitCheckpoints(job, 1);

        cluster.killTaskManager();
        cluster.startTaskManager();

        int before = cluster.rest().completedCheckpoints(job);
        awaitCheckpoints(job, before + 2);
        cluster.stopWithSavepoint(job);
        List<Long> numbers = finished(out);
        assertThat(numbers)
                .isNotEmpty()
                .isEqualTo(LongStream.range(0, numbers.size()).boxed().toList());
    }

    @Test
    void failureOfTheMainMethodReachesTheClient() {
        List<String> run = List.of("run", "-d", "-c", CountingJob.class.getName(), jar.toString());
        RunningProcess.Outcome outcome = cluster.flink(Map.of(), run);

        assertThat(outcome.exitCode()).isNotZero();
        assertThat(outcome.text()).contains("expected one folder; none given");
    }

    @Test
    void processesShowTheirMetricsToPrometheus() throws IOException {
        StringBuilder metrics = new StringBuilder();
        for (java.net.URI address : cluster.prometheus()) {
            metrics.append(cluster.rest().text(address));
        }

        assertThat(metrics).contains("flink_jobmanager_", "flink_taskmanager_");
    }

    private void awaitCheckpoints(String job, int count) {
        await("checkpoints of " + job)
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> cluster.rest().completedCheckpoints(job) >= count);
    }

    /** The numbers in all finished parts, sorted. */
    private static List<Long> finished(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .filter(file -> !file.getFileName().toString().contains("inprogress"))
                    .flatMap(FlinkClusterIT::lines)
                    .map(Long::valueOf)
                    .sorted()
                    .toList();
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Path jarOf(Path file) throws IOException {
        String name = CountingJob.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            jar.putNextEntry(new JarEntry(name));
            jar.write(Files.readAllBytes(Path.of("target/test-classes", name)));
            jar.closeEntry();
        }
        return file;
    }
}
