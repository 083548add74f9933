package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.FlinkOptionCatalog;
import io.tidemark.spec.FixtureSpec;
import io.tidemark.spec.FixtureStep;
import io.tidemark.spec.SpecValidator;
import io.tidemark.spec.WordsChecker;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FixtureReaderTest {
    private static final String PIPELINE = """
            name: p
            sources:
              requests:
                kafka: { servers: "u:1", topics: requests }
                format: json
                event-time: ts
                fields: { ts: timestamp, k: string }
            windows:
              w: { from: requests, key: k, tumbling: 1m, aggregates: { n: count(*) } }
            sinks:
              out: { from: w, print: {} }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeEach
    void writePipeline() throws IOException {
        Files.writeString(folder.resolve("p.yaml"), PIPELINE);
    }

    @Test
    void readsRecordsBySource() throws IOException {
        FixtureSpec fixture = valid("""
                pipeline: p.yaml
                now: 2026-01-01T00:00:00Z
                partitions: { requests: 2 }
                given:
                  requests:
                    - { ts: 1, k: a, d: 12.50 }
                    - "not json"
                    - { $value: null, $key: k1, $partition: 1, $timestamp: 7, $headers: { h: x } }
                expect:
                  w: [{ n: 1 }]
                  w.late: []
                  out: { n: 1 }
                ordered: true
                tolerance: 0.01
                """);

        assertThat(fixture.merged()).isTrue();
        assertThat(fixture.now()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(fixture.partitions()).isEqualTo(Map.of("requests", 2));
        assertThat(fixture.steps())
                .containsExactly(
                        given(Map.of("ts", new BigDecimal(1), "k", "a", "d", new BigDecimal("12.50"))),
                        given("not json"),
                        new FixtureStep.Given("requests", null, "k1", 1, Instant.ofEpochMilli(7), Map.of("h", "x")));
        assertThat(fixture.expect())
                .isEqualTo(Map.of(
                        "w", List.of(Map.of("n", new BigDecimal(1))),
                        "w.late", List.of(),
                        "out", List.of(Map.of("n", new BigDecimal(1)))));
        assertThat(fixture.ordered()).isTrue();
        assertThat(fixture.tolerance()).isEqualTo(0.01);
    }

    @Test
    void readsSteps() throws IOException {
        FixtureSpec fixture = valid("""
                pipeline: p.yaml
                given:
                  - requests: text
                  - watermark: 2026-01-01T00:00:00Z
                  - wait: 20s
                  - silence: 1m
                  - checkpoint
                  - restore
                expect: { w: [] }
                """);

        assertThat(fixture.merged()).isFalse();
        assertThat(fixture.steps())
                .containsExactly(
                        given("text"),
                        new FixtureStep.TimePasses(Instant.parse("2026-01-01T00:00:00Z")),
                        new FixtureStep.Wait(Duration.ofSeconds(20)),
                        new FixtureStep.Silence(Duration.ofMinutes(1)),
                        new FixtureStep.Checkpoint(),
                        new FixtureStep.Restore());
    }

    @Test
    void thePipelineMayStandInTheFixture() throws IOException {
        String inline = "pipeline:\n" + PIPELINE.indent(2) + "given: { requests: [] }\nexpect: { w: [] }\n";

        assertThat(valid(inline).pipeline().name()).isEqualTo("p");
        assertThat(problems(inline.replace("key: k,", "key: kk,")))
                .singleElement()
                .isEqualTo("f.yaml:10:31: windows.w.key: requests has no field kk; did you mean k?; ts, k");
    }

    @Test
    void allMistakesAreSaidAtOnceWithTheirPlaces() throws IOException {
        assertThat(problems("""
                        pipeline: p.yaml
                        nov: 2026-01-01T00:00:00Z
                        partitions: { request: 2 }
                        given:
                          - request: { ts: 1 }
                          - wait: -1s
                          - restore
                          - chekpoint
                          - watermark: tomorrow
                          - requests: { $valeu: 1, $key: 1 }
                          - requests: .inf
                        expect:
                          w.lat: []
                          w: 5
                        tolerance: -1
                        """))
                .containsExactly(
                        "f.yaml:2:1: nov: unknown key \"nov\"; did you mean now?",
                        "f.yaml:3:15: partitions.request: there is no source request; did you mean requests?; requests",
                        "f.yaml:5:5: given[0].request: there is no source request; did you mean requests?; requests,"
                                + " watermark, wait, silence, checkpoint, restore",
                        "f.yaml:6:11: given[1].wait: is -1s; more than 0s",
                        "f.yaml:7:5: given[2]: nothing to go back to; a checkpoint before it",
                        "f.yaml:8:5: given[3]: \"chekpoint\" is no step; did you mean checkpoint?; SOURCE: record,"
                                + " watermark: TIME, wait: 20s, silence: 20s, checkpoint, restore",
                        "f.yaml:9:16: given[4].watermark: \"tomorrow\" is no instant; ISO-8601 with an offset, such as"
                                + " 2026-01-01T00:00:00Z",
                        "f.yaml:10:5: given[5].requests.$value: is missing; the record's value, null for a tombstone",
                        "f.yaml:10:17: given[5].requests.$valeu: unknown key \"$valeu\"; did you mean $value?",
                        "f.yaml:11:15: given[6].requests: \".inf\" is no number that JSON has; a number, or the whole"
                                + " record as text in quotes",
                        "f.yaml:13:3: expect.w.lat: there is no node or sink w.lat; did you mean w.late?; requests,"
                                + " requests.rejected, w, w.late, w.failed, out",
                        "f.yaml:14:6: expect.w: is a number; a list of rows, [] if nothing may come out",
                        "f.yaml:15:12: tolerance: is -1; 0 or more, 0.01 for 1 %");
    }

    @Test
    void whatMustBeThereIsSaid() throws IOException {
        assertThat(problems("x-note: nothing\n"))
                .containsExactly(
                        "f.yaml:1:1: expect: is missing; rows by node or sink",
                        "f.yaml:1:1: given: is missing; records by source, or a list of steps",
                        "f.yaml:1:1: pipeline: is missing; the path of a pipeline, or the pipeline itself");
        assertThat(problems("# nothing\n"))
                .containsExactly("f.yaml:1:1: yaml: the file is empty; a fixture: pipeline, given, expect");
        assertThat(problems("pipeline: q.yaml\ngiven: {}\nexpect: {}\n"))
                .containsExactly("f.yaml:1:11: pipeline: there is no file q.yaml beside the fixture; the path of a"
                        + " pipeline, or the pipeline itself");
    }

    @Test
    void thePlacesOfAPipelinesErrorsAreInItsFile() throws IOException {
        Files.writeString(folder.resolve("p.yaml"), PIPELINE.replace("tumbling: 1m", "tumbling: 0s"));

        assertThat(problems("pipeline: p.yaml\ngiven: { requests: [] }\nexpect: { w: [] }\n"))
                .singleElement()
                .asString()
                .startsWith("p.yaml:9:")
                .contains("more than 0s");
    }

    @Test
    void aPartitionThatIsNotDeclaredIsAnError() throws IOException {
        assertThat(problems("""
                        pipeline: p.yaml
                        partitions: { requests: 2 }
                        given: { requests: { $value: x, $partition: 2 } }
                        expect: { w: [] }
                        """))
                .containsExactly(
                        "f.yaml:3:45: given.requests.$partition: is 2; 0 to 1, as partitions says of requests");
    }

    private static FixtureStep.Given given(Object value) {
        return new FixtureStep.Given("requests", value, null, 0, null, Map.of());
    }

    private FixtureSpec valid(String text) throws IOException {
        FixtureFile file = read(text);
        assertThat(file.problems()).isEmpty();
        return Objects.requireNonNull(file.spec());
    }

    private List<String> problems(String text) throws IOException {
        FixtureFile file = read(text);
        assertThat(file.spec()).isNull();
        return file.problems().stream()
                .map(problem -> problem.toString().replace(folder + "/", ""))
                .toList();
    }

    private FixtureFile read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("f.yaml"), text);
        return new FixtureReader(
                        new Environment(Map.of(), false),
                        new SpecValidator(new WordsChecker(), new FlinkOptionCatalog()))
                .read(file);
    }
}
