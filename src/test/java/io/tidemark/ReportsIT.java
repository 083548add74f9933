package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.testkit.InProcess;
import io.tidemark.testkit.Replay;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Public bug reports of people who do this job ({@code cases/reports.jsonl}), each with its right answer; a test's name
 * ends with the report's number. Those that need live time, several partitions or a failure are tested where those are.
 */
final class ReportsIT {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void equalTimesAtTheLastMillisecondAreNotLateB06() {
        Replay replay = tumbling("1m", "count: count(*)", events(100, 59_999, 59_999, 59_999, 60_000));

        assertThat(counts(replay)).isEqualTo(Map.of("\"a\" [0,60000)", 4L, "\"a\" [60000,120000)", 1L));
        assertThat(closedByTime(replay)).containsExactly("\"a\" [0,60000)");
        assertThat(replay.rows("late")).isEmpty();
    }

    @Test
    void lastWindowOfAFileComesOutAtItsEndB09() {
        Replay replay = tumbling("1m", "count: count(*)", events(0, 10_000, 20_000));

        assertThat(counts(replay)).isEqualTo(Map.of("\"a\" [0,60000)", 3L));
        assertThat(closedByTime(replay)).isEmpty();
    }

    @Test
    void eventsBefore1970AreInTheirOwnWindowB10() {
        Replay replay = tumbling("1m", "count: count(*)", events(-60_001, -60_000, -1, 0, 59_999));

        assertThat(counts(replay))
                .isEqualTo(Map.of("\"a\" [-120000,-60000)", 1L, "\"a\" [-60000,0)", 2L, "\"a\" [0,60000)", 2L));
        assertThat(replay.rows("late")).isEmpty();
    }

    @Test
    void eventsBefore1970OutOfOrderAreInTheirOwnWindowB10() {
        String pipeline = pipeline("1m", "count: count(*)").replace("out-of-orderness: 0s", "out-of-orderness: 2m");
        Replay replay = Replay.run(folder, pipeline, events(-1, -60_000, -60_001, 0, 59_999));

        assertThat(counts(replay))
                .isEqualTo(Map.of("\"a\" [-120000,-60000)", 1L, "\"a\" [-60000,0)", 2L, "\"a\" [0,60000)", 2L));
        assertThat(closedByTime(replay)).isEmpty();
        assertThat(replay.rows("late")).isEmpty();
    }

    @Test
    void offsetMayBeNegativeB15() {
        Replay replay = tumbling("{ size: 24h, offset: -5h }", "count: count(*)", events(0, 3_600_000));

        assertThat(counts(replay)).isEqualTo(Map.of("\"a\" [-18000000,68400000)", 2L));
    }

    @Test
    void offsetOfAWholeWindowIsRefusedB15() {
        for (String offset : List.of("24h", "-24h", "25h")) {
            RunningProcess.Outcome outcome =
                    validate(pipeline("{ size: 24h, offset: " + offset + " }", "count: count(*)"));

            assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(2);
            assertThat(outcome.err().lines().toList())
                    .as("offset %s", offset)
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains("windows.w.tumbling.offset"));
        }
    }

    @Test
    void aDayOfUtcAndADayOfAFixedOffsetB16() {
        List<String> lines = Stream.of(
                        "2021-03-14T07:59:59Z",
                        "2021-03-14T08:00:00Z",
                        "2021-03-14T09:59:59Z",
                        "2021-03-14T10:00:00Z",
                        "2021-03-15T06:59:59Z",
                        "2021-03-15T07:00:00Z")
                .map(time -> event("a", Instant.parse(time).toEpochMilli(), "1"))
                .toList();

        assertThat(tumbling("1d", "count: count(*)", lines).rows("results"))
                .extracting(row -> row.path("window_start").asText() + " " + row.path("count"))
                .containsExactly("2021-03-14T00:00:00Z 4", "2021-03-15T00:00:00Z 2");
        assertThat(tumbling("{ size: 1d, offset: 8h }", "count: count(*)", lines)
                        .rows("results"))
                .extracting(row -> row.path("window_start").asText() + " " + row.path("count"))
                .containsExactly("2021-03-13T08:00:00Z 1", "2021-03-14T08:00:00Z 5");
    }

    @Test
    void windowEndIsExclusiveAndTheNextStartB17() {
        Replay replay = tumbling("1d", "count: count(*)", events(0, 86_399_999, 86_400_000));

        assertThat(replay.rows("results"))
                .extracting(row -> row.path("window_start").asText() + " "
                        + row.path("window_end").asText())
                .containsExactly(
                        "1970-01-01T00:00:00Z 1970-01-02T00:00:00Z", "1970-01-02T00:00:00Z 1970-01-03T00:00:00Z");
        assertThat(replay.rows("results"))
                .extracting(row -> row.path("count").asInt())
                .containsExactly(2, 1);
    }

    @Test
    void finalResultsSurviveAJumpOfTimeB20() {
        String pipeline = pipeline("2ms", "count: count(*)")
                .replace("    from: in", "    from: in\n    allowed-lateness: 2ms\n    emit: final");
        Replay replay = Replay.run(folder, pipeline, events(0, 1, 2, 0, 3, 0, 10, 0, 30));

        assertThat(counts(replay))
                .isEqualTo(Map.of("\"a\" [0,2)", 4L, "\"a\" [2,4)", 2L, "\"a\" [10,12)", 1L, "\"a\" [30,32)", 1L));
        assertThat(closedByTime(replay)).containsExactly("\"a\" [0,2)", "\"a\" [2,4)", "\"a\" [10,12)");
        assertThat(replay.rows("late"))
                .extracting(late -> late.path("origin").path("line").asInt())
                .containsExactly(8);
    }

    @Test
    void percentilesOfFewDistinctValuesAreExactB28() {
        List<Double> values = new ArrayList<>(Collections.nCopies(26, 1000.0));
        values.addAll(Collections.nCopies(11, 3000.0));
        values.addAll(Collections.nCopies(2, 9000.0));
        Collections.rotate(values, 17);

        JsonNode row =
                only(tumbling("1m", "p90: p90(v)\n      p95: p95(v)\n      p99: p99(v)", valued(values.stream())));

        assertThat(row.path("p90").asDouble()).isEqualTo(3000.0);
        assertThat(row.path("p95").asDouble()).isCloseTo(3600.0, within(1e-9));
        assertThat(row.path("p99").asDouble()).isEqualTo(9000.0);
    }

    @Test
    void percentilesNeverFallAndStayWithinTheValuesB30() {
        String aggregates = IntStream.rangeClosed(1, 99)
                .mapToObj(p -> "q" + p + ": percentile(v, " + p + ")")
                .collect(Collectors.joining("\n      "));
        double[] values = {3, 9, 10, 13, 13.5, 39, 49, 56, 60, 69, 77, 83, 87, 91};

        JsonNode row =
                only(tumbling("1m", aggregates, valued(Arrays.stream(values).boxed())));

        double[] quantiles = IntStream.rangeClosed(1, 99)
                .mapToDouble(p -> row.path("q" + p).asDouble())
                .toArray();
        assertThat(quantiles).isSorted();
        assertThat(quantiles[0]).isGreaterThanOrEqualTo(3);
        assertThat(quantiles[98]).isLessThanOrEqualTo(91);
        assertThat(quantiles[49]).isEqualTo(52.5);
    }

    @Test
    void standardDeviationIsTheRootOfTheVarianceB32() {
        String aggregates = "sample: stddev(v)\n      population: stddev_pop(v)";
        JsonNode four = only(tumbling("10s", aggregates, valued(Stream.of(0.0, 10.0, 7.0, 6.0))));
        JsonNode one = only(tumbling("10s", aggregates, valued(Stream.of(5.0))));

        assertThat(four.path("sample").asDouble()).isCloseTo(4.193248541803041, within(1e-15));
        assertThat(four.path("population").asDouble()).isCloseTo(3.6314597615834874, within(1e-15));
        assertThat(one.path("sample").isNull()).isTrue();
        assertThat(one.path("population").asDouble()).isZero();
    }

    @Test
    void nameSaysWhichStandardDeviationB33() {
        String aggregates = "sample: stddev(v)\n      population: stddev_pop(v)";
        JsonNode row = only(tumbling("10s", aggregates, valued(Stream.of(10.0, 30.0))));

        assertThat(row.path("sample").asDouble()).isEqualTo(14.142135623730951);
        assertThat(row.path("population").asDouble()).isEqualTo(10.0);
    }

    @Test
    void sumOfLongsNeverWrapsB34() {
        String pipeline = pipeline("1m", "total: sum(v)\n      mean: avg(v)").replace("type: double", "type: long");
        Replay replay = Replay.run(folder, pipeline, List.of(event("a", 0, "9223372036854775807"), event("a", 1, "1")));

        JsonNode row = only(replay);
        assertThat(row.path("total").isNull()).isTrue();
        assertThat(row.path("mean").asDouble()).isEqualTo(4.611686018427388e18);
        assertThat(replay.rows("failed"))
                .singleElement()
                .satisfies(failed -> assertThat(failed.toString()).contains("total", "1970-01-01T00:00:00Z"));
    }

    @Test
    void nullValueIsRejectedAndTheJobGoesOnB49() {
        Replay replay = tumbling(
                "1m",
                "count: count(*)",
                List.of(
                        "{\"$key\":\"k1\",\"$value\":" + event("a", 0, "1") + "}",
                        "{\"$key\":\"k1\",\"$value\":null}",
                        "{\"$key\":\"k2\",\"$value\":" + event("a", 1000, "1") + "}"));

        assertThat(counts(replay)).isEqualTo(Map.of("\"a\" [0,60000)", 2L));
        assertThat(replay.rows("rejected"))
                .extracting(reject -> reject.path("reason").asText())
                .containsExactly("malformed");
    }

    @Test
    void nullInARequiredKeyFieldIsRejectedB50() {
        Replay replay = tumbling(
                "1s",
                "count: count(*)",
                List.of(
                        "{\"$key\":null,\"$value\":" + event("a", 0, "1") + "}",
                        "{\"$key\":\"x\",\"$value\":{\"k\":null,\"ts\":1}}",
                        "{\"$key\":\"x\",\"$value\":" + event("a", 2, "1") + "}"));

        assertThat(counts(replay)).isEqualTo(Map.of("\"a\" [0,1000)", 2L));
        assertThat(replay.rows("rejected")).singleElement().satisfies(reject -> {
            assertThat(reject.path("reason").asText()).isEqualTo("missing-field");
            assertThat(reject.path("detail").asText()).contains("k");
            assertThat(reject.path("origin").path("line").asInt()).isEqualTo(2);
        });
    }

    @Test
    void failureOfALaterStepIsNoParseErrorB52() {
        Replay replay =
                tumbling("1m", "shares: sum(10 / v)", List.of(event("a", 0, "5"), event("a", 1, "0"), "not json"));

        assertThat(only(replay).path("shares").asDouble()).isEqualTo(2.0);
        assertThat(replay.rows("rejected"))
                .extracting(reject -> reject.path("payload").asText())
                .containsExactly("not json");
        assertThat(replay.rows("failed"))
                .extracting(failed -> failed.path("origin").path("line").asInt())
                .containsExactly(2);
    }

    @Test
    void arrayAsKeyIsRefusedB53() {
        RunningProcess.Outcome outcome =
                validate(pipeline("1m", "count: count(*)").replace("k: string", "k: { type: list, of: string }"));

        assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(2);
    }

    @Test
    void transactionTimeoutThatCannotHoldIsRefusedB54() {
        String sink = "results: { from: w, kafka: { topic: out, servers: \"unused:9092\", transaction-timeout: %s } }";
        String checkpoints = "flink: { execution.checkpointing.interval: 1m }\n";
        for (String timeout : List.of("1h", "30s")) {
            RunningProcess.Outcome outcome = validate(checkpoints
                    + pipeline("1m", "count: count(*)").replaceFirst("results: .*", sink.formatted(timeout)));

            assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(2);
            assertThat(outcome.err()).contains("sinks.results.kafka.transaction-timeout");
        }
        RunningProcess.Outcome fits = validate(
                checkpoints + pipeline("1m", "count: count(*)").replaceFirst("results: .*", sink.formatted("10m")));
        assertThat(fits.exitCode()).as(fits::text).isZero();
    }

    @Test
    void twoAggregatesOfOneNameAreRefusedB59() {
        RunningProcess.Outcome outcome = validate(pipeline("1m", "total: sum(v)\n      total: count(*)"));

        assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(2);
        assertThat(outcome.err()).contains("pipeline.yaml:", "windows.w.aggregates", "total");
    }

    private Replay tumbling(String tumbling, String aggregates, List<String> lines) {
        return Replay.run(folder, pipeline(tumbling, aggregates), lines);
    }

    private RunningProcess.Outcome validate(String pipeline) {
        try {
            Path file = Files.writeString(folder.resolve("pipeline.yaml"), pipeline);
            return InProcess.tidemark("validate", file.toString());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String pipeline(String tumbling, String aggregates) {
        return """
                name: reports
                sources:
                  in:
                    kafka: { servers: "unused:9092", topics: in }
                    format: json
                    event-time: ts
                    fields:
                      ts: timestamp
                      k: string
                      v: { type: double, optional: true }
                    watermark: { out-of-orderness: 0s, not-before: none, future-limit: none }
                windows:
                  w:
                    from: in
                    key: [k]
                    tumbling: TUMBLING
                    aggregates:
                      AGGREGATES
                sinks:
                  results: { from: w, print: {} }
                  late: { from: w.late, print: {} }
                  failed: { from: w.failed, print: {} }
                  rejected: { from: in.rejected, print: {} }
                """.replace("TUMBLING", tumbling).replace("AGGREGATES", aggregates);
    }

    private static List<String> events(long... times) {
        return LongStream.of(times).mapToObj(time -> event("a", time, "1")).toList();
    }

    private static List<String> valued(Stream<Double> values) {
        double[] all = values.mapToDouble(Double::doubleValue).toArray();
        return IntStream.range(0, all.length)
                .mapToObj(i -> event("a", i, Double.toString(all[i])))
                .toList();
    }

    private static String event(String key, long time, String value) {
        return "{\"ts\":" + time + ",\"k\":\"" + key + "\",\"v\":" + value + "}";
    }

    private static JsonNode only(Replay replay) {
        List<JsonNode> rows = replay.rows("results");
        assertThat(rows).hasSize(1);
        return rows.get(0);
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
}
