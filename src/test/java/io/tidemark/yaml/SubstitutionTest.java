package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.spec.PipelineSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubstitutionTest {
    private static final Map<String, String> VARIABLES =
            Map.of("A", "alpha", "EMPTY", "", "N", "7", "TREE", "{ a: [1, 2] }", "NESTED", "${A}");

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "${A},alpha",
                "x${A}y${N}z,xalphay7z",
                "${B:-b},b",
                "${B:-},''",
                "${EMPTY},''",
                "${EMPTY:-e},e",
                "${A:-b},alpha",
                "${B:-x${C:-${A}}y},xalphay",
                "$${A},${A}",
                "$$${A},$${A}",
                "$A $ {A} $timestamp,$A $ {A} $timestamp",
                "${B:-$${A}},${A}",
                "${NESTED},${A}"
            })
    void replacesVariables(String raw, String text) {
        assertThat(new Substitution(raw, new Environment(VARIABLES, true), false))
                .satisfies(substitution -> {
                    assertThat(substitution.text()).isEqualTo(text);
                    assertThat(substitution.faults()).isEmpty();
                });
    }

    @Test
    void plainScalarIsTypedAgainAndQuotedStaysText() {
        assertThat(number("parallelism: ${N}")).isEqualTo(7);
        assertThat(Reader.lines(read("parallelism: \"${N}\"")))
                .containsExactly("3:14: parallelism: \"******\" is no whole number; a whole number, without quotes");
        assertThat(Reader.lines(read("parallelism: !!int \"${N}\""))).isEmpty();
    }

    private static int number(String line) {
        PipelineSpec spec = Objects.requireNonNull(read(line).spec());
        return Objects.requireNonNull(spec.parallelism());
    }

    @Test
    void valueNeverChangesTheStructure() {
        assertThat(Reader.lines(read("flink: ${TREE}")))
                .containsExactly("3:8: flink: is a text; a mapping of names to text");
    }

    @Test
    void keysAndNameAreLeftAlone() {
        PipelineFile file = Reader.read("name: ${A}\nsources: { \"${A}\": { generate: requests } }\n", VARIABLES, true);
        assertThat(Reader.lines(file))
                .contains(
                        "1:7: name: variables are not replaced in name; write the name itself",
                        "2:12: sources.${A}: \"${A}\" is no name of a node; [a-z][a-z0-9_-]*");
    }

    @Test
    void filesAreTrimmed(@TempDir Path folder) throws IOException {
        Path secret = Files.writeString(folder.resolve("n"), "\n 12 \n");
        assertThat(number("parallelism: ${file:" + secret + "}")).isEqualTo(12);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "${MISSING}         | the variable MISSING is not set; set it, or write ${MISSING:-default}",
                "${file:/no/such}   | the file /no/such cannot be read; a text file in UTF-8 of at most 1 MiB",
                "${file:relative}   | \"${file:relative}\" has no absolute path; ${file:/path}",
                "${MISSING-x}       | \"${MISSING-x}\" is no variable; ${NAME}, ${NAME:-default}, ${file:/path}, or $${ for the text ${",
                "${}                | \"${}\" is no variable; ${NAME}, ${NAME:-default}, ${file:/path}, or $${ for the text ${",
                "${N                | \"${\" has no \"}\"; ${NAME}, or $${ for the text ${",
            })
    void whatIsMissingIsAnErrorAtItsPlace(String variable, String message) {
        assertThat(Reader.lines(read("flink: { pipeline.global-job-parameters.x: \"ä 1 " + variable + "\" }")))
                .containsExactly("3:49: flink.pipeline.global-job-parameters.x: " + message);
    }

    @Test
    void whatIsMissingInsideKafkaIsLeftAloneByCommandsThatConnectToNothing() {
        String text = """
                name: x
                kafka: { servers: "${SERVERS}", properties: { sasl.jaas.config: "${JAAS}" } }
                sources:
                  s:
                    kafka: { topics: ["${TOPIC}"], start: "${START}", group: "${file:/no/such}" }
                    format: json
                    event-time: t
                    fields: { t: timestamp }
                sinks:
                  k: { from: s, kafka: { topic: "out-${TOPIC}", delivery: "${D}", transaction-timeout: "${TT}" } }
                """;
        assertThat(Reader.read(text, Map.of(), false).problems()).isEmpty();
        assertThat(Reader.read(text, Map.of(), true).problems())
                .extracting(FileProblem::path)
                .containsExactly(
                        "kafka.servers",
                        "kafka.properties.sasl.jaas.config",
                        "sources.s.kafka.topics[0]",
                        "sources.s.kafka.start",
                        "sources.s.kafka.group",
                        "sinks.k.kafka.topic",
                        "sinks.k.kafka.delivery",
                        "sinks.k.kafka.transaction-timeout");
        String elsewhere = Reader.HEAD + "sinks: { f: { from: s, files: { path: \"${OUT}\" } } }\n";
        assertThat(Reader.lines(Reader.read(elsewhere, Map.of(), false)))
                .containsExactly(
                        "3:40: sinks.f.files.path: the variable OUT is not set; set it, or write ${OUT:-default}");
    }

    @Test
    void envFileFillsWhatTheEnvironmentLacks(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("env"), "# comment\n\nA=file\nexport B = \"b c\"\nC='#'\nD=\n");
        Environment environment = new Environment(Map.of("A", "real"), true).withFile(file);
        assertThat(environment.variables())
                .containsExactlyInAnyOrderEntriesOf(Map.of("A", "real", "B", "b c", "C", "#", "D", ""));
        Path bad = Files.writeString(folder.resolve("bad"), "A=1\nnothing\n");
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> environment.withFile(bad))
                .hasMessage(bad + ":2:1: is no variable; NAME=value");
    }

    private static PipelineFile read(String line) {
        String text =
                Reader.HEAD.replace("sources: {", "sources: {") + line + "\nsinks: { out: { from: s, print: {} } }\n";
        return Reader.read(text, VARIABLES, true);
    }
}
