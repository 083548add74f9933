package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Key;
import io.tidemark.event.NamedValues;
import io.tidemark.event.Pane;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import io.tidemark.metric.Column;
import io.tidemark.metric.NodeCounters;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Makes a window's rows. Where a window can fire more than once, its next revision and the events already counted are
 * kept in per-window state (20 bytes), which goes when the window closes.
 */
public final class WindowRowFunction extends ProcessWindowFunction<WindowAccumulator, WindowResult, Key, TimeWindow> {
    private static final long serialVersionUID = 1;

    private static final ValueStateDescriptor<Tuple2<Integer, Long>> FIRED = new ValueStateDescriptor<>(
            "revision-and-counted", TypeInformation.of(new TypeHint<Tuple2<Integer, Long>>() {}));

    private final WindowPlan plan;
    private final AggregateValues aggregateValues;
    private final boolean firesAgain;
    private final Pane firstPane;
    private final OutputTag<SideRecord> failedTag;

    private transient NodeCounters counters;

    /**
     * @param plan the window's expressions
     * @param whenClosed whether the only row comes out when the window closes
     * @param latenessMs how long a window that has fired stays open, in milliseconds
     * @param failedTag the side output of results that do not fit
     */
    public WindowRowFunction(WindowPlan plan, boolean whenClosed, long latenessMs, OutputTag<SideRecord> failedTag) {
        this.plan = plan;
        this.aggregateValues = new AggregateValues(plan);
        this.firesAgain = !whenClosed && latenessMs > 0;
        this.firstPane = whenClosed ? Pane.FINAL : Pane.ON_TIME;
        this.failedTag = failedTag;
    }

    @Override
    public void open(OpenContext context) {
        counters = new NodeCounters(getRuntimeContext(), plan.schema().node(), Column.COUNTED);
    }

    @Override
    public void process(Key key, Context context, Iterable<WindowAccumulator> accumulators, Collector<WindowResult> out)
            throws Exception {
        WindowAccumulator accumulator = accumulators.iterator().next();
        Pane pane = firstPane;
        int revision = 0;
        long counted = 0;
        if (firesAgain) {
            ValueState<Tuple2<Integer, Long>> fired = context.windowState().getState(FIRED);
            Tuple2<Integer, Long> previous = fired.value();
            if (previous != null) {
                revision = previous.f0;
                counted = previous.f1;
                pane = Pane.LATE;
            } else if (Boolean.TRUE.equals(
                    context.windowState().getState(WindowTrigger.FIRST_IS_LATE).value())) {
                pane = Pane.LATE;
            }
            fired.update(Tuple2.of(revision + 1, accumulator.eventCount));
        }
        counters.inc(Column.COUNTED, accumulator.eventCount - counted);
        TimeWindow window = context.window();
        List<SideRecord> failures = new ArrayList<>(0);
        @Nullable
        Object[] values = aggregateValues.of(
                accumulator,
                (aggregate, why) -> failures.add(failure(key, window, aggregate, why, accumulator.readTime)));
        for (SideRecord failure : failures) {
            context.output(failedTag, failure);
        }
        out.collect(new WindowResult(
                plan.schema(),
                key,
                window.getStart(),
                window.getEnd(),
                values,
                accumulator.eventCount,
                pane,
                revision,
                context.currentWatermark(),
                accumulator.readTime));
    }

    @Override
    public void clear(Context context) {
        if (firesAgain) {
            context.windowState().getState(FIRED).clear();
        }
    }

    private SideRecord failure(Key key, TimeWindow window, String aggregate, String why, long readTime) {
        List<String> names = new ArrayList<>();
        List<FieldType> types = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            Field field = plan.schema().key().field(i);
            names.add(field.name());
            types.add(field.type());
            values.add(key.get(i));
        }
        names.addAll(List.of("window_start", "window_end", "aggregate"));
        types.addAll(List.of(FieldType.TIMESTAMP, FieldType.TIMESTAMP, FieldType.STRING));
        values.addAll(List.of(window.getStart(), window.getEnd(), aggregate));
        NamedValues event = new NamedValues(
                names.toArray(new String[0]), types.toArray(new FieldType[0]), values.toArray(new Object[0]));
        return new SideRecord(
                plan.schema().node(),
                SideRecord.FAILED,
                aggregate + ": " + why,
                window.getEnd() - 1,
                null,
                null,
                event,
                null,
                null,
                0,
                readTime);
    }
}
