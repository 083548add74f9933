package io.tidemark.job;

import io.tidemark.event.Schema;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WindowSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A pipeline's topology, in the order of the data's way: each source is opened and its rejected records leave it, each
 * window and each alert is put on the node it reads, each sink is put on the nodes it writes.
 */
final class Pipeline {
    private final Uids uids;
    private final PipelineEnds ends;
    private final Map<String, NodeStream> nodes = new LinkedHashMap<>();

    private Pipeline(Uids uids, PipelineEnds ends) {
        this.uids = uids;
        this.ends = ends;
    }

    /** Composes {@code spec}, which has been validated, between {@code ends}. */
    static void compose(PipelineSpec spec, PipelineEnds ends) {
        Pipeline pipeline = new Pipeline(new Uids(spec.name()), ends);
        spec.sources().values().forEach(pipeline::source);
        spec.windows().values().forEach(pipeline::window);
        spec.alerts().values().forEach(pipeline::alert);
        spec.sinks().values().forEach(pipeline::sink);
    }

    private void source(SourceSpec spec) {
        Schema schema = Schemas.of(spec);
        SourceStage.Outputs outputs = SourceStage.route(uids, spec.name(), schema, ends.open(uids, spec));
        add(List.of(
                new NodeStream.Events(spec.name(), schema, outputs.accepted()),
                new NodeStream.Sides(spec.name() + ".rejected", outputs.rejected())));
    }

    private void window(WindowSpec spec) {
        NodeStream.Events from = (NodeStream.Events) node(spec.from());
        WindowStage.Outputs outputs = WindowStage.aggregate(uids, spec, from.schema(), from.stream());
        add(List.of(
                new NodeStream.Results(spec, outputs.schema(), outputs.results()),
                new NodeStream.Sides(spec.name() + ".late", outputs.late()),
                new NodeStream.Sides(spec.name() + ".failed", outputs.failed())));
    }

    private void alert(AlertSpec spec) {
        AlertInput input = node(spec.from()) instanceof NodeStream.Results results
                ? AlertInput.of(uids, spec.name(), results)
                : AlertInput.of((NodeStream.Events) node(spec.from()));
        AlertStage.Outputs outputs = AlertStage.watch(uids, spec, input);
        add(List.of(
                new NodeStream.Alerts(spec.name(), outputs.key(), outputs.alerts()),
                new NodeStream.Sides(spec.name() + ".late", outputs.late()),
                new NodeStream.Sides(spec.name() + ".failed", outputs.failed())));
    }

    private void sink(SinkSpec spec) {
        ends.write(uids, spec, spec.from().stream().map(this::node).toList());
    }

    private void add(List<? extends NodeStream> streams) {
        streams.forEach(stream -> nodes.put(stream.name(), stream));
    }

    private NodeStream node(String name) {
        return Objects.requireNonNull(nodes.get(name), name);
    }
}
