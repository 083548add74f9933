package io.tidemark.job;

import io.tidemark.alert.AlertPlan;
import io.tidemark.alert.AlertTags;
import io.tidemark.alert.BurnCells;
import io.tidemark.alert.BurnRateOperator;
import io.tidemark.event.Alert;
import io.tidemark.event.AlertTypeInfo;
import io.tidemark.event.Event;
import io.tidemark.event.KeyTypeInfo;
import io.tidemark.event.SideRecord;
import io.tidemark.metric.NodeKind;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.WorkbookLadder;
import io.tidemark.window.WindowInput;
import io.tidemark.window.WindowInputOperator;
import io.tidemark.window.WindowInputTypeInfo;
import io.tidemark.window.WindowPlan;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** Events to a burn rate's alerts: count good ones a step → key → look at the windows at each step's end. */
final class BurnRateStage {
    private BurnRateStage() {}

    /**
     * What the operators put out.
     *
     * @param alerts the alerts; late events at their side
     * @param failed events for which an expression failed
     */
    record Outputs(SingleOutputStreamOperator<Alert> alerts, DataStream<SideRecord> failed) {}

    /**
     * Puts a burn rate on {@code events}.
     *
     * @param form the validated form of the alert
     * @param plan what alerts of all forms have in common
     */
    static Outputs watch(Uids uids, AlertSpec.BurnRate form, AlertPlan plan, DataStream<Event> events, AlertTags tags) {
        String node = plan.node();
        WindowPlan counted = BurnRatePlanner.counted(form, plan);
        ReadableConfig config = events.getExecutionEnvironment().getConfiguration();
        long mostHeap = config.get(WindowStage.MOST_HEAP).getBytes();
        BurnCells cells = new BurnCells(WorkbookLadder.step(form.period()).toMillis());
        SingleOutputStreamOperator<WindowInput> inputs = Parallel.alike(
                        events.transform(
                                node + ": prepare",
                                WindowInputTypeInfo.of(counted),
                                new WindowInputOperator(
                                        counted,
                                        cells,
                                        config.get(WindowStage.PRE_AGGREGATION) ? mostHeap : 0,
                                        tags.failed(),
                                        NodeKind.ALERT)),
                        events)
                .uid(uids.windowInput(node));
        SingleOutputStreamOperator<Alert> alerts = inputs.keyBy(WindowInput::key, KeyTypeInfo.INSTANCE)
                .transform(
                        node + ": alert",
                        AlertTypeInfo.INSTANCE,
                        new BurnRateOperator(plan, counted, BurnRatePlanner.ladder(form), tags, mostHeap))
                .uid(uids.alert(node));
        return new Outputs(alerts, inputs.getSideOutput(tags.failed()).union(alerts.getSideOutput(tags.failed())));
    }
}
