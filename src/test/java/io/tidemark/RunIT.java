package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Processes;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} as a process, from files into files: its state over several runs. */
final class RunIT {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final String PIPELINE = """
            name: p
            sources:
              requests:
                files: { path: in, follow: true }
                format: json
                event-time: ts
                fields: { ts: timestamp, service: string, ms: long }
                watermark: { out-of-orderness: 0s }
            windows:
              w: { from: requests, key: service, tumbling: 1m, aggregates: { n: count(*), total: sum(ms) } }
            sinks:
              out: { from: w, files: { path: out } }
            flink: { execution.checkpointing.interval: 300ms }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    /** What a URI would write otherwise, and Flink's lists of paths would tear apart. */
    private Path folder = Path.of("");

    @BeforeEach
    void pipeline() throws IOException {
        folder = Files.createDirectory(temporary.resolve("a b%41#ü,c"));
        Files.createDirectory(folder.resolve("in"));
        write(PIPELINE);
    }

    @Test
    void eachWindowComesOutOnceOverStopsAndKills() throws IOException {
        // Given a first run that is stopped
        try (RunningProcess first = start()) {
            feed(0, 3);
            awaitRows(first, 2);
            first.terminate();
            RunningProcess.Outcome outcome = first.await(SOON);

            assertThat(outcome.exitCode()).as(outcome::text).isZero();
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err().lines())
                    .satisfiesExactly(
                            line -> assertThat(line).isEqualTo("starting without state"),
                            line -> assertThat(line).startsWith("p is running; web UI: http://localhost:"),
                            line -> assertThat(line).isEqualTo("stopping with a savepoint; Ctrl-C again ends at once"),
                            line -> assertThat(Path.of(line.replace("stopped; the next run goes on from ", "")))
                                    .isDirectory()
                                    .hasParent(folder.toRealPath().resolve(".tidemark/p/savepoints")));
            assertThat(Processes.temporary(folder)).isEmptyDirectory();
            assertThat(folder.resolve(".tidemark/p/tmp")).doesNotExist();
        }

        // When the second is killed, and a snapshot that is not whole is the newest
        try (RunningProcess second = start()) {
            feed(3, 6);
            awaitRows(second, 5);
            assertThat(second.err()).startsWith("going on from " + folder.toRealPath());
            second.kill();
        }
        Files.createDirectories(folder.resolve(".tidemark/p/checkpoints/0123456789abcdef/chk-9999"));
        feed(6, 9);

        // Then the third goes on from a checkpoint, and no row is missing or there twice
        try (RunningProcess third = start()) {
            awaitRows(third, 8);
            assertThat(third.err())
                    .startsWith("going on from ")
                    .contains("/chk-")
                    .doesNotContain("chk-9999");
            third.terminate();
            assertThat(third.await(SOON).exitCode()).isZero();
        }
        List<String> expected = new ArrayList<>();
        for (int minute = 0; minute < 8; minute++) {
            expected.add(
                    "{\"node\":\"w\",\"service\":\"a\",\"window_start\":\"" + at(minute, 0) + "\",\"window_end\":\""
                            + at(minute + 1, 0) + "\",\"n\":60,\"total\":" + (1770 + 60 * minute)
                            + ",\"pane\":\"on-time\",\"revision\":0,\"closed_by\":\"watermark\"}");
        }
        assertThat(rows()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void finishedRunIsNotRunAgainUnlessFresh() throws IOException {
        write(PIPELINE.replace(", follow: true", ""));
        feed(0, 3);

        RunningProcess.Outcome first = run();
        List<String> once = rows();
        RunningProcess.Outcome second = run();
        List<String> still = rows();
        RunningProcess.Outcome third = run("--fresh");

        assertThat(first.exitCode()).as(first::text).isZero();
        assertThat(once).hasSize(3);
        assertThat(second.exitCode()).as(second::text).isZero();
        assertThat(second.err())
                .isEqualTo("p has read its inputs to their end in an earlier run; --fresh runs it again\n");
        assertThat(still).isEqualTo(once);
        assertThat(third.exitCode()).as(third::text).isZero();
        assertThat(third.err()).startsWith("starting without state");
        assertThat(rows()).hasSize(6);
    }

    @Test
    void stateDirectoryIsForOneRunAndASecondSignalKills() throws IOException {
        try (RunningProcess first = start()) {
            first.awaitThat("it runs", SOON, () -> first.err().contains("running"));
            Path other = folder.resolve("other");
            Files.createDirectories(other.resolve("in"));
            RunningProcess.Outcome second =
                    Processes.tidemark(SOON, other, "run", "../p.yaml", "--web-port", "0", "--state", "../.tidemark/p");

            assertThat(second.exitCode()).as(second::text).isEqualTo(1);
            assertThat(second.err())
                    .endsWith("the state directory ../.tidemark/p is in use by another run; --state names another\n");

            // Not what Ctrl-C sends: it is ignored by what a shell started in the background.
            first.terminate();
            first.terminate();
            assertThat(first.await(SOON).exitCode()).isIn(130, 0);
        }
    }

    @Test
    void stateThatDoesNotFitIsOneLineAndStays() throws IOException {
        stoppedAfterRows();
        List<String> state = state();
        Map<String, String> changes = Map.of(
                PIPELINE.replace("  w: {", "  v: {").replace("from: w", "from: v"),
                "windows.w is gone or has another name",
                PIPELINE.replace("requests", "visits"),
                "sources.requests is gone or has another name",
                PIPELINE.replace("  out: {", "  rows: {"),
                "sinks.out is gone or has another name",
                PIPELINE.replace("sum(ms)", "max(ms)"),
                "windows.w.aggregates was count(*); sum(ms) and is count(*); max(ms)",
                PIPELINE.replace("tumbling: 1m", "where: ms > 1, tumbling: 5m"),
                "windows.w.size was 1m and is 5m, windows.w.where was nothing and is ms > 1",
                PIPELINE.replace("key: service", "key: [service, ms]"),
                "windows.w.key was service string and is service string, ms long");

        changes.forEach((pipeline, why) -> {
            write(pipeline);
            RunningProcess.Outcome outcome = run();

            assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(4);
            assertThat(outcome.err())
                    .isEqualTo("tidemark: the state of the earlier run does not fit this pipeline: " + why
                            + "; undo the change, or --fresh starts anew without that state\n");
        });
        assertThat(state()).isEqualTo(state);
    }

    @Test
    void windowRefusesStateThatMeansSomethingElseAndEndsTheJob() throws IOException {
        stoppedAfterRows();
        Processes.deleteRecursively(folder.resolve(".tidemark/p/nodes"));
        write(PIPELINE.replace("sum(ms)", "max(ms)"));

        RunningProcess.Outcome outcome = run();

        assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(4);
        assertThat(outcome.err())
                .endsWith(
                        "tidemark: the state of the earlier run does not fit this pipeline: window w: its aggregates was"
                                + " count(*); sum(ms) when the state was written and is count(*); max(ms) now; undo the change, or --fresh starts anew without that state\n");
    }

    @Test
    void generatedRowsArePrintedAtTheirRate() throws IOException {
        write("""
                name: g
                sources: { requests: { generate: { scenario: requests, rate: 50, count: 100, seed: 7 } } }
                windows: { w: { from: requests, tumbling: 1s, key: [], aggregates: { n: count(*) } } }
                sinks: { out: { from: w, print: {} } }
                """);
        long start = System.nanoTime();

        RunningProcess.Outcome outcome = run();

        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1900));
        assertThat(outcome.out().lines())
                .isNotEmpty()
                .allSatisfy(
                        line -> assertThat(line).startsWith("{\"node\":\"w\",").endsWith("}"));
        assertThat(outcome.err().lines()).hasSize(2);
    }

    private void stoppedAfterRows() throws IOException {
        feed(0, 2);
        try (RunningProcess run = start()) {
            awaitRows(run, 1);
            run.terminate();
            RunningProcess.Outcome outcome = run.await(SOON);
            assertThat(outcome.exitCode()).as(outcome::text).isZero();
        }
    }

    private RunningProcess start(String... more) {
        List<String> args = Stream.concat(Stream.of("run", "p.yaml", "--web-port", "0"), Stream.of(more))
                .toList();
        return Processes.startTidemark(folder, Map.of(), args.toArray(String[]::new));
    }

    private RunningProcess.Outcome run(String... more) {
        try (RunningProcess process = start(more)) {
            return process.await(SOON);
        }
    }

    private void awaitRows(RunningProcess process, int count) {
        process.awaitThat(count + " rows", SOON, () -> rows().size() >= count);
    }

    private void write(String pipeline) {
        try {
            Files.writeString(folder.resolve("p.yaml"), pipeline);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file of an event each second, the event's milliseconds being its second and minute. */
    private void feed(int fromMinute, int toMinute) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int minute = fromMinute; minute < toMinute; minute++) {
            for (int second = 0; second < 60; second++) {
                lines.append(
                        "{\"ts\":\"" + at(minute, second) + "\",\"service\":\"a\",\"ms\":" + (minute + second) + "}\n");
            }
        }
        Path hidden = Files.writeString(folder.resolve("next"), lines);
        Files.move(hidden, folder.resolve("in").resolve(fromMinute + ".jsonl"));
    }

    private static Instant at(int minute, int second) {
        return BEGIN.plusSeconds(60L * minute + second);
    }

    /** All lines of finished parts. */
    private List<String> rows() {
        List<String> rows = new ArrayList<>();
        if (!Files.exists(folder.resolve("out"))) {
            return rows;
        }
        try (Stream<Path> parts = Files.list(folder.resolve("out"))) {
            for (Path part : parts.toList()) {
                if (!part.getFileName().toString().startsWith(".")) {
                    rows.addAll(Files.readAllLines(part));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    /** The files of the state directory with their sizes and times. */
    private List<String> state() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve(".tidemark"))) {
            List<String> state = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                state.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
            return state;
        }
    }
}
