package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.InProcess;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ways to name the inputs of a replay of two sources. */
final class ReplayInputsIT {
    private static final String PIPELINE = """
            name: p
            kafka: { servers: "unused:9092" }
            sources:
              left: { kafka: { topics: l }, format: json, event-time: t, fields: { t: timestamp } }
              right: { kafka: { topics: r }, format: json, event-time: t, fields: { t: timestamp } }
            windows:
              lefts: { from: left, key: [], tumbling: 1m, aggregates: { n: count(*) } }
              rights: { from: right, key: [], tumbling: 1m, aggregates: { n: count(*) } }
            sinks:
              out: { from: [lefts, rights], print: {} }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeEach
    void files() throws IOException {
        String event = "{\"t\":\"2026-01-01T00:00:00Z\"}\n";
        Files.writeString(folder.resolve("p.yaml"), PIPELINE);
        Files.writeString(folder.resolve("left.jsonl"), event);
        Files.writeString(folder.resolve("right.jsonl"), event + event);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DIR/p.yaml --input left=DIR/left.jsonl right=DIR/right.jsonl --output DIR/out",
                "DIR/p.yaml --input left=DIR/left.jsonl --input right=DIR/right.jsonl --output DIR/out",
                "--input left=DIR/left.jsonl right=DIR/right.jsonl DIR/p.yaml --output DIR/out",
                "--output DIR/out --input=right=DIR/right.jsonl left=DIR/left.jsonl DIR/p.yaml",
            })
    void eachSourceReadsItsOwn(String arguments) throws IOException {
        RunningProcess.Outcome outcome = replay(arguments);

        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(Files.readAllLines(folder.resolve("out/out.jsonl")))
                .satisfiesExactlyInAnyOrder(
                        row -> assertThat(row).contains("\"lefts\"").contains("\"n\":1,"),
                        row -> assertThat(row).contains("\"rights\"").contains("\"n\":2,"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DIR/p.yaml --output DIR/out --input | Missing required parameter for option '--input' (SOURCE=FILE)",
                "DIR/p.yaml --input --output DIR/out | Missing required parameter for option '--input' (SOURCE=FILE)",
                "DIR/p.yaml --input left=DIR/left.jsonl DIR/right.jsonl --output DIR/out | Unmatched argument",
                "DIR/p.yaml --input left --output DIR/out | --input left; allowed is SOURCE=FILE",
                "DIR/p.yaml --input left=DIR/left.jsonl left=DIR/right.jsonl --output DIR/out | --input left is given twice",
                "DIR/p.yaml --input left=DIR/left.jsonl --output DIR/out | right",
            })
    void mistakesAreOneLine(String arguments, String message) {
        RunningProcess.Outcome outcome = replay(arguments);

        assertThat(outcome.exitCode()).as(outcome::text).isEqualTo(2);
        assertThat(outcome.err().lines()).singleElement().asString().contains(message);
    }

    private RunningProcess.Outcome replay(String arguments) {
        return InProcess.tidemark(
                ("replay " + arguments).replace("DIR", folder.toString()).split(" "));
    }
}
