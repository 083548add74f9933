package io.tidemark.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.FieldType;
import io.tidemark.job.FlinkOptionCatalog;
import io.tidemark.spec.ConnectorSpec.Generate;
import io.tidemark.spec.ConnectorSpec.Scenario;
import io.tidemark.spec.ConnectorSpec.Start;
import io.tidemark.spec.ConnectorSpec.StartKind;
import io.tidemark.spec.SinkSpec.Delivery;
import io.tidemark.spec.SinkSpec.KeyFormat;
import io.tidemark.spec.SinkSpec.Target;
import io.tidemark.spec.SinkSpec.Times;
import io.tidemark.spec.SinkSpec.Timestamp;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Tumbling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The meaning of specifications that no file has made: what the Java builder relies on. */
class SpecValidatorTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Map<String, String> flink = new LinkedHashMap<>();
    private KafkaSpec kafka = new KafkaSpec("localhost:9092", Map.of());

    @Test
    void rightSpecificationHasNoProblems() {
        assertThat(problems(window(List.of("service"), Map.of("n", "count(*)")), kafkaSink(null)))
                .isEmpty();
    }

    @Test
    void offsetMustBeLessThanTheSizeEitherWay() { // B15
        assertThat(problems(tumbling(Duration.ofHours(24), Duration.ofHours(-5))))
                .isEmpty();
        assertThat(problems(tumbling(Duration.ofHours(24), Duration.ofHours(-24))))
                .containsExactly(
                        Problem.error("windows.w.tumbling.offset", "is -1d; less than the size 1d either way"));
        assertThat(problems(tumbling(Duration.ofHours(24), Duration.ofHours(25))))
                .containsExactly(
                        Problem.error("windows.w.tumbling.offset", "is 1d1h; less than the size 1d either way"));
    }

    @Test
    void sizesAreMoreThanZero() {
        assertThat(problems(tumbling(Duration.ZERO, Duration.ZERO)))
                .containsExactly(Problem.error("windows.w.tumbling.size", "is 0s; more than 0s"));
        assertThat(problems(tumbling(Duration.ofSeconds(-1), Duration.ZERO)))
                .containsExactly(Problem.error("windows.w.tumbling.size", "is -1s; more than 0s"));
    }

    @Test
    void listIsNoKey() { // B53
        assertThat(problems(window(List.of("tags"), Map.of("n", "count(*)"))))
                .containsExactly(
                        Problem.error("windows.w.key[0]", "tags is a list, which is no key; t, service, latency"));
    }

    @Test
    void transactionTimeoutFitsBrokerAndCheckpoints() { // B54
        flink.put("execution.checkpointing.interval", "1 min");
        assertThat(problems(window(List.of(), Map.of("n", "count(*)")), kafkaSink(Duration.ofHours(1))))
                .containsExactly(Problem.error(
                        "sinks.out.kafka.transaction-timeout",
                        "is 1h; at most 15m, which a broker allows by default (transaction.max.timeout.ms)"));
        assertThat(problems(window(List.of(), Map.of("n", "count(*)")), kafkaSink(MINUTE)))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.path()).isEqualTo("sinks.out.kafka.transaction-timeout");
                    assertThat(problem.warning()).isFalse();
                    assertThat(problem.message()).startsWith("is 1m, and with checkpoints every 1m");
                });
        assertThat(problems(window(List.of(), Map.of("n", "count(*)")), kafkaSink(Duration.ofSeconds(90))))
                .singleElement()
                .satisfies(problem -> assertThat(problem.warning()).isTrue());
        assertThat(problems(window(List.of(), Map.of("n", "count(*)")), kafkaSink(Duration.ofMinutes(15))))
                .isEmpty();
    }

    @Test
    void checkpointsAsRareAsTheDefaultTimeoutAreRefused() {
        flink.put("execution.checkpointing.interval", "15 min");
        assertThat(problems(window(List.of(), Map.of("n", "count(*)")), kafkaSink(null)))
                .extracting(Problem::path)
                .containsExactly("sinks.out.kafka.transaction-timeout");
    }

    @Test
    void twoSinksDoNotShareAFolder() { // B55
        SinkSpec first = sink("a", List.of("w"), new SinkSpec.Files("out/x"), null);
        SinkSpec second = sink("b", List.of("w.late"), new SinkSpec.Files("out/./y/../x/"), null);
        assertThat(problems(window(List.of(), Map.of("n", "count(*)")), first, second))
                .containsExactly(Problem.error(
                        "sinks.b.files.path", "the sink a writes to out/./y/../x/ too; a folder of its own"));
    }

    @Test
    void aggregatesHaveNamesOfTheirOwn() { // B59: of one name in a file, see PipelineReaderTest
        Map<String, String> aggregates = new LinkedHashMap<>();
        aggregates.put("service", "count(*)");
        aggregates.put("window_start", "count(*)");
        aggregates.put("p-99", "count(*)");
        assertThat(problems(window(List.of("service"), aggregates)))
                .containsExactly(
                        Problem.ofName(
                                "windows.w.aggregates.service", "service is a key field of this window; another name"),
                        Problem.ofName(
                                "windows.w.aggregates.window_start",
                                "a result has a window_start of its own; another name"),
                        Problem.ofName(
                                "windows.w.aggregates.p-99", "\"p-99\" is no name of a field; [A-Za-z_][A-Za-z0-9_]*"));
    }

    @Test
    void expressionsAreCheckedAgainstTheFieldsOfTheSource() {
        assertThat(problems(window(List.of(), Map.of("n", "p99(latncy)"))))
                .containsExactly(new Problem(
                        "windows.w.aggregates.n", "there is no field latncy; those of the source", false, 1, 5));
    }

    @Test
    void sinkKeysAreFieldsOfEverythingItReads() {
        WindowSpec window = window(List.of("service"), Map.of("n", "count(*)"));
        SinkSpec good = sink("a", List.of("w"), topic(), List.of("service", "window_start", "n"));
        SinkSpec bad = sink("b", List.of("w", "s"), topic(), List.of("n"));
        SinkSpec rejected = sink("c", List.of("s.rejected"), topic(), List.of("service"));
        assertThat(problems(window, good, bad, rejected))
                .containsExactly(
                        Problem.error("sinks.b.key[0]", "s has no field n; t, service, latency"),
                        Problem.error("sinks.c.key[0]", "s.rejected has no field service; no key"));
    }

    @Test
    void nodesThatAreNotThereAreNamedWithThoseThatAre() {
        SinkSpec sink = sink("a", List.of("w.rejected", "v", "s.late", "w"), topic(), null);
        assertThat(problems(window(List.of(), Map.of("n", "count(*)")), sink))
                .containsExactly(
                        Problem.error("sinks.a.from[0]", "the window w has no output rejected; w, w.late, w.failed"),
                        Problem.error("sinks.a.from[1]", "there is no node v; s, w"),
                        Problem.error("sinks.a.from[2]", "the source s has no output late; s, s.rejected"));
    }

    @Test
    void windowsReadSourcesOnly() {
        WindowSpec window = window(List.of(), Map.of("n", "count(*)"));
        WindowSpec second = window("v", "w", List.of(), Map.of("n", "count(*)"));
        WindowSpec third = window("u", "s.rejected", List.of(), Map.of("n", "count(*)"));
        PipelineSpec spec = new PipelineSpec(
                "p",
                kafka,
                Map.of("s", source()),
                ordered(window, second, third),
                Map.of(),
                Map.of("a", sink("a", List.of("v", "u"), topic(), null)),
                null,
                Map.of());
        assertThat(new SpecValidator(new WordsChecker(), new FlinkOptionCatalog()).validate(spec))
                .containsExactly(
                        Problem.error("windows.v.from", "a window that reads a window is not available yet; a source"),
                        Problem.error(
                                "windows.u.from", "s.rejected is a side output, which only sinks read; a source"));
    }

    @Test
    void unusedNodesAreWarnings() {
        PipelineSpec spec =
                new PipelineSpec("p", kafka, Map.of("s", source()), Map.of(), Map.of(), Map.of(), null, Map.of());
        assertThat(new SpecValidator(new WordsChecker(), new FlinkOptionCatalog()).validate(spec))
                .containsExactly(
                        Problem.warning("sources.s", "nothing reads this source; name it in a from, or remove it"));
    }

    @Test
    void serversMustComeFromSomewhere() {
        kafka = KafkaSpec.NONE;
        assertThat(problems(window(List.of(), Map.of("n", "count(*)")), kafkaSink(null)))
                .extracting(Problem::path)
                .containsExactly("sources.s.kafka.servers", "sinks.out.kafka.servers");
    }

    @Test
    void committedOffsetsAreAWarning() {
        ConnectorSpec connector =
                new ConnectorSpec.Kafka(null, List.of("t"), null, null, new Start(StartKind.COMMITTED, null), Map.of());
        assertThat(sourceProblems(connector, fields())).singleElement().satisfies(problem -> {
            assertThat(problem.warning()).isTrue();
            assertThat(problem.path()).isEqualTo("sources.s.kafka.start");
        });
    }

    @Test
    void generatedFieldsAreASubsetOfTheGenerators() {
        ConnectorSpec generate = new Generate(Scenario.REQUESTS, 10, null, 1, 3);
        assertThat(sourceProblems(generate, GeneratedFields.of(Scenario.REQUESTS)))
                .isEmpty();
        List<FieldSpec> fields =
                List.of(FieldSpec.of("t", FieldType.TIMESTAMP), FieldSpec.of("status", FieldType.STRING));
        assertThat(sourceProblems(generate, fields))
                .containsExactly(
                        Problem.ofName(
                                "sources.s.fields.t",
                                "the generator has no field t; timestamp, service, endpoint, latency_ms, status"),
                        Problem.error("sources.s.fields.status", "the generator's status is a long"));
    }

    @Test
    void eventTimeIsATimestampThatIsThere() {
        List<FieldSpec> optional = List.of(new FieldSpec(
                "t", FieldType.TIMESTAMP, null, true, null, TimeUnit.MILLISECONDS, null, null, null, List.of()));
        assertThat(sourceProblems(kafkaSource(), optional))
                .extracting(Problem::path)
                .containsExactly("sources.s.event-time");
        assertThat(sourceProblems(kafkaSource(), List.of(FieldSpec.of("t", FieldType.LONG))))
                .containsExactly(Problem.error(
                        "sources.s.event-time", "the field t is a long; a field of type timestamp, or $timestamp"));
    }

    @Test
    void optionsOfAClusterAreRefused() {
        flink.put("taskmanager.numberOfTaskSlots", "2");
        flink.put("jobmanager.memory.process.size", "1g");
        flink.put("rest.port", "8081");
        flink.put("state.backend.local-recovery", "true");
        flink.put("pipeline.max-parallelism", "128");
        flink.put("execution.checkpointing.unaligned.enabled", "true");
        assertThat(problems(window(List.of(), Map.of("n", "count(*)")), kafkaSink(null)))
                .extracting(Problem::path)
                .containsExactly(
                        "flink.taskmanager.numberOfTaskSlots",
                        "flink.jobmanager.memory.process.size",
                        "flink.rest.port",
                        "flink.state.backend.local-recovery");
    }

    @Test
    void tidemarksOwnOptionsAreChecked() {
        flink.put("tidemark.pre-aggregation", "false");
        flink.put("tidemark.window-heap", "16 mb");
        assertThat(problems(window(List.of(), Map.of("n", "count(*)")), kafkaSink(null)))
                .isEmpty();

        flink.put("tidemark.pre-aggregation", "sometimes");
        flink.put("tidemark.window-heap", "much");
        assertThat(problems(window(List.of(), Map.of("n", "count(*)")), kafkaSink(null)))
                .containsExactly(
                        Problem.error("flink.tidemark.pre-aggregation", "is sometimes; true or false"),
                        Problem.error("flink.tidemark.window-heap", "is much; a size such as 64 mb"));
    }

    private List<Problem> problems(WindowSpec window, SinkSpec... sinks) {
        Map<String, SinkSpec> byName = new LinkedHashMap<>();
        for (SinkSpec sink : sinks.length == 0 ? new SinkSpec[] {kafkaSink(null)} : sinks) {
            byName.put(sink.name(), sink);
        }
        PipelineSpec spec =
                new PipelineSpec("p", kafka, Map.of("s", source()), Map.of("w", window), Map.of(), byName, null, flink);
        return new SpecValidator(new WordsChecker(), new FlinkOptionCatalog()).validate(spec);
    }

    private List<Problem> sourceProblems(ConnectorSpec connector, List<FieldSpec> fields) {
        String time = connector instanceof Generate && fields.size() > 2 ? "timestamp" : "t";
        SourceSpec source = new SourceSpec(
                "s",
                connector,
                new FormatSpec.Json(),
                time,
                fields,
                WatermarkSpec.DEFAULT,
                SourceSpec.DEFAULT_MAX_BYTES);
        PipelineSpec spec = new PipelineSpec(
                "p",
                kafka,
                Map.of("s", source),
                Map.of(),
                Map.of(),
                Map.of("out", sink("out", List.of("s"), topic(), null)),
                1,
                flink);
        return new SpecValidator(new WordsChecker(), new FlinkOptionCatalog()).validate(spec);
    }

    private static SourceSpec source() {
        return new SourceSpec(
                "s",
                kafkaSource(),
                new FormatSpec.Json(),
                "t",
                fields(),
                WatermarkSpec.DEFAULT,
                SourceSpec.DEFAULT_MAX_BYTES);
    }

    private static ConnectorSpec kafkaSource() {
        return new ConnectorSpec.Kafka(null, List.of("t"), null, null, Start.EARLIEST, Map.of());
    }

    private static List<FieldSpec> fields() {
        List<FieldSpec> fields = new ArrayList<>();
        fields.add(FieldSpec.of("t", FieldType.TIMESTAMP));
        fields.add(FieldSpec.of("service", FieldType.STRING));
        fields.add(FieldSpec.of("latency", FieldType.DOUBLE));
        fields.add(new FieldSpec(
                "tags",
                FieldType.LIST,
                null,
                true,
                null,
                TimeUnit.MILLISECONDS,
                null,
                null,
                FieldType.STRING,
                List.of()));
        return fields;
    }

    private static WindowSpec tumbling(Duration size, Duration offset) {
        return new WindowSpec(
                "w",
                "s",
                List.of(),
                new Tumbling(size, offset),
                null,
                Map.of("n", "count(*)"),
                Duration.ZERO,
                Emit.ON_TIME,
                null,
                0.01);
    }

    private static WindowSpec window(List<String> key, Map<String, String> aggregates) {
        return window("w", "s", key, aggregates);
    }

    private static WindowSpec window(String name, String from, List<String> key, Map<String, String> aggregates) {
        return new WindowSpec(
                name,
                from,
                key,
                new Tumbling(MINUTE, Duration.ZERO),
                null,
                aggregates,
                Duration.ZERO,
                Emit.ON_TIME,
                null,
                0.01);
    }

    private static Map<String, WindowSpec> ordered(WindowSpec... windows) {
        Map<String, WindowSpec> byName = new LinkedHashMap<>();
        for (WindowSpec window : windows) {
            byName.put(window.name(), window);
        }
        return byName;
    }

    private static Target topic() {
        return new SinkSpec.Kafka(null, "out", Delivery.AT_LEAST_ONCE, Map.of(), null);
    }

    private static SinkSpec kafkaSink(@Nullable Duration timeout) {
        return sink(
                "out", List.of("w"), new SinkSpec.Kafka(null, "out", Delivery.EXACTLY_ONCE, Map.of(), timeout), null);
    }

    private static SinkSpec sink(String name, List<String> from, Target target, @Nullable List<String> key) {
        return new SinkSpec(name, from, target, key, KeyFormat.JSON, Timestamp.EVENT, Times.ISO);
    }
}
