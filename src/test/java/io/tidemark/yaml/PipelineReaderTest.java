package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.FieldType;
import io.tidemark.job.FlinkOptionCatalog;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.ConnectorSpec.Scenario;
import io.tidemark.spec.ConnectorSpec.Start;
import io.tidemark.spec.ConnectorSpec.StartKind;
import io.tidemark.spec.FieldSpec;
import io.tidemark.spec.GeneratedFields;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SinkSpec.Delivery;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.SpecValidator;
import io.tidemark.spec.WatermarkSpec;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Tumbling;
import io.tidemark.spec.WordsChecker;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What right files yield. */
class PipelineReaderTest {
    private static final Path RESOURCES = Path.of("src/test/resources/io/tidemark/yaml");

    @Test
    void contractsExampleHasNoProblemsAndAllDefaults() throws IOException {
        PipelineSpec spec = Reader.spec(Files.readString(RESOURCES.resolve("request-latency.yaml")));

        assertThat(spec.name()).isEqualTo("request-latency");
        assertThat(spec.kafka().servers()).isEqualTo("localhost:9092");
        assertThat(spec.parallelism()).isNull();
        assertThat(spec.flink()).isEmpty();
        SourceSpec source = Objects.requireNonNull(spec.sources().get("requests"));
        assertThat(source.connector())
                .isEqualTo(new ConnectorSpec.Kafka(null, List.of("requests"), null, null, Start.EARLIEST, Map.of()));
        assertThat(source.eventTime()).isEqualTo("timestamp");
        assertThat(source.fields()).isEqualTo(GeneratedFields.of(Scenario.REQUESTS));
        assertThat(source.watermark()).isEqualTo(WatermarkSpec.DEFAULT);
        assertThat(source.maxBytes()).isEqualTo(SourceSpec.DEFAULT_MAX_BYTES);
        WindowSpec window = Objects.requireNonNull(spec.windows().get("latency"));
        assertThat(window.key()).containsExactly("service", "endpoint");
        assertThat(window.assigner()).isEqualTo(new Tumbling(Duration.ofMinutes(1), Duration.ZERO));
        assertThat(window.where()).isNull();
        assertThat(window.allowedLateness()).isEqualTo(Duration.ofMinutes(1));
        assertThat(window.emit()).isEqualTo(Emit.ON_TIME);
        assertThat(window.accuracy()).isEqualTo(0.01);
        assertThat(window.aggregates())
                .containsEntry("server_errors", "count(*) FILTER (WHERE status >= 500)")
                .hasSize(7);
        assertThat(window.aggregates().keySet()).first().isEqualTo("request_count");
        assertThat(spec.sinks().keySet()).containsExactly("results", "late", "rejects");
        assertThat(spec.sinks().get("late"))
                .isEqualTo(new SinkSpec(
                        "late",
                        List.of("latency.late"),
                        new SinkSpec.Kafka(null, "late", Delivery.EXACTLY_ONCE, Map.of(), null),
                        null,
                        SinkSpec.KeyFormat.JSON,
                        SinkSpec.Timestamp.EVENT,
                        SinkSpec.Times.ISO));
    }

    @Test
    void everyKeyCanBeSet() throws IOException {
        PipelineFile file = Reader.read(Files.readString(RESOURCES.resolve("every-key.yaml")));

        assertThat(Reader.lines(file))
                .containsExactly(
                        "13:14: sources.events.kafka.start: warning: without state the windows that were open at"
                                + " the committed offset will be incomplete; earliest, or an instant before them");
        PipelineSpec spec = Objects.requireNonNull(file.spec());
        assertThat(spec.flink())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "execution.checkpointing.interval", "30 s",
                        "execution.checkpointing.timeout", "10min",
                        "state.backend.type", "hashmap",
                        "pipeline.cached-files", "name:a,path:/a;name:b,path:/b"));
        assertThat(spec.parallelism()).isEqualTo(16);
        SourceSpec events = Objects.requireNonNull(spec.sources().get("events"));
        assertThat(events.connector())
                .isEqualTo(new ConnectorSpec.Kafka(
                        "a:1,b:2",
                        List.of("x", "y"),
                        null,
                        "my group",
                        new Start(StartKind.COMMITTED, null),
                        Map.of("fetch.min.bytes", "1", "check.crcs", "true", "client.rack", "0x1")));
        assertThat(events.watermark()).isEqualTo(new WatermarkSpec(Duration.ZERO, Duration.ofSeconds(90), null, null));
        assertThat(events.maxBytes()).isEqualTo(1000);
        assertThat(events.eventTime()).isEqualTo("$timestamp");
        assertThat(events.fields())
                .containsExactly(
                        field("at", FieldType.TIMESTAMP, "/a/b", 5000L, TimeUnit.SECONDS),
                        new FieldSpec(
                                "local",
                                FieldType.TIMESTAMP,
                                null,
                                true,
                                null,
                                TimeUnit.MILLISECONDS,
                                "dd/MM/yyyy HH:mm",
                                ZoneId.of("Europe/Berlin"),
                                null,
                                List.of()),
                        field("note", FieldType.STRING, "$headers.note", "", TimeUnit.MILLISECONDS),
                        field("price", FieldType.DECIMAL, null, new BigDecimal("0.10"), TimeUnit.MILLISECONDS),
                        field("ratio", FieldType.DOUBLE, null, 1.0, TimeUnit.MILLISECONDS),
                        field("ok", FieldType.BOOLEAN, "$key/ok", false, TimeUnit.MILLISECONDS),
                        new FieldSpec(
                                "tags",
                                FieldType.LIST,
                                null,
                                false,
                                null,
                                TimeUnit.MILLISECONDS,
                                null,
                                null,
                                FieldType.STRING,
                                List.of()),
                        new FieldSpec(
                                "items",
                                FieldType.LIST,
                                null,
                                false,
                                null,
                                TimeUnit.MILLISECONDS,
                                null,
                                null,
                                null,
                                List.of(FieldSpec.of("sku", FieldType.STRING), FieldSpec.of("count", FieldType.LONG))));
        assertThat(spec.sources().get("old"))
                .extracting(SourceSpec::connector)
                .isEqualTo(new ConnectorSpec.Files("in/*.gz", true));
        assertThat(spec.sources().get("made"))
                .extracting(SourceSpec::connector)
                .isEqualTo(new ConnectorSpec.Generate(Scenario.REQUESTS, 2.5, 100L, 7, 3));
        assertThat(spec.windows().get("w"))
                .isEqualTo(new WindowSpec(
                        "w",
                        "events",
                        List.of(),
                        new Tumbling(Duration.ofDays(1), Duration.ofHours(-5)),
                        "ok",
                        Map.of("n", "count(*)"),
                        Duration.ZERO,
                        Emit.FINAL,
                        null,
                        0.05));
        assertThat(spec.sinks().get("k"))
                .isEqualTo(new SinkSpec(
                        "k",
                        List.of("w", "w.late", "w.failed"),
                        new SinkSpec.Kafka(
                                "c:3", "results", Delivery.EXACTLY_ONCE, Map.of("acks", "all"), Duration.ofMinutes(5)),
                        null,
                        SinkSpec.KeyFormat.STRING,
                        SinkSpec.Timestamp.NOW,
                        SinkSpec.Times.EPOCH_MS));
        assertThat(spec.sinks().get("f")).extracting(SinkSpec::target).isEqualTo(new SinkSpec.Files("out"));
    }

    private static FieldSpec field(
            String name, FieldType type, @org.jspecify.annotations.Nullable String path, Object value, TimeUnit unit) {
        return new FieldSpec(name, type, path, false, value, unit, null, null, null, List.of());
    }

    @Test
    void printTakesNothingTrueOrAnEmptyMapping() {
        PipelineSpec spec = Reader.spec(Reader.HEAD
                + "sinks: { a: { from: s, print }, b: { from: s, print: {} }, c: { from: s, print: true } }\n");
        assertThat(spec.sinks().values())
                .extracting(SinkSpec::target)
                .containsOnly(new SinkSpec.Print())
                .hasSize(3);
    }

    @Test
    void anchorsAliasesAndMergesWork() {
        PipelineSpec spec = Reader.spec("""
                x-window: &window
                  key: []
                  tumbling: 1m
                  aggregates: &aggregates { n: count(*) }
                x-anything: { else: [is, not, looked, at] }
                name: x
                sources: { s: { generate: requests } }
                windows:
                  a: { <<: *window, from: s }
                  b: { <<: [*window, { tumbling: 9m, emit: final }], from: s, key: [service] }
                  c: { from: s, key: status, tumbling: { size: 5m }, aggregates: *aggregates }
                sinks: { out: { from: [a, b, c], print: {} } }
                """);
        WindowSpec b = Objects.requireNonNull(spec.windows().get("b"));
        assertThat(b.key()).containsExactly("service");
        assertThat(b.emit()).isEqualTo(Emit.FINAL);
        assertThat(b.assigner()).isEqualTo(new Tumbling(Duration.ofMinutes(1), Duration.ZERO));
        assertThat(spec.windows().values())
                .extracting(WindowSpec::aggregates)
                .containsOnly(Map.of("n", "count(*)"))
                .hasSize(3);
    }

    @Test
    void startTakesAnInstant() {
        PipelineSpec spec = Reader.spec("""
                name: x
                sources:
                  s:
                    kafka: { servers: "h:1", topic-pattern: 'a\\.[0-9]+', start: 2026-01-01T02:00:00+02:00 }
                    format: json
                    event-time: t
                    fields: { t: timestamp }
                sinks: { out: { from: s, print: {} } }
                """);
        assertThat(Objects.requireNonNull(spec.sources().get("s")).connector())
                .isEqualTo(new ConnectorSpec.Kafka(
                        "h:1",
                        List.of(),
                        "a\\.[0-9]+",
                        null,
                        new Start(StartKind.TIMESTAMP, Instant.parse("2026-01-01T00:00:00Z")),
                        Map.of()));
    }

    @Test
    void byteOrderMarkAndCarriageReturnsAreNoContent(@TempDir Path folder) throws IOException {
        String text = Reader.window("where: nowhere").replace("\n", "\r\n");
        Path file = Files.writeString(folder.resolve("p.yaml"), "\uFEFF" + text);
        PipelineFile read = new PipelineReader(
                        new Environment(Map.of(), true),
                        new SpecValidator(new WordsChecker(), new FlinkOptionCatalog()))
                .read(file);
        assertThat(read.problems())
                .containsExactly(new FileProblem(
                        file.toString(),
                        8,
                        12,
                        "windows.w.where",
                        "there is no field nowhere; those of the source",
                        false));
    }

    @Test
    void unreadableFilesAreProblems(@TempDir Path folder) throws IOException {
        PipelineReader reader = new PipelineReader(
                new Environment(Map.of(), true), new SpecValidator(new WordsChecker(), new FlinkOptionCatalog()));
        Path latin = Files.write(folder.resolve("latin.yaml"), new byte[] {'a', ':', '\n', ' ', (byte) 0xE4, '\n'});
        assertThat(reader.read(folder.resolve("none.yaml")).problems())
                .extracting(FileProblem::toString)
                .containsExactly(folder.resolve("none.yaml") + ": there is no such file; a pipeline file");
        assertThat(reader.read(folder).problems())
                .extracting(FileProblem::toString)
                .containsExactly(folder + ": is a folder; a pipeline file");
        assertThat(reader.read(latin).problems())
                .extracting(FileProblem::toString)
                .containsExactly(latin + ":2:2: the next byte is no UTF-8; text in UTF-8");
    }

    @Test
    void fromWithASlipIsCheckedAgainstWhatIsMeant() {
        assertThat(Reader.problems("name: x\nsources: { requests: { generate: requests } }\n"
                        + "windows:\n  w:\n    from: request\n    key: servce\n    tumbling: 1m\n"
                        + "    where: WRONG > 1\n    aggregates: { n: max(WRONG) }\n"
                        + "sinks:\n  out: { from: w.lat, print: {} }\n  rest: { from: nothing, print: {} }\n"))
                .containsExactly(
                        "5:11: windows.w.from: there is no node request; did you mean requests?; requests",
                        "6:10: windows.w.key: requests has no field servce; did you mean service?; timestamp, service,"
                                + " endpoint, latency_ms, status",
                        "8:12: windows.w.where: there is no field WRONG; those of the source",
                        "9:26: windows.w.aggregates.n: there is no field WRONG; those of the source",
                        "11:16: sinks.out.from: the window w has no output lat; did you mean w.late?; w, w.late,"
                                + " w.failed",
                        "12:17: sinks.rest.from: there is no node nothing; requests, w");
    }

    @Test
    void fromOfANodeWhoseNameIsWrongIsNoSecondError() {
        assertThat(Reader.problems("name: x\nsources: { s: { generate: requests } }\n"
                        + "windows:\n  w.x:\n    from: s\n    key: service\n    tumbling: 1m\n"
                        + "    aggregates: { n: count(*) }\n"
                        + "sinks:\n  out: { from: w.x, print: {} }\n"))
                .singleElement()
                .asString()
                .startsWith("4:3: windows.w.x: ");
    }

    @Test
    void oneMistakeIsOneError() {
        assertThat(Reader.problems(Reader.HEAD
                        + "sinks: { out: { from: w, print: {} } }\n"
                        + "windows:\n  w:\n    from: s\n    key: node\n    tumbling: { offset: 1m }\n"
                        + "    aggregates: { n: count(*) }\n    emit: [final]\n"))
                .containsExactly(
                        "7:10: windows.w.key: a result has a node of its own; give the field another name with path",
                        "8:5: windows.w.tumbling.size: is missing; a duration",
                        "10:5: windows.w.emit: is a list; one value: on-time, final");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "yyyy-MM-dd HH:mm:ss |",
                "yyyy-MM-dd hh:mm:ss a |",
                "yyyy-MM-dd |",
                "yyyyMMddHHmmssSSS |",
                "yyyy-DDD HH |",
                "EEE MMM d HH:mm:ss zzz yyyy |",
                "d MMMM yyyy, h.mm a |",
                "yyyy-MM-dd[ HH:mm[:ss]][XXX] |",
                "YYYY-MM-dd HH:mm | names no day of a year; yyyy, MM and dd, as in yyyy-MM-dd HH:mm:ss",
                "yyyy-mm-dd | names no day of a year; yyyy, MM and dd, as in yyyy-MM-dd HH:mm:ss",
                "MMM d HH:mm:ss | names no day of a year; yyyy, MM and dd, as in yyyy-MM-dd HH:mm:ss",
                "HH:mm:ss XXX | names no day of a year; yyyy, MM and dd, as in yyyy-MM-dd HH:mm:ss",
                "yyyy-MM-dd hh:mm:ss | leaves the hour open; HH, or hh with a, as in yyyy-MM-dd hh:mm a"
            })
    void patternSaysWhichTimeIsMeant(String pattern, @Nullable String problem) {
        List<String> problems = Reader.problems("name: x\nsources:\n  s:\n    files: { path: x }\n    format: json\n"
                + "    event-time: t\n    fields:\n      t: { type: timestamp, zone: UTC, pattern: '" + pattern
                + "' }\n"
                + "sinks: { out: { from: s, print: {} } }\n");

        assertThat(problems)
                .isEqualTo(
                        problem == null
                                ? List.of()
                                : List.of("8:49: sources.s.fields.t.pattern: \"" + pattern + "\" " + problem));
    }

    @Test
    void whatIsAllowedBelongsToTheKey() {
        assertThat(Reader.problems("name: x\nsources:\n  s:\n    files: { path: x }\n    format: json\n"
                        + "    event-time: t\n    fields:\n      t: timestamp\n      a:\n"
                        + "      b: { type: long, path: $.p.q }\n      c: { type: timestamp, zone: EST }\n"
                        + "sinks: { out: { from: s, print: {} } }\n"))
                .containsExactly(
                        "9:7: sources.s.fields.a: has no value; string, long, double, boolean, decimal, timestamp, list",
                        "10:30: sources.s.fields.b.path: \"$.p.q\" is no path; write /p/q; $key, $timestamp, $topic,"
                                + " $partition, $offset, $headers.NAME, $value, or a JSON Pointer such as /a/b",
                        "11:35: sources.s.fields.c.zone: there is no time zone \"EST\"; such as UTC, Europe/Berlin,"
                                + " +02:00");
    }
}
