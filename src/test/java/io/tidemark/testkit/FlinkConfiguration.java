package io.tidemark.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The options of {@code flink-conf/config.yaml}, flat, with those of a test's own cluster over them. */
final class FlinkConfiguration {
    private static final Path SHIPPED = Path.of("flink-conf/config.yaml");
    private static final String LOOPBACK = "127.0.0.1";

    private final Map<String, Object> options = new LinkedHashMap<>();

    /**
     * Reads the shipped file and moves the cluster to free ports of the loopback interface and to a folder of its own.
     *
     * @param folder where state and temporary files go
     * @param own options over all others
     */
    FlinkConfiguration(Path folder, Map<String, String> own) throws IOException {
        Load load = new Load(LoadSettings.builder().build());
        flatten("", load.loadFromString(Files.readString(SHIPPED)));
        List<Integer> ports = Processes.freePorts(4);
        for (String option : List.of(
                "jobmanager.rpc.address",
                "jobmanager.bind-host",
                "rest.address",
                "rest.bind-address",
                "taskmanager.host",
                "taskmanager.bind-host")) {
            options.put(option, LOOPBACK);
        }
        options.put("jobmanager.rpc.port", ports.get(0));
        options.put("rest.port", ports.get(1));
        options.put("metrics.reporter.prom.port", ports.get(2) + "," + ports.get(3));
        options.put("io.tmp.dirs", folder.resolve("tmp").toString());
        options.put(
                "execution.checkpointing.dir",
                folder.resolve("checkpoints").toUri().toString());
        options.put(
                "execution.checkpointing.savepoint-dir",
                folder.resolve("savepoints").toUri().toString());
        // A killed process is missed after seconds, not a minute.
        options.put("heartbeat.interval", "2 s");
        options.put("heartbeat.timeout", "8 s");
        options.putAll(own);
    }

    String get(String option) {
        return String.valueOf(options.get(option));
    }

    String restAddress() {
        return "http://" + LOOPBACK + ":" + get("rest.port");
    }

    /** The ports at which the Prometheus reporters of the processes listen, in no known order. */
    List<Integer> prometheusPorts() {
        return List.of(get("metrics.reporter.prom.port").split(",")).stream()
                .map(Integer::valueOf)
                .toList();
    }

    /** JVM flags for all processes, which Flink's own start scripts would read. */
    List<String> javaFlags() {
        return List.of(get("env.java.opts.all").split(" "));
    }

    void writeTo(Path file) throws IOException {
        Files.writeString(file, new Dump(DumpSettings.builder().build()).dumpToString(options));
    }

    private void flatten(String prefix, Object node) {
        if (node instanceof Map<?, ?> mapping) {
            mapping.forEach((key, value) -> flatten(prefix.isEmpty() ? "" + key : prefix + "." + key, value));
        } else {
            options.put(prefix, node);
        }
    }
}
