package io.tidemark.cli;

import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.Durations;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WindowSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the state of a pipeline means: its stateful nodes, and of each what may not change while its state is kept. Flink
 * itself restores a window of other keys or another size without a word, and its rows are wrong.
 */
final class StatefulNodes {
    private final Map<String, String> meanings;

    private StatefulNodes(Map<String, String> meanings) {
        this.meanings = meanings;
    }

    /** Those of a pipeline. */
    static StatefulNodes of(PipelineSpec spec) {
        Map<String, String> meanings = new TreeMap<>();
        for (SourceSpec source : spec.sources().values()) {
            meanings.put("sources." + source.name(), kind(source.connector()));
        }
        for (WindowSpec window : spec.windows().values()) {
            String path = "windows." + window.name();
            meanings.put(path, "window");
            meanings.put(path + ".key", String.join(", ", window.key()));
            meanings.put(path + ".kind", kind(window.assigner()));
            meanings.put(path + ".early", window.early() == null ? "nothing" : Durations.format(window.early()));
            meanings.put(path + ".where", window.where() == null ? "nothing" : oneLine(window.where()));
            meanings.put(
                    path + ".aggregates",
                    oneLine(String.join("; ", window.aggregates().values())));
            meanings.put(path + ".accuracy", Double.toString(window.accuracy()));
        }
        for (SinkSpec sink : spec.sinks().values()) {
            if (sink.target() instanceof SinkSpec.Kafka kafka && kafka.delivery() == SinkSpec.Delivery.EXACTLY_ONCE) {
                meanings.put("sinks." + sink.name(), "kafka");
            } else if (sink.target() instanceof SinkSpec.Files) {
                meanings.put("sinks." + sink.name(), "files");
            }
        }
        return new StatefulNodes(meanings);
    }

    private static String kind(ConnectorSpec connector) {
        if (connector instanceof ConnectorSpec.Kafka) {
            return "kafka";
        }
        return connector instanceof ConnectorSpec.Files ? "files" : "generate";
    }

    private static String kind(WindowSpec.Assigner assigner) {
        if (assigner instanceof WindowSpec.Hopping hopping) {
            return "hopping " + size(hopping.size(), hopping.offset()) + " every " + Durations.format(hopping.every());
        }
        if (assigner instanceof WindowSpec.Cumulative cumulative) {
            return "cumulative " + Durations.format(cumulative.size()) + " every "
                    + Durations.format(cumulative.every());
        }
        if (assigner instanceof WindowSpec.Session session) {
            return "session " + Durations.format(session.gap())
                    + (session.max() == null ? "" : " max " + Durations.format(session.max()));
        }
        WindowSpec.Tumbling tumbling = (WindowSpec.Tumbling) assigner;
        return "tumbling " + size(tumbling.size(), tumbling.offset());
    }

    private static String size(Duration size, Duration offset) {
        return Durations.format(size) + (offset.isZero() ? "" : " offset " + Durations.format(offset));
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    /** Those that {@link #write} has left in {@code file}. */
    static StatefulNodes read(Path file) throws IOException {
        Map<String, String> meanings = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            int tab = line.indexOf('\t');
            if (tab > 0) {
                meanings.put(line.substring(0, tab), line.substring(tab + 1));
            }
        }
        return new StatefulNodes(meanings);
    }

    /** Writes them for {@link #read}. */
    void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        List<String> lines = new ArrayList<>();
        meanings.forEach((path, meaning) -> lines.add(path + "\t" + meaning));
        Files.write(file, lines);
    }

    /** What of the state of {@code earlier} these cannot go on from; empty if they can. */
    List<String> misfits(StatefulNodes earlier) {
        List<String> misfits = new ArrayList<>();
        earlier.meanings.forEach((path, was) -> {
            String is = meanings.get(path);
            boolean ofNode = path.indexOf('.') == path.lastIndexOf('.');
            if (is == null && ofNode) {
                misfits.add(path + " is gone or has another name");
            } else if (is != null && !is.equals(was)) {
                misfits.add(path + " was " + was + " and is " + is);
            }
        });
        return misfits;
    }
}
