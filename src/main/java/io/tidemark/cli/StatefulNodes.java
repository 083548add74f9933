package io.tidemark.cli;

import io.tidemark.job.AlertMeanings;
import io.tidemark.job.WindowMeanings;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WindowSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the state of a pipeline means: its stateful nodes, and of windows and alerts what may not change while their state is kept.
 * They would refuse that state by themselves; known before the job starts, all of it can be told at once.
 */
final class StatefulNodes {
    private static final String WINDOW = "window";

    /** The path of a node to what it is. */
    private final Map<String, String> kinds = new TreeMap<>();

    /** The path of a window or alert to the facets of its state, see {@link WindowMeanings#lines}. */
    private final Map<String, List<String>> facets = new TreeMap<>();

    private StatefulNodes() {}

    /** Those of a pipeline. */
    static StatefulNodes of(PipelineSpec spec) {
        StatefulNodes nodes = new StatefulNodes();
        for (SourceSpec source : spec.sources().values()) {
            nodes.kinds.put("sources." + source.name(), kind(source.connector()));
        }
        for (WindowSpec window : spec.windows().values()) {
            String path = "windows." + window.name();
            nodes.kinds.put(path, WINDOW);
            nodes.facets.put(path, WindowMeanings.lines(spec, window));
        }
        for (AlertSpec alert : spec.alerts().values()) {
            String path = "alerts." + alert.name();
            nodes.kinds.put(path, "alert");
            nodes.facets.put(path, AlertMeanings.lines(spec, alert));
        }
        for (SinkSpec sink : spec.sinks().values()) {
            if (sink.target() instanceof SinkSpec.Kafka kafka && kafka.delivery() == SinkSpec.Delivery.EXACTLY_ONCE) {
                nodes.kinds.put("sinks." + sink.name(), "kafka");
            } else if (sink.target() instanceof SinkSpec.Files) {
                nodes.kinds.put("sinks." + sink.name(), "files");
            }
        }
        return nodes;
    }

    private static String kind(ConnectorSpec connector) {
        if (connector instanceof ConnectorSpec.Kafka) {
            return "kafka";
        }
        return connector instanceof ConnectorSpec.Files ? "files" : "generate";
    }

    /** Those that {@link #write} has left in {@code file}. */
    static StatefulNodes read(Path file) throws IOException {
        StatefulNodes nodes = new StatefulNodes();
        for (String line : Files.readAllLines(file)) {
            int tab = line.indexOf('\t');
            if (tab < 0) {
                continue;
            }
            String path = line.substring(0, tab);
            String rest = line.substring(tab + 1);
            if (rest.indexOf('\t') < 0) {
                nodes.kinds.put(path, rest);
            } else {
                nodes.facets.computeIfAbsent(path, it -> new ArrayList<>()).add(rest);
            }
        }
        return nodes;
    }

    /** Writes them for {@link #read}: a line a node, {@code PATH<TAB>KIND}, and one a facet, {@code PATH<TAB>FACET…}. */
    void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        List<String> lines = new ArrayList<>();
        kinds.forEach((path, kind) -> lines.add(path + "\t" + kind));
        facets.forEach((path, facets) -> facets.forEach(facet -> lines.add(path + "\t" + facet)));
        Files.write(file, lines);
    }

    /** What of the state of {@code earlier} these cannot go on from; empty if they can. */
    List<String> misfits(StatefulNodes earlier) {
        List<String> misfits = new ArrayList<>();
        earlier.kinds.forEach((path, was) -> {
            String is = kinds.get(path);
            if (is == null) {
                misfits.add(path + " is gone or has another name");
            } else if (!is.equals(was)) {
                misfits.add(path + " was " + was + " and is " + is);
            }
        });
        earlier.facets.forEach((path, was) -> WindowMeanings.misfits(was, facets.getOrDefault(path, List.of()))
                .forEach(misfit -> misfits.add(path + "." + misfit)));
        return misfits;
    }
}
