package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.InProcess;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of a replay of every kind of window: alike at any parallelism, and from run to run. */
class ReplayParallelismIT {
    private static final int LINES = 2_000;
    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final int DISORDER_MS = 3_000;
    private static final List<String> KINDS = List.of(
            "tumbling: 10s",
            "tumbling: 10s\n    allowed-lateness: 20s",
            "tumbling: 30s\n    early: 7s",
            "tumbling: 10s\n    emit: final\n    allowed-lateness: 20s",
            "hopping: { size: 20s, every: 3s }",
            "hopping: { size: 20s, every: 3s }\n    early: 5s\n    allowed-lateness: 30s",
            "hopping: { size: 20s, every: 3s }\n    emit: final",
            "cumulative: { size: 30s, every: 5s }",
            "cumulative: { size: 30s, every: 5s }\n    allowed-lateness: 10s",
            "session: 2s",
            "session: 2s\n    allowed-lateness: 20s",
            "session: { gap: 2s, max: 9s }",
            "session: { gap: 2s, max: 9s }\n    allowed-lateness: 20s",
            "session: { gap: 2s, max: 9s }\n    emit: final");
    private static final String SOURCE = """
            name: kinds
            sources:
              in:
                kafka: { servers: "unused:9092", topics: in }
                format: json
                event-time: ts
                fields: { ts: timestamp, k: string, v: double }
                watermark: { out-of-orderness: 3s }
            windows:
            """;
    private static final String WINDOW = """
              w%d:
                from: in
                key: %s
                %s
                aggregates: { n: count(*), total: sum(v), mean: avg(v), mid: p50(v), high: p99(v), least: min(k) }
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void parallelismDoesNotShowWhereNothingIsBehindTime(long seed) throws IOException {
        Path input = input(seed, 0);

        List<byte[]> alone = replay(input, "alone", 1);
        List<byte[]> four = replay(input, "four", 4);

        assertSame(seed, four, alone);
        assertThat(rows("alone"))
                .as("seed %d: nothing is behind time", seed)
                .noneMatch(row -> row.contains("\"reason\""));
        assertThat(rows("alone")).as("seed %d: rows of each kind", seed).hasSizeGreaterThan(KINDS.size() * 10);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void twoRunsAreAlikeWithEventsBehindTime(long seed) throws IOException {
        Path input = input(seed, 40_000);

        List<byte[]> first = replay(input, "first", 1);
        List<byte[]> second = replay(input, "second", 1);

        assertSame(seed, second, first);
        for (String pane : List.of("early", "on-time", "late", "final", "withdrawn")) {
            assertThat(rows("first"))
                    .as("seed %d: a row that is %s", seed, pane)
                    .anyMatch(row -> row.contains("\"pane\":\"" + pane + "\""));
        }
        assertThat(rows("first")).as("seed %d: late events", seed).anyMatch(row -> row.contains("\"reason\":\"late\""));
    }

    private static void assertSame(long seed, List<byte[]> runs, List<byte[]> expected) {
        for (int i = 0; i < KINDS.size() + 1; i++) {
            assertThat(new String(runs.get(i), StandardCharsets.UTF_8))
                    .as("seed %d: %s", seed, i < KINDS.size() ? KINDS.get(i) : "ledger")
                    .isEqualTo(new String(expected.get(i), StandardCharsets.UTF_8));
        }
    }

    /** The bytes of each window's file, and of the ledger. */
    private List<byte[]> replay(Path input, String output, int parallelism) throws IOException {
        RunningProcess.Outcome outcome = InProcess.tidemark(
                "replay",
                Files.writeString(folder.resolve("pipeline.yaml"), pipeline()).toString(),
                "--input",
                "in=" + input,
                "--output",
                folder.resolve(output).toString(),
                "--parallelism",
                Integer.toString(parallelism));
        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        List<byte[]> files = new ArrayList<>();
        for (int i = 0; i < KINDS.size(); i++) {
            files.add(Files.readAllBytes(folder.resolve(output).resolve("s" + i + ".jsonl")));
        }
        files.add(outcome.out().getBytes(StandardCharsets.UTF_8));
        return files;
    }

    private List<String> rows(String output) throws IOException {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < KINDS.size(); i++) {
            rows.addAll(Files.readAllLines(folder.resolve(output).resolve("s" + i + ".jsonl")));
        }
        return rows;
    }

    private static String pipeline() {
        StringBuilder text = new StringBuilder(SOURCE);
        StringBuilder sinks = new StringBuilder("sinks:\n");
        for (int i = 0; i < KINDS.size(); i++) {
            text.append(WINDOW.formatted(i, i % 3 == 2 ? "[]" : "[k]", KINDS.get(i)));
            sinks.append("  s%d: { from: [w%d, w%d.late], print: {} }%n".formatted(i, i, i));
        }
        return text.append(sinks).toString();
    }

    /** Lines up to {@link #DISORDER_MS} out of order, which is not behind time, and every thirtieth up to {@code behind} more. */
    private Path input(long seed, int behind) throws IOException {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        long now = START;
        for (int i = 0; i < LINES; i++) {
            now += random.nextInt(100) == 0 ? random.nextInt(15_000) : random.nextInt(200);
            long time = now - random.nextInt(DISORDER_MS);
            if (behind > 0 && random.nextInt(30) == 0) {
                time -= random.nextInt(behind);
            }
            lines.add("{\"ts\":" + time + ",\"k\":\"k" + random.nextInt(12) + "\",\"v\":" + random.nextInt(1_000) / 8.0
                    + "}");
        }
        return Files.write(folder.resolve("in.jsonl"), lines);
    }
}
