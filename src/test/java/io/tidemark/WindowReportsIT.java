package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.testkit.Replay;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Public bug reports on hopping, cumulative and session windows ({@code cases/reports.jsonl}), each with its right answer;
 * a test's name ends with the report's number. Those on tumbling windows, B20 among them, are in {@link ReportsIT}.
 */
final class WindowReportsIT {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void windowsThatBeginBefore1970ComeOutB11() {
        Replay replay = windows(
                "hopping: { size: 30s, every: 15s }", events("a 0", "a 14999", "a 15000", "a 29999", "a 30000"));

        assertThat(counts(replay))
                .isEqualTo(Map.of(
                        "\"a\" [-15000,15000)", 2L,
                        "\"a\" [0,30000)", 4L,
                        "\"a\" [15000,45000)", 3L,
                        "\"a\" [30000,60000)", 1L));
        assertThat(replay.rows("late")).isEmpty();
    }

    @Test
    void laterStepsOfACumulativeWindowTakeAnEventThatIsLateForTheFirstB13() {
        Replay replay = windows(
                "cumulative: { size: 4h, every: 1h }",
                events("a 1", "a 3599999", "a 3600000", "b 7300000", "a 7000000", "a 10800000"));

        assertThat(counts(replay))
                .isEqualTo(Map.of(
                        "\"a\" [0,3600000)", 2L,
                        "\"a\" [0,7200000)", 3L,
                        "\"a\" [0,10800000)", 4L,
                        "\"b\" [0,10800000)", 1L,
                        "\"a\" [0,14400000)", 5L,
                        "\"b\" [0,14400000)", 1L));
        assertThat(closedByTime(replay))
                .containsExactlyInAnyOrder(
                        "\"a\" [0,3600000)", "\"a\" [0,7200000)", "\"a\" [0,10800000)", "\"b\" [0,10800000)");
        assertThat(replay.rows("late")).isEmpty();
    }

    @Test
    void sizeThatIsNoMultipleOfTheStepB18() {
        Replay replay =
                windows("hopping: { size: 60ms, every: 40ms }", events("a 0", "a 39", "a 40", "a 59", "a 60", "a 80"));

        assertThat(counts(replay))
                .isEqualTo(
                        Map.of("\"a\" [-40,20)", 1L, "\"a\" [0,60)", 4L, "\"a\" [40,100)", 4L, "\"a\" [80,140)", 1L));
    }

    @Test
    void eventsExactlyAGapApartAreTogetherB21() {
        Replay replay = windows("session: 30s", events("u 0", "u 30000", "u 60001"));

        assertThat(counts(replay)).isEqualTo(Map.of("\"u\" [0,60000)", 2L, "\"u\" [60001,90001)", 1L));
    }

    @Test
    void eventBetweenTwoSessionsMakesOneOfThemB22() {
        Replay replay = run(
                pipeline("session: 30s").replace("out-of-orderness: 0s", "out-of-orderness: 60s"),
                List.of(event("u", 0, 1), event("u", 50_000, 2), event("u", 25_000, 4), event("v", 200_000, 1)));

        assertThat(counts(replay)).isEqualTo(Map.of("\"u\" [0,80000)", 3L, "\"v\" [200000,230000)", 1L));
        assertThat(replay.rows("results"))
                .extracting(row -> row.path("sum").asDouble())
                .containsExactly(7.0, 1.0);
        assertThat(closedByTime(replay)).containsExactly("\"u\" [0,80000)");
    }

    @Test
    void bridgeWithinTheLatenessWithdrawsBothOldSessionsB22() {
        Replay replay = run(
                pipeline("session: 30s").replace("    from: in\n", "    from: in\n    allowed-lateness: 60s\n"),
                List.of(
                        event("u", 0, 1),
                        event("u", 50_000, 2),
                        event("v", 80_000, 8),
                        event("u", 25_000, 4),
                        event("v", 200_000, 1)));

        assertThat(replay.rows("results").stream()
                        .filter(row -> row.path("k").asText().equals("u"))
                        .map(row -> row.path("window_start").asText().substring(14) + " "
                                + row.path("window_end").asText().substring(14) + " "
                                + row.path("pane").asText() + " " + row.path("revision") + " " + row.path("sum"))
                        .toList())
                .containsExactly(
                        "00:00Z 00:30Z on-time 0 1.0",
                        "00:50Z 01:20Z on-time 0 2.0",
                        "00:00Z 00:30Z withdrawn 1 1.0",
                        "00:00Z 01:20Z late 0 7.0",
                        "00:50Z 01:20Z withdrawn 1 2.0");
    }

    @Test
    void lateEventIsNotPutIntoTheNextSessionB24() {
        Replay replay = windows("session: 10ms", events("u 0", "x 100", "u 1", "u 200", "x 400"));

        assertThat(counts(replay))
                .isEqualTo(Map.of(
                        "\"u\" [0,10)", 1L, "\"x\" [100,110)", 1L, "\"u\" [200,210)", 1L, "\"x\" [400,410)", 1L));
        assertThat(closedByTime(replay))
                .containsExactlyInAnyOrder("\"u\" [0,10)", "\"x\" [100,110)", "\"u\" [200,210)");
        assertThat(lateLines(replay)).containsExactly(3);
    }

    @Test
    void sessionIsClosedWhenTimeReachesItsEndAndLatenessB26() {
        Replay replay = run(
                pipeline("session: 30s").replace("    from: in\n", "    from: in\n    allowed-lateness: 60s\n"),
                events("u 100010", "u 10010", "u 10011"));

        assertThat(counts(replay)).isEqualTo(Map.of("\"u\" [100010,130010)", 1L, "\"u\" [10011,40011)", 1L));
        assertThat(lateLines(replay)).containsExactly(2);
    }

    @Test
    void averageForgetsAHugeValueThatHasLeftB35() {
        Replay replay = windows(
                "hopping: { size: 4s, every: 1s }",
                Stream.concat(
                                Stream.of(event("a", 1000, 9007199254740992.0)),
                                IntStream.rangeClosed(2, 5).mapToObj(second -> event("a", second * 1000L, 1)))
                        .toList());

        Map<String, JsonNode> rows = replay.lastRevisions("results", "k");
        assertThat(Objects.requireNonNull(rows.get("\"a\" [2000,6000)"))
                        .path("avg")
                        .asDouble())
                .isEqualTo(1.0);
    }

    private Replay windows(String window, List<String> lines) {
        return run(pipeline(window), lines);
    }

    private Replay run(String pipeline, List<String> lines) {
        return Replay.run(folder, pipeline, lines);
    }

    private static String pipeline(String window) {
        return """
                name: reports
                sources:
                  in:
                    kafka: { servers: "unused:9092", topics: in }
                    format: json
                    event-time: ts
                    fields: { ts: timestamp, k: string, v: double }
                    watermark: { out-of-orderness: 0s, not-before: none, future-limit: none }
                windows:
                  w:
                    from: in
                    key: [k]
                    WINDOW
                    aggregates: { count: count(*), sum: sum(v), avg: avg(v) }
                sinks:
                  results: { from: w, print: {} }
                  late: { from: w.late, print: {} }
                """.replace("WINDOW", window);
    }

    /** Events of value 1, written {@code KEY TIME}. */
    private static List<String> events(String... keysAndTimes) {
        return Stream.of(keysAndTimes)
                .map(text -> text.split(" ", 2))
                .map(parts -> event(parts[0], Long.parseLong(parts[1]), 1))
                .toList();
    }

    private static String event(String key, long time, double value) {
        return "{\"ts\":" + time + ",\"k\":\"" + key + "\",\"v\":" + value + "}";
    }

    private static Map<String, Long> counts(Replay replay) {
        return replay.lastRevisions("results", "k").entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> entry.getValue().path("count").asLong()));
    }

    private static List<String> closedByTime(Replay replay) {
        return replay.lastRevisions("results", "k").entrySet().stream()
                .filter(entry -> entry.getValue().path("closed_by").asText().equals("watermark"))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<Integer> lateLines(Replay replay) {
        return replay.rows("late").stream()
                .map(late -> late.path("origin").path("line").asInt())
                .toList();
    }
}
