package io.tidemark.job;

import io.tidemark.event.Event;
import io.tidemark.event.KeyTypeInfo;
import io.tidemark.event.ResultSchema;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.SideRecordTypeInfo;
import io.tidemark.event.WindowResult;
import io.tidemark.event.WindowResultTypeInfo;
import io.tidemark.spec.WindowSpec;
import io.tidemark.window.WindowInput;
import io.tidemark.window.WindowInputOperator;
import io.tidemark.window.WindowInputTypeInfo;
import io.tidemark.window.WindowPlan;
import io.tidemark.window.WindowTags;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/**
 * Events to a window's rows: prepare and put together → key → window; late and failed events go to the side.
 */
public final class WindowStage {
    /** Whether contributions are put together in front of the key shuffle; results are the same without, for measuring. */
    public static final ConfigOption<Boolean> PRE_AGGREGATION =
            ConfigOptions.key("tidemark.pre-aggregation").booleanType().defaultValue(true);

    /** What one buffer or cache of a window's subtask may take of the heap at most; results are the same with any. */
    public static final ConfigOption<MemorySize> MOST_HEAP =
            ConfigOptions.key("tidemark.window-heap").memoryType().defaultValue(MemorySize.ofMebiBytes(64));

    private WindowStage() {}

    /**
     * What a window puts out.
     *
     * @param schema the shape of the rows
     * @param results the rows
     * @param late events whose windows had all closed
     * @param failed events for which an expression failed, and results that do not fit their type
     */
    public record Outputs(
            ResultSchema schema,
            DataStream<WindowResult> results,
            DataStream<SideRecord> late,
            DataStream<SideRecord> failed) {}

    /**
     * Puts the window {@code spec}, which has been validated, on {@code events}.
     *
     * @param uids the uids of the pipeline that the window belongs to
     * @param schema the schema of the events
     */
    public static Outputs aggregate(Uids uids, WindowSpec spec, Schema schema, DataStream<Event> events) {
        WindowPlan plan = WindowPlanner.plan(spec, schema);
        String node = spec.name();
        ReadableConfig config = events.getExecutionEnvironment().getConfiguration();
        long mostHeap = config.get(MOST_HEAP).getBytes();
        boolean together = config.get(PRE_AGGREGATION) && WindowOperators.takesPartials(spec);
        OutputTag<SideRecord> failedTag = new OutputTag<>(node + ".failed", SideRecordTypeInfo.INSTANCE);
        OutputTag<SideRecord> lateTag = new OutputTag<>(node + ".late", SideRecordTypeInfo.INSTANCE);

        SingleOutputStreamOperator<WindowInput> inputs = Parallel.alike(
                        events.transform(
                                node + ": prepare",
                                WindowInputTypeInfo.of(plan),
                                new WindowInputOperator(
                                        plan, WindowOperators.cells(spec), together ? mostHeap : 0, failedTag)),
                        events)
                .uid(uids.windowInput(node));

        SingleOutputStreamOperator<WindowResult> results = inputs.keyBy(WindowInput::key, KeyTypeInfo.INSTANCE)
                .transform(
                        node + ": window",
                        new WindowResultTypeInfo(plan.schema()),
                        WindowOperators.of(spec, plan, new WindowTags(lateTag, failedTag), mostHeap))
                .uid(uids.window(node));

        DataStream<SideRecord> failed = inputs.getSideOutput(failedTag).union(results.getSideOutput(failedTag));
        return new Outputs(plan.schema(), results, results.getSideOutput(lateTag), failed);
    }
}
