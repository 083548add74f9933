package io.tidemark.yaml;

import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SinkSpec.KeyFormat;
import io.tidemark.spec.SinkSpec.Target;
import io.tidemark.spec.SinkSpec.Times;
import io.tidemark.spec.SinkSpec.Timestamp;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of a sink. */
final class SinkKeys {
    private static final Key<String> PATH = Key.of(
                    "path", Types.VERBATIM, "The folder; names that begin with `.` in it are unfinished.")
            .required("a folder");
    private static final Section<Target> FILES = Section.titled("sinks.NAME.files")
            .keys(PATH)
            .make(values -> new SinkSpec.Files(values.get(PATH, "unknown")));

    private static final Key<List<String>> FROM = Key.of(
                    "from",
                    new ListType<>(Types.TEXT),
                    "What it writes: sources, windows, alerts, and side outputs `SOURCE.rejected`, `NODE.late`, `NODE.failed`.")
            .required("a node, or a list of nodes")
            .words("input", "inputs", "source", "sources", "stream", "table");
    private static final Key<Target> KAFKA_KEY =
            Key.of("kafka", KafkaKeys.SINK, "Writes to a Kafka topic.").connecting();
    private static final Key<Target> FILES_KEY = Key.of(
                    "files", FILES, "Writes JSON lines in parts that are finished at checkpoints, exactly once.")
            .words("file", "filesystem", "path");
    private static final Key<Target> PRINT_KEY = Key.of(
                    "print", new PrintType(), "Writes JSON lines to standard output.")
            .words("stdout", "console", "log", "print-sink");
    private static final Key<List<String>> KEY = Key.of(
                    "key",
                    new ListType<>(Types.TEXT),
                    "The fields of the message key; without it the key fields of a window or alert, else the source record's own key.")
            .words("key.fields", "key-fields", "partition-by", "keys", "message-key");
    private static final Key<KeyFormat> KEY_FORMAT = Key.of(
                    "key-format",
                    Types.oneOf(KeyFormat.class, Map.of("raw", "use string", "kafka", "json or string")),
                    "How the message key is written.")
            .or(KeyFormat.JSON)
            .words("key.format");
    private static final Key<Timestamp> TIMESTAMP = Key.of(
                    "timestamp",
                    Types.oneOf(
                            Timestamp.class,
                            Map.of("event-time", "use event", "processing-time", "use now", "wall-clock", "use now")),
                    "What becomes the record's time.")
            .or(Timestamp.EVENT)
            .words("record-timestamp", "sink.timestamp");
    private static final Key<Times> TIMES = Key.of(
                    "times",
                    Types.oneOf(
                            Times.class,
                            Map.of(
                                    "iso-8601",
                                    "use iso",
                                    "millis",
                                    "use epoch-ms",
                                    "epoch",
                                    "use epoch-ms",
                                    "ms",
                                    "use epoch-ms")),
                    "How times are written in rows.")
            .or(Times.ISO)
            .words("time-format", "timestamp-format", "json.timestamp-format.standard");

    /** A sink. */
    static final Section<SinkSpec> SINK = Section.titled("sinks.NAME")
            .keys(FROM, KAFKA_KEY, FILES_KEY, PRINT_KEY, KEY, KEY_FORMAT, TIMESTAMP, TIMES)
            .later("parquet", "jdbc", "alertmanager", "webhook")
            .exactlyOne("kafka", "files", "print", "parquet", "jdbc", "alertmanager", "webhook")
            .hint("connector", "write kafka, files or print as the key")
            .hint("type", "write kafka, files or print as the key")
            .hint("to", "write kafka, files or print as the key")
            .hint("topic", "a topic belongs to kafka: { topic: … }")
            .hint("delivery", "it belongs to kafka: { delivery: … }")
            .hint("format", "rows are JSON; nothing to write")
            .hint("where", "a sink writes every row; where belongs to windows")
            .make(SinkKeys::sink);

    private SinkKeys() {}

    private static SinkSpec sink(Values values) {
        Target target = null;
        for (Key<Target> key : List.of(KAFKA_KEY, FILES_KEY, PRINT_KEY)) {
            target = target == null ? values.find(key) : target;
        }
        YamlValue at = values.at();
        if (target == null) {
            // what only Kafka has is no news of a sink whose kind is not known
            at.reading().gap(at.path() + ".key-format");
            at.reading().gap(at.path() + ".timestamp");
        }
        return new SinkSpec(
                at.name(),
                values.get(FROM, List.of()),
                target == null ? new SinkSpec.Print() : target,
                target == null ? null : values.find(KEY),
                values.get(KEY_FORMAT),
                values.get(TIMESTAMP),
                values.get(TIMES));
    }

    /** {@code print}, alone, {@code true} or {@code {}}. */
    private static final class PrintType implements ValueType<Target> {
        @Override
        public String word() {
            return "nothing, or {}";
        }

        @Override
        public @Nullable Target read(YamlValue value) {
            if (value.isMapping()) {
                value.entries()
                        .forEach(entry -> entry.gapAtKey("unknown key \"" + entry.name() + "\"; print has no keys"));
                return new SinkSpec.Print();
            }
            Scalar scalar = value.scalar();
            if (scalar == null) {
                return null;
            }
            if (scalar.kind() == Scalar.Kind.NULL || scalar.text().equals("true")) {
                return new SinkSpec.Print();
            }
            value.error("is \"" + scalar.text() + "\"; " + word());
            return null;
        }
    }
}
