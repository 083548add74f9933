package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.InProcess;
import io.tidemark.testkit.Replay;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code test}: the fixtures of the example pipelines and of the reported borders, and what is said of one that fails. */
@Timeout(300)
final class FixturesIT {
    private static final String PIPELINE = """
            pipeline:
              name: p
              sources:
                in:
                  kafka: { servers: "unused:9092", topics: in }
                  format: json
                  event-time: ts
                  fields: { ts: timestamp, key: string }
                  watermark: { out-of-orderness: 0s, not-before: none }
              windows:
                counted: { from: in, key: key, tumbling: 1m, aggregates: { count: count(*) } }
              sinks:
                late: { from: counted.late, print: {} }
                results: { from: counted, print: {} }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void fixturesOfTheExamplePipelinesPass() throws IOException {
        assertThat(passAll(Path.of("flink-conf/pipelines"), ".test.yaml")).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void everyExamplePipelineHasAFixture() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("flink-conf/pipelines"))) {
            assertThat(files.map(Path::toString).filter(file -> file.endsWith(".yaml") && !file.endsWith(".test.yaml")))
                    .allSatisfy(file -> assertThat(Path.of(file.replace(".yaml", ".test.yaml")))
                            .exists());
        }
    }

    @Test
    void fixturesOfTheReportedBordersPass() throws IOException {
        assertThat(passAll(Path.of("src/test/resources/fixtures"), ".yaml")).hasSizeGreaterThanOrEqualTo(14);
    }

    @Test
    void aFixtureThatFailsSaysWhatDiffersAndTheOthersRunAllTheSame() throws IOException {
        Path wrong = fixture("wrong.yaml", "given: { in: [{ ts: 0, key: a }] }\nexpect: { counted: { count: 2 } }\n");
        Path right = fixture("right.yaml", "given: { in: [{ ts: 0, key: a }] }\nexpect: { results: { count: 1 } }\n");

        RunningProcess.Outcome outcome = InProcess.tidemark("test", wrong.toString(), right.toString());

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out().lines())
                .containsExactly(
                        "FAILED " + wrong,
                        "  counted: expected   {\"count\":2}",
                        "      nearest is {\"node\":\"counted\",\"key\":\"a\",\"window_start\":\"1970-01-01T00:00:00Z\","
                                + "\"window_end\":\"1970-01-01T00:01:00Z\",\"count\":1,\"pane\":\"on-time\","
                                + "\"revision\":0,\"closed_by\":\"end-of-input\"}",
                        "      count is expected to be 2 but was 1",
                        "ok " + right,
                        "1 passed, 1 failed");
    }

    @Test
    void nothingIsRunIfAFixtureIsInvalid() throws IOException {
        Path right = fixture("right.yaml", "given: { in: [] }\nexpect: { counted: [] }\n");
        Path invalid = fixture("invalid.yaml", "given: { out: [] }\nexpect: { counted: [] }\n");

        RunningProcess.Outcome outcome = InProcess.tidemark("test", right.toString(), invalid.toString());

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).isEqualTo(invalid + ":15:10: given.out: there is no source out; in\n");
    }

    /** Where the job starts again changes no row, wherever the checkpoint before it was. */
    @Test
    void aRestoreAnywhereChangesNothing() throws IOException {
        List<String> steps = List.of(
                "in: { ts: 0, key: a }",
                "in: { ts: 61000, key: a }",
                "in: { ts: 1000, key: a }",
                "in: { ts: 30000, key: b }",
                "watermark: 1970-01-01T00:02:00Z",
                "in: { ts: 62000, key: a }");
        String expect = """
                expect:
                  counted:
                    - { key: a, window_start: "1970-01-01T00:00:00Z", count: 1 }
                    - { key: a, window_start: "1970-01-01T00:01:00Z", count: 1, closed_by: watermark }
                  late: [{ origin: { offset: 2 } }, { origin: { offset: 3 } }, { origin: { offset: 4 } }]
                """;
        List<String> arguments = new ArrayList<>(List.of("test"));
        for (int checkpoint = 0; checkpoint <= steps.size(); checkpoint += 2) {
            for (int restore = checkpoint; restore <= steps.size(); restore += 3) {
                List<String> all = new ArrayList<>(steps);
                all.add(restore, "restore");
                all.add(checkpoint, "checkpoint");
                String text = "given:\n  - " + String.join("\n  - ", all) + "\n" + expect;
                arguments.add(fixture("restore-" + checkpoint + "-" + restore + ".yaml", text)
                        .toString());
            }
        }

        RunningProcess.Outcome outcome = InProcess.tidemark(arguments.toArray(String[]::new));

        assertThat(outcome.exitCode()).as(outcome::text).isZero();
    }

    @Test
    void recordsOfSeveralSourcesAreMergedByTheirTimes() throws IOException {
        String other = """
                other:
                  kafka: { servers: "unused:9092", topics: other }
                  format: json
                  event-time: ts
                  fields: { ts: timestamp }
                  watermark: { not-before: none }
                """;
        String pipeline = PIPELINE.replace("  windows:", other.indent(4) + "  windows:")
                .replace("late: { from: counted.late, print: {} }", "both: { from: [in, other], print: {} }");
        Path file = Files.writeString(folder.resolve("merged.yaml"), pipeline + """
                        given:
                          other: [{ ts: 5 }, { ts: 1 }]
                          in: [{ ts: 3, key: a }, { ts: 4, key: a }]
                        expect:
                          both: [{ ts: "1970-01-01T00:00:00.001Z" }, { key: a }, { key: a }, { ts: "1970-01-01T00:00:00.005Z" }]
                          other.rejected: []
                        ordered: true
                        """);

        RunningProcess.Outcome outcome = InProcess.tidemark("test", file.toString());

        assertThat(outcome.exitCode()).as(outcome::text).isZero();
    }

    @Test
    void replayLetsTimePassUntilItIsTold() throws IOException {
        String pipeline = PIPELINE.substring(PIPELINE.indexOf('\n') + 1).stripIndent();
        Replay.run(
                folder,
                pipeline,
                List.of("{\"ts\":0,\"key\":\"a\"}", "{\"ts\":61000,\"key\":\"a\"}", "{\"ts\":121000,\"key\":\"a\"}"));
        Path output = folder.resolve("until");

        RunningProcess.Outcome outcome = InProcess.tidemark(
                "replay",
                folder.resolve("pipeline.yaml").toString(),
                "--input",
                "in=" + folder.resolve("in.jsonl"),
                "--output",
                output.toString(),
                "--until",
                "1970-01-01T00:02:59.999Z");

        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(Files.readAllLines(output.resolve("results.jsonl")))
                .hasSize(3)
                .allSatisfy(row -> assertThat(row).contains("\"closed_by\":\"watermark\""));
        assertThat(Files.readAllLines(folder.resolve("out/results.jsonl")))
                .last()
                .asString()
                .contains("\"closed_by\":\"end-of-input\"");
    }

    private static List<String> passAll(Path folder, String ending) throws IOException {
        List<String> fixtures;
        try (Stream<Path> files = Files.list(folder)) {
            fixtures = files.map(Path::toString)
                    .filter(file -> file.endsWith(ending))
                    .sorted()
                    .toList();
        }
        List<String> arguments = new ArrayList<>(List.of("test"));
        arguments.addAll(fixtures);
        RunningProcess.Outcome outcome = InProcess.tidemark(arguments.toArray(String[]::new));
        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(outcome.out().lines()).last().isEqualTo(fixtures.size() + " passed, 0 failed");
        return fixtures;
    }

    private Path fixture(String name, String rest) throws IOException {
        return Files.writeString(folder.resolve(name), PIPELINE + rest);
    }
}
