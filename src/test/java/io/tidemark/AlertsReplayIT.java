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
              cut: { from: in, key: k, session: { gap: 2s, max: 3s }, allowed-lateness: 5s, aggregates: { n: count(*) } }
              cut-final: { from: in, key: k, session: { gap: 2s, max: 3s }, emit: final, allowed-lateness: 5s, aggregates: { n: count(*) } }
              session: { from: in, key: k, session: 1s, aggregates: { n: count(*), top: max(v) } }
            alerts:
              t: { from: tumbling, when: top > 80, for: 10s, message: "{k} {top} {window_end}" }
              f: { from: final, when: top > 80, for: 2, cooldown: 30s }
              e: { from: early, when: n > 3, clear: n < 2 }
              h: { from: hopping, when: top > 90, for: 9s, stale-after: 4s }
              c: { from: cumulative, when: n > 5, for: 3 }
              s: { from: session, when: n > 2 }
              x: { from: cut, when: n > 2, for: 2 }
              y: { from: cut-final, when: n > 2, for: 2 }
              i: { from: in, key: k, when: 100 / v > 2 AND v > 20, for: 3, stale-after: 8s }
              a: { from: in, key: k, absent-for: 5s, forget-after: 30s }
              p: { from: in, key: k, pattern: { name: high, where: v > 90, times: 2, next: relaxed }, within: 9s, after-match: no-skip }
              b: { from: in, key: k, slo: { good: 100 / v < 2, total: v <> 50, objective: 50, period: 6h, min-events: 2 }, message: "{long}" }
              d:
                from: in
                key: []
                slo:
                  good: v < 60
                  objective: 80
                  period: 1h
                  windows: [ { long: 4s, short: 1s, burn: 2.5 }, { long: 1m, short: 5s, burn: 2.1, severity: ticket } ]
            sinks:
              out: { from: [t, f, e, h, c, s, x, y, i, a, p, b, d], kafka: { topic: out } }
              late:
                from: [t.late, f.late, e.late, h.late, c.late, s.late, i.late, a.late, p.late, b.late, d.late, i.failed, b.failed]
                kafka: { topic: late }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void sameBytesAtAnyParallelismAndFromRunToRun() throws IOException {
        Path pipeline = Files.writeString(folder.resolve("p.yaml"), MANY);
        Path input = Files.write(folder.resolve("in.jsonl"), lines(7));
        RunningProcess.Outcome first = replay(pipeline, input, "first", 1);
        for (int parallelism = 1; parallelism <= 3; parallelism++) {
            RunningProcess.Outcome again = replay(pipeline, input, "again" + parallelism, parallelism);
            assertThat(again.out()).isEqualTo(first.out());
            for (String sink : List.of("out.jsonl", "late.jsonl")) {
                assertThat(Files.readString(
                                folder.resolve("again" + parallelism).resolve(sink)))
                        .as("%s at parallelism %d", sink, parallelism)
                        .isEqualTo(Files.readString(folder.resolve("first").resolve(sink)));
            }
        }

        assertThat(first.out().lines())
                .filteredOn(line -> line.matches("[tfehcsxy]: .*"))
                .hasSize(8)
                .allSatisfy(line -> assertThat(line).endsWith(" + late 0 + failed 0"));
        List<String> rows = Files.readAllLines(folder.resolve("first/out.jsonl"));
        for (String alert : "t f e h c s x y i a p b d".split(" ")) {
            assertThat(rows).anyMatch(row -> row.startsWith("{\"alert\":\"" + alert + "\""));
        }
        assertThat(rows)
                .anyMatch(row -> row.contains("\"reason\":\"stale\""))
                .anyMatch(row -> row.matches("\\{\"alert\":\"b\".*\"resolved\".*"));
        assertThat(Files.readAllLines(folder.resolve("first/late.jsonl")))
                .anyMatch(row -> row.contains("\"node\":\"i\",\"reason\":\"failed\""))
                .anyMatch(row -> row.contains("\"node\":\"b\",\"reason\":\"failed\""))
                .anyMatch(row -> row.contains("\"node\":\"b\",\"reason\":\"late\""))
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
