package io.tidemark.window;

import io.tidemark.event.Event;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.metric.Column;
import io.tidemark.metric.NodeCounters;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Late contributions to side-output records. It follows the window operator on one edge, so that its watermark is the
 * one that the event was behind.
 */
public final class LateFunction extends ProcessFunction<WindowInput, SideRecord> {
    private static final long serialVersionUID = 1;

    private final String node;
    private final Schema schema;

    private transient NodeCounters counters;

    /**
     * @param node the window's name
     * @param schema the schema of its events
     */
    public LateFunction(String node, Schema schema) {
        this.node = node;
        this.schema = schema;
    }

    @Override
    public void open(OpenContext context) {
        counters = new NodeCounters(getRuntimeContext(), node, Column.LATE);
    }

    @Override
    public void processElement(WindowInput input, Context context, Collector<SideRecord> out) {
        Event event = input.event();
        if (event == null) {
            throw new IllegalStateException(
                    "a late event of " + node + " came without itself; please report this as a bug of Tidemark");
        }
        counters.inc(Column.LATE);
        out.collect(SideRecord.of(
                node,
                SideRecord.LATE,
                "every window of the event had closed",
                event,
                schema,
                context.timerService().currentWatermark()));
    }
}
