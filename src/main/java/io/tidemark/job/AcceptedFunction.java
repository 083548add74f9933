package io.tidemark.job;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.SideRecord;
import io.tidemark.metric.Column;
import io.tidemark.metric.NodeCounters;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Lets accepted events pass, sends rejected records to the side and counts both. */
final class AcceptedFunction extends ProcessFunction<Decoded, Event> {
    private static final long serialVersionUID = 1;

    private final String source;
    private final OutputTag<SideRecord> rejectedTag;

    private transient NodeCounters counters;

    AcceptedFunction(String source, OutputTag<SideRecord> rejectedTag) {
        this.source = source;
        this.rejectedTag = rejectedTag;
    }

    @Override
    public void open(OpenContext context) {
        counters = new NodeCounters(
                getRuntimeContext(), source, Column.READ, Column.PASSED, Column.REJECTED, Column.SKIPPED);
    }

    @Override
    public void processElement(Decoded decoded, Context context, Collector<Event> out) {
        counters.inc(Column.READ);
        if (decoded.event() != null) {
            counters.inc(Column.PASSED);
            out.collect(decoded.event());
        } else if (decoded.rejected() != null) {
            counters.inc(Column.REJECTED);
            context.output(rejectedTag, decoded.rejected());
        } else {
            counters.inc(Column.SKIPPED);
        }
    }
}
