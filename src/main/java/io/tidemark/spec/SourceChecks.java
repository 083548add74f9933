package io.tidemark.spec;

import io.tidemark.event.FieldType;
import io.tidemark.spec.ConnectorSpec.StartKind;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Checks sources. */
final class SourceChecks {
    private static final int LARGEST_RECORD = 1 << 30;

    private final PipelineSpec spec;
    private final Findings findings;
    private final KafkaChecks kafka;
    private final FieldChecks fields;

    SourceChecks(PipelineSpec spec, Findings findings) {
        this.spec = spec;
        this.findings = findings;
        this.kafka = new KafkaChecks(spec, findings);
        this.fields = new FieldChecks(findings);
    }

    void check(SourceSpec source) {
        String path = "sources." + source.name();
        if (source.connector() instanceof ConnectorSpec.Embedded) {
            // The program gives each event its time, and a global count needs no field.
            if (!source.fields().isEmpty()) {
                fields.check(path + ".fields", source.fields());
            }
            checkWatermark(path + ".watermark", source.watermark());
            if (source.watermark().maxDrift() != null) {
                findings.error(path + ".watermark.align", "is for what Tidemark reads itself; leave it out");
            }
            return;
        }
        if (source.connector() instanceof ConnectorSpec.Kafka connector) {
            checkKafka(path + ".kafka", connector);
        } else if (source.connector() instanceof ConnectorSpec.Files connector) {
            if (connector.path().isBlank()) {
                findings.error(path + ".files.path", "is empty; a file, a folder or a glob");
            }
        } else if (source.connector() instanceof ConnectorSpec.Generate connector) {
            checkGenerate(path + ".generate", connector);
            if (!findings.gaps().touch(path + ".generate")) {
                fields.checkGenerated(path + ".fields", source.fields(), GeneratedFields.of(connector.scenario()));
            }
        }
        fields.check(path + ".fields", source.fields());
        checkEventTime(path, source);
        checkWatermark(path + ".watermark", source.watermark());
        if (source.maxBytes() < 1 || source.maxBytes() > LARGEST_RECORD) {
            findings.error(path + ".max-bytes", "is " + source.maxBytes() + "; 1 to " + LARGEST_RECORD);
        }
    }

    private void checkKafka(String path, ConnectorSpec.Kafka connector) {
        kafka.checkServers(path, connector.servers());
        kafka.checkProperties(path + ".properties", connector.properties());
        String pattern = connector.topicPattern();
        if (connector.topics().isEmpty() == (pattern == null)
                && !findings.gaps().touch(path + ".topics")
                && !findings.gaps().touch(path + ".topic-pattern")) {
            findings.error(
                    path,
                    "has " + (pattern == null ? "no topics" : "topics and topic-pattern")
                            + "; either topics or topic-pattern");
        }
        for (int i = 0; i < connector.topics().size(); i++) {
            String topic = connector.topics().get(i);
            kafka.checkTopic(path + ".topics[" + i + "]", topic);
            if (connector.topics().indexOf(topic) < i) {
                findings.error(path + ".topics[" + i + "]", topic + " is named twice; each topic once");
            }
        }
        if (pattern != null && !pattern.contains("${")) {
            checkPattern(path + ".topic-pattern", pattern);
        }
        if (connector.start().kind() == StartKind.COMMITTED) {
            findings.warning(
                    path + ".start",
                    "without state the windows that were open at the committed offset will be incomplete;"
                            + " earliest, or an instant before them");
        }
    }

    private void checkPattern(String path, String pattern) {
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            findings.error(path, "is no regular expression (" + e.getDescription() + "); such as requests-.*");
        }
    }

    private void checkGenerate(String path, ConnectorSpec.Generate connector) {
        if (!(connector.rate() > 0) || connector.rate() > 1e9) {
            findings.error(path + ".rate", "is " + connector.rate() + "; more than 0, at most 1e9 events a second");
        }
        Long count = connector.count();
        if (count != null && count < 0) {
            findings.error(path + ".count", "is " + count + "; 0 or more");
        }
        if (connector.keys() < 1) {
            findings.error(path + ".keys", "is " + connector.keys() + "; 1 or more");
        }
    }

    private void checkEventTime(String path, SourceSpec source) {
        String eventTime = source.eventTime();
        String at = path + ".event-time";
        if (eventTime.equals(SourceSpec.RECORD_TIMESTAMP)) {
            if (!(source.connector() instanceof ConnectorSpec.Kafka)) {
                findings.error(at, "only records of Kafka have a $timestamp; a field of type timestamp");
            }
            return;
        }
        if (findings.gaps().cover(path + ".fields") || findings.gaps().touch(path + ".generate")) {
            return;
        }
        List<String> timestamps = source.fields().stream()
                .filter(field -> field.type() == FieldType.TIMESTAMP)
                .map(FieldSpec::name)
                .toList();
        String allowed = "; a field of type timestamp"
                + (timestamps.isEmpty() ? "" : " (" + String.join(", ", timestamps) + ")") + ", or $timestamp";
        source.fields().stream()
                .filter(field -> field.name().equals(eventTime))
                .findFirst()
                .ifPresentOrElse(
                        field -> checkEventTimeField(path, field, allowed),
                        () -> findings.error(
                                at,
                                "there is no field " + eventTime + NearMiss.question(eventTime, timestamps) + allowed));
    }

    private void checkEventTimeField(String path, FieldSpec field, String allowed) {
        if (findings.gaps().touch(path + ".fields." + field.name())) {
            return;
        }
        if (field.type() != FieldType.TIMESTAMP) {
            findings.error(
                    path + ".event-time",
                    "the field " + field.name() + " is a " + field.type().word() + allowed);
        } else if (field.nullable()) {
            findings.error(
                    path + ".event-time",
                    "the field " + field.name() + " is optional, and an event without a time belongs to no window;"
                            + " a field that is not, or one with a default");
        }
    }

    private void checkWatermark(String path, WatermarkSpec watermark) {
        findings.notNegative(path + ".out-of-orderness", watermark.outOfOrderness());
        findings.positive(path + ".idle-after", watermark.idleAfter());
        Duration futureLimit = watermark.futureLimit();
        if (futureLimit != null) {
            findings.positive(path + ".future-limit", futureLimit);
        }
        Duration quietAfter = watermark.quietAfter();
        if (quietAfter != null) {
            findings.positive(path + ".quiet-after", quietAfter);
        }
        Duration maxDrift = watermark.maxDrift();
        if (maxDrift != null) {
            checkAlign(path + ".align.max-drift", maxDrift);
        }
    }

    /** All sources wait for each other or none, so that there is one drift for all. */
    private void checkAlign(String path, Duration maxDrift) {
        findings.positive(path, maxDrift);
        for (SourceSpec source : spec.sources().values()) {
            Duration first = source.watermark().maxDrift();
            if (first != null) {
                if (!first.equals(maxDrift)) {
                    findings.error(
                            path,
                            "is " + Durations.format(maxDrift) + ", that of " + source.name() + " "
                                    + Durations.format(first) + "; one max-drift for all sources");
                }
                return;
            }
        }
    }
}
