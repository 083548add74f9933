package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.InProcess;
import io.tidemark.testkit.Replay;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alerts in replays: alike at any parallelism and from run to run, and what their JSON is. */
class AlertsReplayIT {
    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final int LINES = 4_000;
    private static final String SOURCE = """
            name: alerts
            kafka: { servers: "unused:9092" }
            sources:
              in:
                kafka: { topics: in }
                format: json
                event-time: ts
                fields: { ts: timestamp, k: string, v: double }
                watermark: { out-of-orderness: 3s }
            """;
    private static final String MANY = SOURCE + """
            windows:
              tumbling: { from: in, key: k, tumbling: 5s, allowed-lateness: 10s, aggregates: { n: count(*), top: max(v) } }
              final: { from: in, key: k, tumbling: 5s, emit: final, allowed-lateness: 10s, aggregates: { n: count(*), top: max(v) } }
              early: { from: in, key: k, tumbling: 20s, early: 7s, aggregates: { n: count(*), top: max(v) } }
              hopping: { from: in, key: k, hopping: { size: 20s, every: 3s }, aggregates: { n: count(*), top: max(v) } }
              cumulative: { from: in, key: k, cumulative: { size: 30s, every: 5s }, aggregates: { n: count(*), top: max(v) } }
              session: { from: in, key: k, session: 1s, aggregates: { n: count(*), top: max(v) } }
            alerts:
              t: { from: tumbling, when: top > 80, for: 10s, message: "{k} {top} {window_end}" }
              f: { from: final, when: top > 80, for: 2, cooldown: 30s }
              e: { from: early, when: n > 3, clear: n < 2 }
              h: { from: hopping, when: top > 90, for: 9s, stale-after: 4s }
              c: { from: cumulative, when: n > 5, for: 3 }
              s: { from: session, when: n > 2 }
              i: { from: in, key: k, when: 100 / v > 2 AND v > 20, for: 3, stale-after: 8s }
              a: { from: in, key: k, absent-for: 5s, forget-after: 30s }
            sinks:
              out: { from: [t, f, e, h, c, s, i, a], kafka: { topic: out } }
              late: { from: [t.late, f.late, e.late, h.late, c.late, s.late, i.late, a.late, i.failed], kafka: { topic: late } }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void sameBytesAtAnyParallelismAndFromRunToRun(int parallelism) throws IOException {
        Path pipeline = Files.writeString(folder.resolve("p.yaml"), MANY);
        Path input = Files.write(folder.resolve("in.jsonl"), lines(7));
        RunningProcess.Outcome first = replay(pipeline, input, "first", 1);
        RunningProcess.Outcome second = replay(pipeline, input, "second", parallelism);

        assertThat(second.out()).isEqualTo(first.out());
        assertThat(first.out().lines())
                .filteredOn(line -> line.startsWith("f: ") || line.startsWith("t: "))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).endsWith(" + late 0 + failed 0"));
        for (String sink : List.of("out.jsonl", "late.jsonl")) {
            assertThat(Files.readString(folder.resolve("second").resolve(sink)))
                    .isEqualTo(Files.readString(folder.resolve("first").resolve(sink)));
        }
        List<String> rows = Files.readAllLines(folder.resolve("first/out.jsonl"));
        for (String alert : "t f e h c s i a".split(" ")) {
            assertThat(rows).anyMatch(row -> row.startsWith("{\"alert\":\"" + alert + "\""));
        }
        assertThat(rows).anyMatch(row -> row.contains("\"reason\":\"stale\""));
        assertThat(Files.readAllLines(folder.resolve("first/late.jsonl")))
                .anyMatch(row -> row.contains("\"node\":\"i\",\"reason\":\"failed\""))
                .anyMatch(row -> row.contains("\"node\":\"a\",\"reason\":\"late\""));
    }

    private RunningProcess.Outcome replay(Path pipeline, Path input, String output, int parallelism) {
        RunningProcess.Outcome outcome = InProcess.tidemark(
                "replay",
                pipeline.toString(),
                "--input",
                "in=" + input,
                "--output",
                folder.resolve(output).toString(),
                "--parallelism",
                Integer.toString(parallelism));
        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        return outcome;
    }

    private static List<String> lines(long seed) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        long now = START;
        for (int i = 0; i < LINES; i++) {
            now += random.nextInt(100) == 0 ? random.nextInt(20_000) : random.nextInt(200);
            long time = now - random.nextInt(random.nextInt(50) == 0 ? 9_000 : 3_000);
            lines.add("{\"ts\":" + time + ",\"k\":\"k" + random.nextInt(7) + "\",\"v\":" + random.nextInt(100) + "}");
        }
        return lines;
    }

    @Test
    void anAlertsJsonIsThatOfTheContract() {
        Replay replay = Replay.run(folder, SOURCE + """
                windows:
                  w: { from: in, key: k, tumbling: 1m, aggregates: { top: max(v), n: count(*) } }
                alerts:
                  slow:
                    from: w
                    when: top > 5
                    severity: critical
                    labels: { team: a, tier: 1 }
                    message: "{{{k}} {top} {n}"
                sinks:
                  out: { from: slow, kafka: { topic: a }, key: [id, state], times: epoch-ms }
                  iso: { from: slow, kafka: { topic: b } }
                """, List.of("{\"ts\":" + START + ",\"k\":\"x\",\"v\":7.5}"));

        assertThat(replay.rows("out")).singleElement().satisfies(row -> {
            List<String> names = new ArrayList<>();
            row.fieldNames().forEachRemaining(names::add);
            assertThat(names)
                    .containsExactly(
                            "alert",
                            "id",
                            "state",
                            "k",
                            "severity",
                            "at",
                            "since",
                            "reason",
                            "message",
                            "labels",
                            "evidence");
            assertThat(row.path("at").asLong()).isEqualTo(START + 60_000);
            assertThat(row.path("since").asLong()).isEqualTo(START);
            assertThat(row.path("reason").isNull()).isTrue();
            assertThat(row.path("message").asText()).isEqualTo("{x} 7.5 1");
            assertThat(row.path("labels")).hasToString("{\"team\":\"a\",\"tier\":\"1\"}");
            assertThat(row.path("evidence")).hasToString("{\"top\":7.5,\"n\":1}");
        });
        assertThat(replay.rows("iso")).singleElement().satisfies(row -> {
            assertThat(row.path("at").asText()).isEqualTo("2026-01-01T00:01:00Z");
            assertThat(row.path("since").asText()).isEqualTo("2026-01-01T00:00:00Z");
        });
        assertThat(replay.outcome().out().getBytes(StandardCharsets.UTF_8)).isNotEmpty();
    }

    @Test
    void untilLetsAKeyBecomeAbsentAndAnAlertStale() throws IOException {
        Path pipeline = Files.writeString(folder.resolve("p.yaml"), SOURCE + """
                windows:
                  w: { from: in, key: k, tumbling: 1m, aggregates: { top: max(v) } }
                alerts:
                  slow: { from: w, when: top > 5 }
                  silent: { from: in, key: k, absent-for: 5m }
                sinks:
                  out: { from: [slow, silent], kafka: { topic: a } }
                """);
        Path input = Files.writeString(folder.resolve("in.jsonl"), "{\"ts\":" + START + ",\"k\":\"x\",\"v\":7}\n");
        replay(pipeline, input, "without", 1);
        RunningProcess.Outcome outcome = InProcess.tidemark(
                "replay",
                pipeline.toString(),
                "--input",
                "in=" + input,
                "--output",
                folder.resolve("with").toString(),
                "--until",
                "2026-01-01T00:05:00Z");

        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(Files.readAllLines(folder.resolve("without/out.jsonl")))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("\"slow\"").contains("\"firing\""));
        assertThat(Files.readAllLines(folder.resolve("with/out.jsonl")))
                .satisfiesExactly(
                        row -> assertThat(row).contains("\"slow\"").contains("\"firing\""),
                        row -> assertThat(row).contains("\"slow\"").contains("\"stale\""),
                        row -> assertThat(row).contains("\"silent\"").contains("\"at\":\"2026-01-01T00:05:00Z\""));
    }
}
