package io.tidemark.yaml;

import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.KafkaSpec;
import io.tidemark.spec.Names;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WindowSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sections of a pipeline file. */
final class PipelineKeys {
    private static final Key<String> NAME = Key.of(
                    "name",
                    new NameType(),
                    "Name of the job; prefix of uids, consumer groups, transactional ids and metrics. A renamed"
                            + " pipeline begins with new state.")
            .required("a name of the job")
            .words("pipeline.name", "job-name", "job", "pipeline", "id", "application.id", "title");
    private static final Key<KafkaSpec> KAFKA = Key.of(
                    "kafka", KafkaKeys.DEFAULTS, "Defaults of every Kafka source and sink.")
            .connecting();
    private static final Key<Map<String, SourceSpec>> SOURCES = Key.of(
                    "sources",
                    new MapType<>("mapping of names to sources", Names::nodeProblem, SourceKeys.SOURCE),
                    "Where events come from.")
            .required("at least one source")
            .words("source", "inputs", "input", "from");
    private static final Key<Map<String, WindowSpec>> WINDOWS = Key.of(
                    "windows",
                    new MapType<>("mapping of names to windows", Names::nodeProblem, WindowKeys.WINDOW),
                    "Aggregates over windows of event time.")
            .or(Map.of())
            .words("window", "aggregations", "queries", "rules");
    private static final Key<Map<String, AlertSpec>> ALERTS = Key.of(
                    "alerts",
                    new MapType<>("mapping of names to alerts", Names::nodeProblem, AlertKeys.ALERT),
                    "What turns rows into something a person acts on.")
            .or(Map.of())
            .words("alert", "alarms", "monitors", "notifications", "alerting");
    private static final Key<Map<String, SinkSpec>> SINKS = Key.of(
                    "sinks",
                    new MapType<>("mapping of names to sinks", Names::nodeProblem, SinkKeys.SINK),
                    "Where rows go.")
            .or(Map.of())
            .words("sink", "outputs", "output", "to");
    private static final Key<Integer> PARALLELISM = Key.of(
                    "parallelism",
                    Types.INTEGER,
                    "The job's parallelism; without it the cluster's, in `run` the machine's.")
            .words("parallelism.default", "num.stream.threads", "threads", "workers", "tasks");
    private static final Key<Map<String, String>> FLINK = Key.of(
                    "flink",
                    new PropertiesType(true),
                    "Flink options of the job, flat or nested; options that only a cluster can take are errors.")
            .or(Map.of())
            .words("config", "configuration", "set", "settings", "options", "flink-configuration");

    /** The whole file. */
    static final Section<PipelineSpec> PIPELINE = Section.titled("")
            .keys(NAME, KAFKA, SOURCES, WINDOWS, ALERTS, SINKS, PARALLELISM, FLINK)
            .later("tables", "streams")
            .ignoring("x-")
            .hint("groups", "groups of rules are windows and alerts")
            .hint("checkpointing", "write flink: { execution.checkpointing.interval: … }")
            .hint("joins", "use join of streams, which is not available yet")
            .hint("patterns", "use pattern of alerts")
            .make(values -> new PipelineSpec(
                    values.get(NAME, "unknown"),
                    values.get(KAFKA, KafkaSpec.NONE),
                    values.get(SOURCES, Map.of()),
                    values.get(WINDOWS, Map.of()),
                    values.get(ALERTS, Map.of()),
                    values.get(SINKS, Map.of()),
                    values.find(PARALLELISM),
                    values.get(FLINK)));

    private PipelineKeys() {}

    /** The pipeline's name: text in which nothing is replaced. */
    private static final class NameType implements ValueType<String> {
        @Override
        public String word() {
            return "name";
        }

        @Override
        public @Nullable String read(YamlValue value) {
            if (value.isScalar() && value.rawText().contains("${")) {
                value.error(Names.pipelineProblem(value.rawText()).orElse(""));
                return null;
            }
            return Types.TEXT.read(value);
        }
    }
}
