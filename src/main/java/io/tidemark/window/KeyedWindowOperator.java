package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.WindowResult;
import io.tidemark.metric.Column;
import io.tidemark.metric.NodeCounters;
import io.tidemark.time.KeptMeaning;
import io.tidemark.time.KeyedTimeOperator;
import io.tidemark.time.StateMeaning;
import io.tidemark.time.StateMisfitException;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.StateInitializationContext;

/**
 * What the operators of all kinds of window have in common: the plan, the outputs, and state that says what it means, so
 * that none is restored into a window that would read it as something else.
 *
 * <p>In state: {@link StateMeaning}, a text a subtask.
 */
abstract class KeyedWindowOperator extends KeyedTimeOperator<WindowInput, WindowResult> {
    private static final long serialVersionUID = 1;

    final WindowPlan plan;
    final Emission emission;
    final WindowAggregate aggregate;
    private final WindowTags tags;

    @SuppressWarnings("NullAway.Init") // set in open()
    transient RowEmitter emitter;

    @SuppressWarnings("NullAway.Init") // set in open()
    transient NodeCounters counters;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient LateOutput late;

    KeyedWindowOperator(WindowPlan plan, Emission emission, WindowTags tags) {
        this.plan = plan;
        this.emission = emission;
        this.aggregate = new WindowAggregate(plan.layout());
        this.tags = tags;
    }

    /** @throws StateMisfitException if the state to go on from means something else */
    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        KeptMeaning.check(context, "window " + plan.schema().node(), plan.meaning());
    }

    @Override
    public void open() throws Exception {
        super.open();
        emitter = new RowEmitter(plan, tags.failed(), output);
        late = new LateOutput(plan, tags.late(), output);
        counters = new NodeCounters(getRuntimeContext(), plan.schema().node(), Column.COUNTED, Column.LATE);
    }

    /** Keyed state of accumulators by number. */
    final MapState<Long, WindowAccumulator> accumulators(String name) throws Exception {
        return getPartitionedState(new MapStateDescriptor<>(
                name, LongSerializer.INSTANCE, plan.layout().serializer()));
    }

    /** An event whose windows have all closed at {@code time}. */
    final void late(WindowInput input, long time) {
        counters.inc(Column.LATE);
        late.put(input, time);
    }
}
