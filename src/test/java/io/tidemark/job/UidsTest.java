package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.StreamProcessor;
import io.tidemark.spec.PipelineSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The uids of operators tie them to their state in a savepoint: a change of one is a change that loses state. */
class UidsTest {
    private static final Path EXAMPLES = Path.of("flink-conf/pipelines");
    private static final Path GOLDEN = Path.of("src/test/resources/golden/uids.txt");

    /** Each kind of source, window, alert and sink that a pipeline can have. */
    private static final String EVERY_KIND = """
            name: every-kind
            kafka: { servers: "unused:9092" }
            sources:
              topic:
                kafka: { topics: in }
                format: json
                event-time: ts
                fields: { ts: timestamp, k: string, v: double }
              lines:
                files: { path: %s, follow: true }
                format: json
                event-time: ts
                fields: { ts: timestamp, k: string, v: double }
              made-up: { generate: { scenario: requests, count: 10 } }
            windows:
              by-key: { from: topic, key: k, tumbling: 1m, allowed-lateness: 1m, aggregates: { n: count(*) } }
              global: { from: lines, key: [], tumbling: 5m, emit: final, aggregates: { p: p99(v) } }
              by-status: { from: made-up, key: status, tumbling: 1h, aggregates: { n: count(*) } }
            alerts:
              slow: { from: by-key, when: n > 3, for: 2m, cooldown: 5m }
              silent: { from: topic, key: k, absent-for: 5m }
              in-a-row: { from: topic, key: k, pattern: { name: big, where: v > 3, times: 3 }, within: 5m }
              budget: { from: topic, key: k, slo: { good: v < 3, objective: 99.9, period: 30d } }
            sinks:
              alerts:
                from: [slow, silent, in-a-row, budget, slow.late, slow.failed, silent.late, budget.late, budget.failed]
                kafka: { topic: c }
              exactly: { from: [by-key, global], kafka: { topic: a } }
              at-least: { from: topic.rejected, kafka: { topic: b, delivery: at-least-once } }
              folder: { from: by-status, files: { path: %s } }
              terminal: { from: [by-key.late, by-key.failed, made-up], print: {} }
            parallelism: 2
            """;

    @TempDir
    Path folder;

    static Stream<String> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".test.yaml"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @Test
    void uidsOfTheExamplesAreTheGoldenOnes() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String example : examples().toList()) {
            lines.add(example);
            live(Files.readString(EXAMPLES.resolve(example))).forEach(node -> lines.add("  " + node));
        }

        assertThat(String.join("\n", lines) + "\n")
                .as("a uid that changes loses state; see the Javadoc of Uids")
                .isEqualTo(Files.readString(GOLDEN));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void replayOfAnExampleHasUidsToo(String example) throws IOException {
        PipelineSpec spec = Pipelines.read(Files.readString(EXAMPLES.resolve(example)));

        assertThat(replay(spec)).isNotEmpty().allSatisfy(UidsTest::assertNamed);
    }

    @Test
    void everyOperatorOfEveryKindHasAUidOfItsOwnAndANameWithItsNode() throws IOException {
        String text = EVERY_KIND.formatted(folder.resolve("in"), folder.resolve("out"));
        List<Operator> live = live(text);

        assertThat(live)
                .allSatisfy(UidsTest::assertNamed)
                .extracting(Operator::uid)
                .doesNotHaveDuplicates();
        PipelineSpec spec = Pipelines.read(text);
        assertThat(replay(spec))
                .allSatisfy(UidsTest::assertNamed)
                .extracting(Operator::uid)
                .doesNotHaveDuplicates();
        for (List<String> names : List.of(
                List.copyOf(spec.sources().keySet()), List.copyOf(spec.windows().keySet()))) {
            for (String node : names) {
                assertThat(live)
                        .filteredOn(operator -> operator.name.contains(node + ": "))
                        .hasSizeGreaterThan(1);
            }
        }
        for (String alert : spec.alerts().keySet()) {
            assertThat(live).anyMatch(operator -> operator.name.equals(alert + ": alert"));
        }
        for (String sink : spec.sinks().keySet()) {
            assertThat(live).anyMatch(operator -> operator.name.startsWith(sink + ": write"));
        }
    }

    @Test
    void namesWithDashesNeverShareAUid() {
        List<Operator> operators = live("""
                name: dashes
                sources: { made-up: { generate: { scenario: requests, count: 10 } } }
                windows:
                  x: { from: made-up, key: [], tumbling: 1m, aggregates: { n: count(*) } }
                  input-x: { from: made-up, key: [], tumbling: 1m, aggregates: { n: count(*) } }
                  b-x: { from: made-up, key: [], tumbling: 1m, aggregates: { n: count(*) } }
                sinks:
                  a: { from: b-x, print: {} }
                  a-b: { from: [x, input-x], print: {} }
                """);

        assertThat(operators).extracting(Operator::uid).doesNotHaveDuplicates();
    }

    @Test
    void uidsBeginWithThePipelinesName() throws IOException {
        String text = EVERY_KIND.formatted(folder.resolve("in"), folder.resolve("out"));

        assertThat(live(text))
                .extracting(Operator::uid)
                .allMatch(uid -> uid.matches("(Sink Committer: )?every-kind/.*"));
        assertThat(replay(Pipelines.read(text)))
                .extracting(Operator::uid)
                .allMatch(uid -> uid.startsWith("every-kind/"));
    }

    @Test
    void processorsOfOneJobNeverShareAUid() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(FlinkSettings.defaults());
        for (String name : List.of("a", "a-window", "window-a")) {
            StreamProcessor.<Long>builder(name)
                    .withEventTime(Long::longValue)
                    .withKey("half", n -> n / 2)
                    .withTumblingWindow(Duration.ofMinutes(1))
                    .withAggregation(aggregates -> aggregates.addCount("n"))
                    .build()
                    .process(env.fromSequence(1, 9).uid("numbers of " + name))
                    .sinkTo(new DiscardingSink<>())
                    .uid("nothing of " + name);
        }

        assertThat(operators(env))
                .hasSizeGreaterThan(9)
                .extracting(Operator::uid)
                .doesNotHaveDuplicates();
    }

    @Test
    void explanationNamesTheVeryUids() {
        String text = EVERY_KIND.formatted(folder.resolve("in"), folder.resolve("out"));
        List<String> explained = Explanation.of(Pipelines.read(text), value -> value).stream()
                .filter(line -> line.strip().startsWith("uids"))
                .flatMap(line -> Stream.of(
                        line.strip().substring("uids".length()).strip().split(", ")))
                .toList();

        assertThat(explained)
                .containsExactlyInAnyOrderElementsOf(live(text).stream()
                        .map(Operator::uid)
                        .filter(uid -> !uid.startsWith("Sink Committer"))
                        .distinct()
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void missingUidIsAnErrorOfTheProduct(boolean replay) {
        Configuration settings = replay
                ? ReplayJob.settings(Pipelines.read(EVERY_KIND.formatted(folder.resolve("in"), folder.resolve("out"))))
                : FlinkSettings.defaults();

        assertThat(settings.get(PipelineOptions.AUTO_GENERATE_UIDS)).isFalse();
    }

    private record Operator(String uid, String name) {
        @Override
        public String toString() {
            return uid + "  " + name;
        }
    }

    private static void assertNamed(Operator operator) {
        assertThat(operator.uid)
                .as("uid of %s", operator.name)
                .isNotEqualTo("null")
                .isNotEmpty();
        assertThat(operator.name)
                .as("name of %s", operator.uid)
                .containsPattern("^[A-Za-z]")
                .doesNotContain("Timestamps");
    }

    private static List<Operator> live(String text) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
        PipelineJob.compose(env, Pipelines.read(text));
        return operators(env);
    }

    private List<Operator> replay(PipelineSpec spec) throws IOException {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(ReplayJob.settings(spec));
        Path input = Files.writeString(folder.resolve("in.jsonl"), "");
        Map<String, String> recorded = new java.util.LinkedHashMap<>();
        spec.sources().keySet().forEach(source -> recorded.put(source, input.toString()));
        ReplayJob.compose(env, spec, new ReplayJob.Files(recorded, folder, null, null));
        return operators(env);
    }

    private static List<Operator> operators(StreamExecutionEnvironment env) {
        return env.getStreamGraph(false).getStreamNodes().stream()
                .sorted(java.util.Comparator.comparingInt(StreamNode::getId))
                .map(node -> new Operator(String.valueOf(node.getTransformationUID()), node.getOperatorName()))
                .toList();
    }
}
