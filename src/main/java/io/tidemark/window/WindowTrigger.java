package io.tidemark.window;

import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.windowing.triggers.Trigger;
import org.apache.flink.streaming.api.windowing.triggers.TriggerResult;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/**
 * Fires a window at its end and once more for each late event ({@code emit: on-time}), or once when it closes
 * ({@code emit: final}).
 *
 * <p>A window whose first row is due to a late event says so in {@link #FIRST_IS_LATE}, per-window state that it shares
 * with {@link WindowRowFunction}, since a process window function cannot see what it was fired by.
 */
public final class WindowTrigger extends Trigger<WindowInput, TimeWindow> {
    private static final long serialVersionUID = 1;

    /** Set when a late event fires the window. */
    static final ValueStateDescriptor<Boolean> FIRST_IS_LATE =
            new ValueStateDescriptor<>("fired-by-late-event", Types.BOOLEAN);

    private final long latenessMs;
    private final boolean whenClosed;

    /**
     * @param latenessMs how long a window that has fired stays open, in milliseconds
     * @param whenClosed whether the only row comes out when the window closes
     */
    public WindowTrigger(long latenessMs, boolean whenClosed) {
        this.latenessMs = latenessMs;
        this.whenClosed = whenClosed;
    }

    @Override
    public TriggerResult onElement(WindowInput input, long timestamp, TimeWindow window, TriggerContext context)
            throws Exception {
        long due = due(window);
        if (due > context.getCurrentWatermark()) {
            context.registerEventTimeTimer(due);
            return TriggerResult.CONTINUE;
        }
        ValueState<Boolean> late = context.getPartitionedState(FIRST_IS_LATE);
        late.update(true);
        return TriggerResult.FIRE;
    }

    @Override
    public TriggerResult onEventTime(long time, TimeWindow window, TriggerContext context) {
        return time == due(window) ? TriggerResult.FIRE : TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onProcessingTime(long time, TimeWindow window, TriggerContext context) {
        return TriggerResult.CONTINUE;
    }

    @Override
    public void clear(TimeWindow window, TriggerContext context) {
        context.deleteEventTimeTimer(due(window));
        if (!whenClosed && latenessMs > 0) {
            context.getPartitionedState(FIRST_IS_LATE).clear();
        }
    }

    private long due(TimeWindow window) {
        long end = window.maxTimestamp();
        long due = whenClosed ? end + latenessMs : end;
        return due < end ? Long.MAX_VALUE : due;
    }
}
