package io.tidemark.spec;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.spec.NodeRef.Kind;
import io.tidemark.spec.NodeRef.Output;
import io.tidemark.spec.SinkSpec.Delivery;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks sinks. */
final class SinkChecks {
    private static final Duration SHORT_RESTART = Duration.ofMinutes(1);

    private final PipelineSpec spec;
    private final Nodes nodes;
    private final Findings findings;
    private final KafkaChecks kafka;
    private final Map<String, String> sinkOfFolder = new HashMap<>();

    SinkChecks(PipelineSpec spec, Nodes nodes, Findings findings) {
        this.spec = spec;
        this.nodes = nodes;
        this.findings = findings;
        this.kafka = new KafkaChecks(spec, findings);
    }

    void check(SinkSpec sink) {
        String path = "sinks." + sink.name();
        findings.name(path, Names.nodeProblem(sink.name()));
        Kind node = nodes.kind(sink.name());
        if (node != null && !sink.from().equals(List.of(sink.name()))) {
            findings.nameError(
                    path,
                    node.one() + " has the name " + sink.name() + " too; a name of its own, or from: " + sink.name());
        }
        checkFrom(path, sink);
        if (sink.target() instanceof SinkSpec.Kafka target) {
            checkKafka(path + ".kafka", target);
        } else {
            warnOfKafkaKeys(path, sink);
        }
        if (sink.target() instanceof SinkSpec.Files target) {
            checkFiles(path + ".files.path", sink.name(), target.path());
        }
    }

    private void checkFrom(String path, SinkSpec sink) {
        if (sink.from().isEmpty()) {
            findings.emptyError(path + ".from", "the sink reads nothing; at least one node");
        }
        for (int i = 0; i < sink.from().size(); i++) {
            String from = sink.from().get(i);
            String at = path + ".from[" + i + "]";
            if (sink.from().indexOf(from) < i) {
                findings.error(at, from + " is named twice; each node once");
                continue;
            }
            Optional<NodeRef> ref = nodes.resolve(at, from, nodes.outputs());
            List<String> key = sink.key();
            if (ref.isPresent() && key != null) {
                checkKey(path, ref.get(), key);
            }
        }
    }

    private void checkKey(String path, NodeRef ref, List<String> key) {
        List<Field> fields = fields(ref);
        List<String> usable = fields.stream()
                .filter(field -> field.type() != FieldType.LIST)
                .map(Field::name)
                .toList();
        for (int i = 0; i < key.size(); i++) {
            String name = key.get(i);
            String at = path + ".key[" + i + "]";
            if (key.indexOf(name) < i) {
                findings.error(at, name + " is named twice; each field once");
            } else if (fields.stream().noneMatch(field -> field.name().equals(name))) {
                if (!findings.gaps().touch(declaration(ref))) {
                    findings.error(
                            at,
                            ref + " has no field " + name + NearMiss.question(name, usable) + "; "
                                    + (usable.isEmpty() ? "no key" : String.join(", ", usable)));
                }
            } else if (!usable.contains(name)) {
                findings.error(at, name + " is a list, which is no key; " + String.join(", ", usable));
            }
        }
    }

    /** The fields that a message key of the rows of {@code ref} can name; a rejected record has none. */
    private List<Field> fields(NodeRef ref) {
        if (ref.output() == Output.REJECTED) {
            return List.of();
        }
        SourceSpec source = spec.sources().get(ref.node());
        if (source != null) {
            return fields(source);
        }
        WindowSpec window = spec.windows().get(ref.node());
        if (window != null) {
            return ref.output() == Output.MAIN ? rows(window) : fieldsOf(window.from());
        }
        AlertSpec alert = spec.alerts().get(ref.node());
        if (alert != null) {
            return ref.output() == Output.MAIN ? alerts(alert) : fieldsOf(alert.from());
        }
        return List.of();
    }

    /** The fields of the events that a node which reads {@code from} sees. */
    private List<Field> fieldsOf(String from) {
        SourceSpec source = spec.sources().get(from);
        WindowSpec window = spec.windows().get(from);
        if (source != null) {
            return fields(source);
        }
        if (window == null) {
            return List.of();
        }
        List<Field> fields = rows(window);
        // What else a row has is not part of it as an event.
        fields.removeIf(field -> Schemas.resultFields(window).contains(field) && field.type() != FieldType.TIMESTAMP);
        return fields;
    }

    private static List<Field> rows(WindowSpec window) {
        List<Field> fields = new ArrayList<>();
        window.key().forEach(name -> fields.add(new Field(name, FieldType.STRING, true)));
        fields.addAll(Schemas.resultFields(window));
        window.aggregates().keySet().forEach(name -> fields.add(new Field(name, FieldType.DOUBLE, true)));
        return fields;
    }

    private List<Field> alerts(AlertSpec alert) {
        List<Field> fields = new ArrayList<>();
        List<String> key = alert.key();
        WindowSpec window = spec.windows().get(alert.from());
        if (key == null && window != null) {
            key = window.key();
        }
        (key == null ? List.<String>of() : key).forEach(name -> fields.add(new Field(name, FieldType.STRING, true)));
        Schemas.ALERT_KEYS.forEach(name -> fields.add(new Field(name, FieldType.STRING, true)));
        return fields;
    }

    private static List<Field> fields(SourceSpec source) {
        return source.fields().stream()
                .map(field -> new Field(field.name(), field.type(), field.nullable()))
                .toList();
    }

    /** The path under which the fields of {@code ref} are declared. */
    private String declaration(NodeRef ref) {
        if (spec.sources().containsKey(ref.node())) {
            return "sources." + ref.node() + ".fields";
        }
        if (spec.alerts().containsKey(ref.node())) {
            return "alerts." + ref.node() + (ref.output() == Output.MAIN ? ".key" : ".from");
        }
        return "windows." + ref.node() + (ref.output() == Output.MAIN ? ".aggregates" : ".from");
    }

    private void checkKafka(String path, SinkSpec.Kafka target) {
        kafka.checkServers(path, target.servers());
        kafka.checkTopic(path + ".topic", target.topic());
        kafka.checkProperties(path + ".properties", target.properties());
        Duration given = target.transactionTimeout();
        if (target.delivery() == Delivery.AT_LEAST_ONCE) {
            if (given != null) {
                findings.warning(
                        path + ".transaction-timeout", "has no effect with delivery: at-least-once; remove it");
            }
            return;
        }
        if (given != null) {
            findings.positive(path + ".transaction-timeout", given);
        }
        checkTransactions(path, target.effectiveTransactionTimeout());
    }

    /** A transaction must outlive a checkpoint interval and a restart, and the broker must allow it. */
    private void checkTransactions(String path, Duration timeout) {
        String at = path + ".transaction-timeout";
        String text = Durations.format(timeout);
        if (timeout.compareTo(SinkSpec.Kafka.LONGEST_TRANSACTION) > 0) {
            findings.error(
                    at,
                    "is " + text + "; at most " + Durations.format(SinkSpec.Kafka.LONGEST_TRANSACTION)
                            + ", which a broker allows by default (transaction.max.timeout.ms)");
            return;
        }
        Duration interval = FlinkChecks.checkpointInterval(spec);
        String checkpoints = "checkpoints every " + Durations.format(interval);
        if (timeout.compareTo(interval) <= 0) {
            findings.error(
                    at,
                    "is " + text + ", and with " + checkpoints
                            + " the broker aborts transactions before they are committed; longer than the interval"
                            + " and a restart together");
        } else if (timeout.minus(interval).compareTo(SHORT_RESTART) < 0) {
            findings.warning(
                    at,
                    "is " + text + ", and with " + checkpoints + " a restart of "
                            + Durations.format(timeout.minus(interval))
                            + " loses results that were not yet committed; longer");
        }
    }

    private void warnOfKafkaKeys(String path, SinkSpec sink) {
        String message = "has no effect without kafka; remove it";
        if (sink.key() != null) {
            findings.warning(path + ".key", message);
        }
        if (sink.keyFormat() != SinkSpec.KeyFormat.JSON) {
            findings.warning(path + ".key-format", message);
        }
        if (sink.timestamp() != SinkSpec.Timestamp.EVENT) {
            findings.warning(path + ".timestamp", message);
        }
    }

    private void checkFiles(String at, String sink, String folder) {
        if (folder.isBlank()) {
            findings.error(at, "is empty; a folder");
            return;
        }
        String place = normalized(folder);
        String other = sinkOfFolder.putIfAbsent(place, sink);
        if (other != null) {
            findings.error(at, "the sink " + other + " writes to " + folder + " too; a folder of its own");
        }
        spec.sources().forEach((name, source) -> {
            if (source.connector() instanceof ConnectorSpec.Files files
                    && normalized(files.path()).equals(place)) {
                findings.error(at, "the source " + name + " reads " + folder + "; another folder");
            }
        });
    }

    private static String normalized(String path) {
        try {
            return Path.of(path).toAbsolutePath().normalize().toString();
        } catch (InvalidPathException e) {
            return path;
        }
    }
}
