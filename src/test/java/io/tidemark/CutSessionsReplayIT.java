package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.InProcess;
import io.tidemark.testkit.Replay;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole pipelines of sessions with {@code max}: each key's events sorted and cut in one pass, as the contract says. */
class CutSessionsReplayIT {
    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final int DISORDER_MS = 2_000;
    private static final String PIPELINE = """
            name: cut
            sources:
              in:
                kafka: { servers: "unused:9092", topics: in }
                format: json
                event-time: ts
                fields: { ts: timestamp, k: string, v: long }
                watermark: { out-of-orderness: 2s }
            windows:
              visits:
                from: in
                key: [k]
                session: { gap: %dms, max: %dms }
                emit: %s
                where: v <> 7
                aggregates: { n: count(*), total: sum(v), least: min(v), mid: p50(v) }
            sinks:
              rows: { from: visits, print: {} }
              late: { from: visits.late, print: {} }
            """;

    @TempDir
    Path folder;

    private record Given(long time, long value) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void rowsAreThoseOfSortedEventsCutInOnePass(long seed) {
        // Given events that are out of order, but none behind time
        Random random = new Random(seed);
        long gap = 500 + random.nextInt(1_000);
        long max = 200 + random.nextInt(2_500);
        Map<String, List<Given>> byKey = new TreeMap<>();
        List<String> lines = new ArrayList<>();
        long now = START;
        for (int i = 0; i < 1_500; i++) {
            now += random.nextInt(40) == 0 ? random.nextInt(5_000) : random.nextInt(250);
            // Tens of milliseconds, so that some are equal and some exactly a gap or max apart.
            long time = (now - random.nextInt(DISORDER_MS)) / 10 * 10;
            String key = "k" + random.nextInt(4);
            long value = random.nextInt(50);
            lines.add("{\"ts\":" + time + ",\"k\":\"" + key + "\",\"v\":" + value + "}");
            if (value != 7) {
                byKey.computeIfAbsent(key, it -> new ArrayList<>()).add(new Given(time, value));
            }
        }

        // When they are replayed
        gap = gap / 10 * 10 + 10;
        max = max / 10 * 10 + 10;
        String emit = seed % 3 == 0 ? "final" : "on-time";
        Replay replay = Replay.run(folder, PIPELINE.formatted(gap, max, emit), lines);

        // Then each session is there once
        List<String> expected = new ArrayList<>();
        for (Map.Entry<String, List<Given>> key : byKey.entrySet()) {
            expected.addAll(sessions(key.getKey(), key.getValue(), gap, max));
        }
        String pane = " " + emit + " 0";
        assertThat(replay.rows("rows").stream()
                        .map(row -> row.path("k").asText() + " "
                                + millis(row.path("window_start").asText()) + " "
                                + millis(row.path("window_end").asText()) + " " + row.path("n") + " "
                                + row.path("total") + " " + row.path("least") + " "
                                + row.path("mid").asDouble() + " "
                                + row.path("truncated") + " " + row.path("pane").asText() + " "
                                + row.path("revision")))
                .as("seed %d, gap %d, max %d", seed, gap, max)
                .containsExactlyInAnyOrderElementsOf(
                        expected.stream().map(row -> row + pane).toList());
        assertThat(replay.rows("late")).isEmpty();
        assertThat(expected).as("seed %d", seed).anyMatch(row -> row.endsWith("true"));
        assertThat(expected).as("seed %d", seed).anyMatch(row -> row.endsWith("false"));
    }

    private static List<String> sessions(String key, List<Given> events, long gap, long max) {
        List<Given> sorted = events.stream()
                .sorted((a, b) -> Long.compare(a.time(), b.time()))
                .toList();
        List<String> rows = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= sorted.size(); i++) {
            boolean end = i == sorted.size();
            boolean apart = end || sorted.get(i).time() - sorted.get(i - 1).time() > gap;
            if (apart || sorted.get(i).time() - sorted.get(from).time() >= max) {
                rows.add(session(key, sorted.subList(from, i), apart ? gap : -1, max));
                from = i;
            }
        }
        return rows;
    }

    /** @param gap that ends it, or −1 if it is cut */
    private static String session(String key, List<Given> events, long gap, long max) {
        long first = events.get(0).time();
        long end = gap < 0 ? first + max : events.get(events.size() - 1).time() + gap;
        long[] values = events.stream().mapToLong(Given::value).sorted().toArray();
        double rank = 0.5 * (values.length - 1);
        double low = values[(int) rank];
        double middle = low + (rank - (int) rank) * (values[(int) Math.ceil(rank)] - low);
        long total = events.stream().mapToLong(Given::value).sum();
        return key + " " + first + " " + end + " " + values.length + " " + total + " " + values[0] + " " + middle + " "
                + (gap < 0);
    }

    private static long millis(String time) {
        return Instant.parse(time).toEpochMilli();
    }

    @Test
    void explainSaysThatSessionsAreCut() throws IOException {
        RunningProcess.Outcome outcome = InProcess.tidemark(
                "explain",
                Files.writeString(folder.resolve("p.yaml"), PIPELINE.formatted(500, 60_000, "on-time"))
                        .toString());

        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(outcome.out())
                .contains("session with gap 500ms, cut at 1m")
                .contains("an accumulator a key and distinct time of an event in an open session, a timer a key");
    }

    @Test
    void maxBelowTheGapIsWarnedOf() throws IOException {
        RunningProcess.Outcome outcome = InProcess.tidemark(
                "validate",
                Files.writeString(folder.resolve("p.yaml"), PIPELINE.formatted(500, 400, "on-time"))
                        .toString());

        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(outcome.text())
                .contains(
                        "windows.visits.session.max: warning: is less than the gap, 500ms, so that a session that is not cut is"
                                + " longer than one that is");
    }
}
