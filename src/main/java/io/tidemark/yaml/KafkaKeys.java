package io.tidemark.yaml;

import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.ConnectorSpec.Start;
import io.tidemark.spec.ConnectorSpec.StartKind;
import io.tidemark.spec.KafkaSpec;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SinkSpec.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of Kafka: the pipeline's defaults, sources and sinks. */
final class KafkaKeys {
    private static final Key<String> SERVERS = Key.of(
                    "servers", Types.TEXT, "Bootstrap servers, `host:port`, several with commas between.")
            .words("bootstrap.servers", "brokers", "broker", "bootstrap", "server", "properties.bootstrap.servers");
    private static final Key<Map<String, String>> PROPERTIES = Key.of(
                    "properties", new PropertiesType(false), "Properties of the Kafka client, passed on unchanged.")
            .or(Map.of())
            .words("config", "options", "client", "client-properties");
    private static final Key<String> GROUP = Key.of("group", Types.TEXT, "Consumer group; without it `NAME.SOURCE`.")
            .words("group.id", "consumer-group", "properties.group.id", "consumer");
    private static final Key<List<String>> TOPICS =
            Key.of("topics", new ListType<>(Types.TEXT), "Topics to read.").words("topic");
    private static final Key<String> TOPIC_PATTERN = Key.of(
                    "topic-pattern", Types.VERBATIM, "A regular expression: topics whose whole name matches are read.")
            .words("pattern", "topics-pattern", "topic-regex", "subscribe-pattern");
    private static final Key<Start> START = Key.of(
                    "start",
                    ScalarType.of("earliest \\| latest \\| committed \\| ISO-8601 instant", KafkaKeys::start)
                            .formatted(KafkaKeys::word),
                    "Where to begin when there is no state; `committed` warns that the windows open there will be"
                            + " incomplete.")
            .or(Start.EARLIEST)
            .words("scan.startup.mode", "startup-mode", "auto.offset.reset", "offset", "offsets", "starting-offsets");
    private static final Key<String> TOPIC = Key.of("topic", Types.TEXT, "The topic to write to.")
            .required("a topic")
            .words("topics");
    private static final Key<Delivery> DELIVERY = Key.of(
                    "delivery",
                    Types.oneOf(
                            Delivery.class,
                            Map.of(
                                    "none", "at-least-once or exactly-once",
                                    "at-most-once", "at-least-once or exactly-once: nothing is lost",
                                    "exactly-once-v2", "use exactly-once")),
                    "With `exactly-once`, `read_committed` readers see records at the next checkpoint.")
            .or(Delivery.EXACTLY_ONCE)
            .words("delivery-guarantee", "sink.delivery-guarantee", "semantic", "guarantee", "processing.guarantee");
    private static final Key<Duration> TRANSACTION_TIMEOUT = Key.of(
                    "transaction-timeout",
                    Types.DURATION,
                    "After this the broker aborts an open transaction; without it `15m`, the longest a broker allows by"
                            + " default.")
            .words("transaction.timeout.ms", "transaction-timeout-ms");

    /** The pipeline's section {@code kafka}. */
    static final Section<KafkaSpec> DEFAULTS = Section.titled("kafka")
            .keys(SERVERS, PROPERTIES)
            .hint("topics", "topics belong to each source")
            .hint("topic", "a topic belongs to each sink")
            .make(values -> new KafkaSpec(values.find(SERVERS), values.get(PROPERTIES)));

    /** A source's section {@code kafka}. */
    static final Section<ConnectorSpec> SOURCE = Section.titled("sources.NAME.kafka")
            .keys(SERVERS, TOPICS, TOPIC_PATTERN, GROUP, START, PROPERTIES)
            .hint("partitions", "every partition is read; nothing to write")
            .make(KafkaKeys::source);

    /** A sink's section {@code kafka}. */
    static final Section<SinkSpec.Target> SINK = Section.titled("sinks.NAME.kafka")
            .keys(SERVERS, TOPIC, DELIVERY, TRANSACTION_TIMEOUT, PROPERTIES)
            .hint("transactional-id", "its prefix is NAME.SINK; nothing to write")
            .hint("transactional-id-prefix", "it is NAME.SINK; nothing to write")
            .hint("sink.transactional-id-prefix", "it is NAME.SINK; nothing to write")
            .hint("key", "key belongs to the sink, beside kafka")
            .hint("key-format", "key-format belongs to the sink, beside kafka")
            .hint("timestamp", "timestamp belongs to the sink, beside kafka")
            .make(values -> new SinkSpec.Kafka(
                    values.find(SERVERS),
                    values.get(TOPIC, "unknown"),
                    values.get(DELIVERY),
                    values.get(PROPERTIES),
                    values.find(TRANSACTION_TIMEOUT)));

    private KafkaKeys() {}

    /** Stands for a connector that could not be made out, and has no problems of its own. */
    static ConnectorSpec.Kafka placeholder() {
        return new ConnectorSpec.Kafka("unknown:1", List.of("unknown"), null, null, Start.EARLIEST, Map.of());
    }

    private static ConnectorSpec source(Values values) {
        return new ConnectorSpec.Kafka(
                values.find(SERVERS),
                values.get(TOPICS, List.of()),
                values.find(TOPIC_PATTERN),
                values.find(GROUP),
                values.get(START),
                values.get(PROPERTIES));
    }

    private static @Nullable Start start(YamlValue value, Scalar scalar) {
        String text = scalar.text();
        for (StartKind kind : List.of(StartKind.EARLIEST, StartKind.LATEST, StartKind.COMMITTED)) {
            if (Types.word(kind).equals(text)) {
                return new Start(kind, null);
            }
        }
        Instant instant = Types.instant(text);
        if (instant != null) {
            return new Start(StartKind.TIMESTAMP, instant);
        }
        Map<String, String> foreign = Map.of(
                "earliest-offset", "use earliest",
                "beginning", "use earliest",
                "latest-offset", "use latest",
                "end", "use latest",
                "group-offsets", "use committed",
                "timestamp", "write the instant itself, such as 2026-01-01T00:00:00Z");
        List<String> words = List.of("earliest", "latest", "committed");
        value.error("\"" + text + "\" is not known; "
                + Types.advice(text, foreign, words, "earliest, latest, committed, or an ISO-8601 instant"));
        return null;
    }

    private static String word(Start start) {
        Instant timestamp = start.timestamp();
        return timestamp == null ? Types.word(start.kind()) : timestamp.toString();
    }
}
