package io.tidemark.yaml;

import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.ConnectorSpec.Scenario;
import io.tidemark.spec.FieldSpec;
import io.tidemark.spec.FormatSpec;
import io.tidemark.spec.GeneratedFields;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WatermarkSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of a source. */
final class SourceKeys {
    private static final Key<String> FILES_PATH = Key.of(
                    "path", Types.VERBATIM, "A file, a folder or a glob; `.gz` files too.")
            .required("a file, a folder or a glob");
    private static final Key<Boolean> FOLLOW = Key.of(
                    "follow", Types.BOOLEAN, "Whether to keep watching for more; else the source ends.")
            .or(false)
            .words("watch", "tail", "monitor", "source.monitor-interval");
    private static final Section<ConnectorSpec> FILES = Section.titled("sources.NAME.files")
            .keys(FILES_PATH, FOLLOW)
            .make(values -> new ConnectorSpec.Files(values.get(FILES_PATH, "unknown"), values.get(FOLLOW)));

    private static final Key<Scenario> SCENARIO = Key.of(
                    "scenario",
                    new ScenarioType(),
                    "Which events: `requests` (`timestamp`, `service`, `endpoint`, `latency_ms`, `status`) or `logins`"
                            + " (`timestamp`, `user`, `ip`, `success`; in every 100 logins one user is attacked).")
            .required("requests or logins");
    private static final Key<Double> RATE = Key.of(
                    "rate", Types.NUMBER, "Events a second, of event time and (in `run`) of wall clock.")
            .or(1000.0)
            .words("rows-per-second", "events-per-second", "qps");
    private static final Key<Long> COUNT = Key.of("count", Types.LONG, "How many events; without it there is no end.")
            .words("number-of-rows", "limit", "rows", "events");
    private static final Key<Long> SEED =
            Key.of("seed", Types.LONG, "The same seed gives the same events.").or(1L);
    private static final Key<Integer> KEYS =
            Key.of("keys", Types.INTEGER, "How many different keys.").or(20).words("key-count", "cardinality");
    private static final Section<ConnectorSpec> GENERATE = Section.titled("sources.NAME.generate")
            .keys(SCENARIO, RATE, COUNT, SEED, KEYS)
            .shortForm(SCENARIO)
            .make(values -> new ConnectorSpec.Generate(
                    values.get(SCENARIO, Scenario.REQUESTS),
                    values.get(RATE),
                    values.find(COUNT),
                    values.get(SEED),
                    values.get(KEYS)));

    private static final Key<Duration> OUT_OF_ORDERNESS = Key.of(
                    "out-of-orderness",
                    Types.DURATION,
                    "How far a partition's watermark stays behind its highest event time; `0s` or more.")
            .or(WatermarkSpec.DEFAULT.outOfOrderness())
            .words("max-out-of-orderness", "bounded-out-of-orderness", "delay", "bound", "lateness", "disorder");
    private static final Key<Duration> IDLE_AFTER = Key.of(
                    "idle-after",
                    Types.DURATION,
                    "After this long without a record a partition no longer holds time back.")
            .or(WatermarkSpec.DEFAULT.idleAfter())
            .words("idleness", "idle-timeout", "with-idleness", "table.exec.source.idle-timeout", "idle");
    private static final Key<Optional<Duration>> FUTURE_LIMIT = Key.of(
                    "future-limit",
                    Types.DURATION_OR_NONE,
                    "A record dated later than now plus this is rejected (`future-time`).")
            .or(Optional.ofNullable(WatermarkSpec.DEFAULT.futureLimit()))
            .words("max-future", "future");
    private static final Key<Optional<Instant>> NOT_BEFORE = Key.of(
                    "not-before", Types.INSTANT_OR_NONE, "A record dated earlier is rejected (`implausible-time`).")
            .or(Optional.ofNullable(WatermarkSpec.DEFAULT.notBefore()))
            .words("min-time", "earliest", "after");
    private static final Key<Optional<Duration>> QUIET_AFTER = Key.of(
                    "quiet-after",
                    Types.DURATION_OR_NONE,
                    "After this long without a record the source's time goes on with the wall clock, until the last"
                            + " window of what has come is closed.")
            .or(Optional.empty());
    private static final Key<Duration> MAX_DRIFT = Key.of(
                    "max-drift",
                    Types.DURATION,
                    "How far a partition's watermark may be ahead of the least of all partitions of all sources before it"
                            + " waits; the same wherever it is given.")
            .required("a duration")
            .words("drift", "max-allowed-watermark-drift", "maxAllowedWatermarkDrift", "maxDrift");
    private static final Section<Duration> ALIGN_BODY = Section.titled("sources.NAME.watermark.align")
            .keys(MAX_DRIFT)
            .hint("group", "there is one group, all sources")
            .hint("update-interval", "the sources tell each other how far they are all the time")
            .make(values -> values.get(MAX_DRIFT, WatermarkSpec.DEFAULT.outOfOrderness()));
    private static final Key<Duration> ALIGN = Key.of(
                    "align",
                    ALIGN_BODY,
                    "Sources wait for each other: whichever is ahead is not read until the others have followed. Given at"
                            + " one source it counts for all.")
            .words("alignment", "watermark-alignment", "scan.watermark.alignment");
    private static final Section<WatermarkSpec> WATERMARK = Section.titled("sources.NAME.watermark")
            .keys(OUT_OF_ORDERNESS, IDLE_AFTER, FUTURE_LIMIT, NOT_BEFORE, QUIET_AFTER, ALIGN)
            .hint("grace", "grace: use allowed-lateness of the window")
            .hint("allowed-lateness", "allowed-lateness belongs to the window")
            .make(values -> new WatermarkSpec(
                    values.get(OUT_OF_ORDERNESS),
                    values.get(IDLE_AFTER),
                    values.get(FUTURE_LIMIT).orElse(null),
                    values.get(NOT_BEFORE).orElse(null),
                    values.get(QUIET_AFTER).orElse(null),
                    values.find(ALIGN)));

    private static final Key<ConnectorSpec> KAFKA_KEY =
            Key.of("kafka", KafkaKeys.SOURCE, "Reads Kafka topics.").connecting();
    private static final Key<ConnectorSpec> FILES_KEY = Key.of(
                    "files", FILES, "Reads files in order of name by one reader, as one partition.")
            .words("file", "filesystem", "path");
    private static final Key<ConnectorSpec> GENERATE_KEY = Key.of(
                    "generate", GENERATE, "Makes events up, the same for the same seed.")
            .words("datagen", "generator", "random");
    private static final Key<FormatSpec> FORMAT = Key.of(
                    "format", new FormatType(), "How a record is decoded; required unless `generate`.")
            .words("value-format", "value.format", "decoder", "deserializer", "codec", "encoding");
    private static final Key<String> EVENT_TIME = Key.of(
                    "event-time",
                    Types.TEXT,
                    "The field of type timestamp that is the event time, or `$timestamp` for the Kafka record's own;"
                            + " required unless `generate`.")
            .words(
                    "rowtime",
                    "time",
                    "timestamp",
                    "time-field",
                    "timestamp-field",
                    "time-attribute",
                    "timestamp-column");
    private static final Key<Map<String, FieldSpec>> FIELDS = Key.of(
                    "fields",
                    FieldKeys.FIELDS,
                    "The decoded fields: a name to a type, or to the keys below; required unless `generate`.")
            .or(Map.of())
            .words("schema", "columns", "properties", "members", "physical-columns");
    private static final Key<WatermarkSpec> WATERMARK_KEY =
            Key.of("watermark", WATERMARK, "How time moves.").words("watermarks", "watermark-strategy", "timestamps");
    private static final Key<Integer> MAX_BYTES = Key.of(
                    "max-bytes",
                    Types.INTEGER,
                    "The largest record that is decoded, in bytes; larger ones are rejected.")
            .or(SourceSpec.DEFAULT_MAX_BYTES)
            .words("max-record-size", "max-size", "max.message.bytes");

    /** A source. */
    static final Section<SourceSpec> SOURCE = Section.titled("sources.NAME")
            .keys(KAFKA_KEY, FILES_KEY, GENERATE_KEY, FORMAT, EVENT_TIME, FIELDS, WATERMARK_KEY, MAX_BYTES)
            .exactlyOne("kafka", "files", "generate")
            .hint("connector", "write kafka, files or generate as the key")
            .hint("type", "write kafka, files or generate as the key")
            .hint("topic", "topics belong to kafka: { topics: … }")
            .hint("topics", "topics belong to kafka: { topics: … }")
            .hint("key", "a source has no key; the windows that read it do")
            .hint("out-of-orderness", "it belongs to watermark: { out-of-orderness: … }")
            .hint("idle-after", "it belongs to watermark: { idle-after: … }")
            .make(SourceKeys::source);

    private SourceKeys() {}

    private static SourceSpec source(Values values) {
        ConnectorSpec connector = null;
        for (Key<ConnectorSpec> key : List.of(KAFKA_KEY, FILES_KEY, GENERATE_KEY)) {
            connector = connector == null ? values.find(key) : connector;
        }
        ConnectorSpec.Generate generate = connector instanceof ConnectorSpec.Generate generator ? generator : null;
        boolean generated = generate != null;
        YamlValue at = values.at();
        if (at.isMapping() && connector != null && !generated) {
            require(values, FORMAT, "json");
            require(values, EVENT_TIME, "a field of type timestamp, or $timestamp");
            require(values, FIELDS, "a mapping of names to types");
        }
        List<FieldSpec> fields = List.copyOf(values.get(FIELDS).values());
        if (generate != null && !values.has(FIELDS)) {
            fields = GeneratedFields.of(generate.scenario());
        }
        if (!generated) {
            gapUnlessGiven(values, EVENT_TIME);
            gapUnlessGiven(values, FIELDS);
        }
        return new SourceSpec(
                at.name(),
                connector == null ? KafkaKeys.placeholder() : connector,
                values.get(FORMAT, new FormatSpec.Json()),
                values.get(EVENT_TIME, GeneratedFields.EVENT_TIME),
                fields,
                values.get(WATERMARK_KEY, WatermarkSpec.DEFAULT),
                values.get(MAX_BYTES));
    }

    private static void gapUnlessGiven(Values values, Key<?> key) {
        if (!values.has(key)) {
            values.at().reading().gap(values.at().path() + "." + key.name());
        }
    }

    private static void require(Values values, Key<?> key, String hint) {
        if (!values.has(key)) {
            values.at().missing(key.name(), "is missing; " + hint);
        }
    }
}
