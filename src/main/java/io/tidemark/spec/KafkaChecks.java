package io.tidemark.spec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks what Kafka sources, Kafka sinks and their defaults have in common. */
final class KafkaChecks {
    private static final Pattern SERVER = Pattern.compile("[^\\s,:/]+:[0-9]{1,5}|\\[[0-9A-Fa-f:.%]+]:[0-9]{1,5}");
    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

    /** Client properties that a key of the file stands for. */
    private static final Map<String, String> OWN = own();

    private final PipelineSpec spec;
    private final Findings findings;

    KafkaChecks(PipelineSpec spec, Findings findings) {
        this.spec = spec;
        this.findings = findings;
    }

    /** Checks the pipeline's own section. */
    void checkDefaults() {
        checkServerList("kafka.servers", spec.kafka().servers());
        checkProperties("kafka.properties", spec.kafka().properties());
    }

    /** Checks the servers of the source or sink whose Kafka section is at {@code path}. */
    void checkServers(String path, @Nullable String servers) {
        if (servers == null
                && spec.kafka().servers() == null
                && !findings.gaps().touch("kafka")) {
            findings.error(
                    path + ".servers", "is missing; servers here, or for all in kafka: { servers: \"host:9092\" }");
        }
        checkServerList(path + ".servers", servers);
    }

    void checkProperties(String path, Map<String, String> properties) {
        properties.keySet().forEach(name -> {
            String instead = OWN.get(name);
            if (instead != null) {
                findings.nameError(path + "." + name, "Tidemark sets " + name + "; " + instead);
            }
        });
    }

    void checkTopic(String path, String topic) {
        if (topic.contains("${")) {
            return; // left alone by a command that connects to nothing
        }
        if (!TOPIC.matcher(topic).matches() || topic.equals(".") || topic.equals("..")) {
            findings.error(path, "\"" + topic + "\" is no name of a topic; " + TOPIC.pattern());
        }
    }

    private void checkServerList(String path, @Nullable String servers) {
        if (servers == null || servers.contains("${")) {
            return;
        }
        for (String server : servers.split(",", -1)) {
            if (!SERVER.matcher(server.strip()).matches()) {
                findings.error(path, "\"" + server.strip() + "\" is no server; host:port, several with commas between");
                return;
            }
        }
    }

    private static Map<String, String> own() {
        Map<String, String> own = new LinkedHashMap<>();
        own.put("bootstrap.servers", "use servers");
        own.put("group.id", "use group");
        own.put("auto.offset.reset", "use start");
        own.put("transaction.timeout.ms", "use transaction-timeout");
        own.put("transactional.id", "its prefix is NAME.SINK");
        own.put("enable.auto.commit", "offsets are committed at checkpoints");
        for (String side : new String[] {"key", "value"}) {
            own.put(side + ".serializer", "use key-format");
            own.put(side + ".deserializer", "use format");
        }
        return own;
    }
}
