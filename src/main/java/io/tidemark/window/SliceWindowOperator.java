package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Key;
import io.tidemark.event.Pane;
import io.tidemark.metric.Column;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Tumbling, hopping and cumulative windows over shared slices: an event is added to one accumulator, however many windows
 * it belongs to, and a window that fires is made of about log n of them (see {@link SliceTree}).
 *
 * <p>An event all of whose windows have closed goes to {@code WINDOW.late}; one that only some take counts there, and
 * each of those that has had its row puts out a revised one. A key has one timer, at the next thing it has to do.
 *
 * <p>In state, a key: an accumulator a slice that holds events of an open window, up to half as many nodes, and an index
 * of a few bytes for each.
 */
public final class SliceWindowOperator extends KeyedWindowOperator {
    private static final long serialVersionUID = 1;

    private final SliceShape shape;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient ValueState<SliceIndex> indexes;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient SliceTree tree;

    /**
     * @param plan the window's expressions
     * @param shape the windows
     * @param emission when rows come out
     * @param tags the side outputs
     */
    public SliceWindowOperator(WindowPlan plan, SliceShape shape, Emission emission, WindowTags tags) {
        super(plan, emission, tags);
        this.shape = shape;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        indexes = getPartitionedState(new ValueStateDescriptor<>("index", new SliceIndexSerializer()));
        tree = new SliceTree(plan.layout(), accumulators("slices"), accumulators("nodes"));
    }

    @Override
    public void processElement(StreamRecord<WindowInput> element) throws Exception {
        WindowInput input = element.getValue();
        long time = time();
        long slice = shape.slice(input.time());
        if (emission.closes(shape.lastEnd(slice)) <= time) {
            late(input, time);
            return;
        }
        tree.reset();
        WindowAccumulator accumulator = tree.slice(slice);
        boolean isNew = accumulator == null;
        tree.put(slice, aggregate.add(input, accumulator == null ? aggregate.createAccumulator() : accumulator));
        if (isNew || input.time() <= time) {
            changed(input, slice, isNew, time);
        }
    }

    /** A slice is new, or something was added to the past: the index, the nodes and rows already out may change. */
    private void changed(WindowInput input, long slice, boolean isNew, long time) throws Exception {
        SliceIndex index = indexes.value();
        if (index == null) {
            index = new SliceIndex();
        }
        if (input.time() <= time) {
            tree.addAbove(index, slice, aggregate, input);
        }
        if (isNew) {
            index.slices.add(slice);
        }
        tree.reset();
        // Timers that are due but were interrupted by a barrier will do their part.
        long past = Math.min(time, index.timer - 1);
        if (!emission.whenClosed()) {
            for (long end = shape.firstEnd(slice);
                    end <= shape.lastEnd(slice) && emission.fires(end) <= past;
                    end = shape.nextEnd(end)) {
                if (emission.closes(end) > time) {
                    row(index, end, Pane.LATE, input.readTime());
                }
            }
        }
        keep(index, past);
    }

    @Override
    public void onEventTime(InternalTimer<Key, VoidNamespace> timer) throws Exception {
        SliceIndex index = indexes.value();
        if (index == null) {
            return;
        }
        tree.reset();
        long due = timer.getTimestamp();
        index.timer = SliceIndex.NO_TIMER;
        if (emission.earlyMs() > 0) {
            early(index, due + 1);
        }
        long end = emission.firedThrough(due);
        if (shape.nextEnd(end - 1) == end) {
            row(index, end, emission.whenClosed() ? Pane.FINAL : Pane.ON_TIME, due);
        }
        retire(index, due);
        keep(index, due);
    }

    /** Early rows of the windows that have a boundary at {@code boundary}. */
    private void early(SliceIndex index, long boundary) throws Exception {
        for (long end = shape.nextEnd(boundary); shape.start(end) < boundary; end = shape.nextEnd(end)) {
            long start = shape.start(end);
            if ((boundary - start) % emission.earlyMs() != 0) {
                continue;
            }
            WindowAccumulator accumulator = tree.range(index, shape.slice(start), shape.slice(boundary));
            if (accumulator != null && accumulator.eventCount > index.lastRowCount(end)) {
                emit(index, end, accumulator, Pane.EARLY, boundary);
            }
        }
    }

    private void row(SliceIndex index, long end, Pane pane, long due) throws Exception {
        WindowAccumulator accumulator = tree.range(index, shape.slice(shape.start(end)), shape.slice(end));
        if (accumulator != null) {
            emit(index, end, accumulator, pane, due);
        }
    }

    private void emit(SliceIndex index, long end, WindowAccumulator accumulator, Pane pane, long due) {
        int revision = emission.revises() ? index.fired(end, accumulator.eventCount) : 0;
        emitter.row(
                (Key) getCurrentKey(),
                accumulator,
                new RowEmitter.Frame(shape.start(end), end, pane, revision, due, time()));
    }

    /** Lets go of the slices that belong to no open window, and counts their events. */
    private void retire(SliceIndex index, long due) throws Exception {
        int count = 0;
        while (count < index.slices.size() && emission.closes(shape.lastEnd(index.slices.get(count))) <= due) {
            long slice = index.slices.get(count++);
            WindowAccumulator accumulator = tree.slice(slice);
            if (accumulator != null) {
                counters.inc(Column.COUNTED, accumulator.eventCount);
            }
            tree.retire(index, slice);
        }
        index.slices.removeFirst(count);
        index.forgetFiredThrough(emission.closedThrough(due));
    }

    private void keep(SliceIndex index, long past) throws Exception {
        if (index.isEmpty()) {
            moveTimer(index.timer, SliceIndex.NO_TIMER);
            indexes.clear();
            return;
        }
        long next = nextDue(index, past);
        moveTimer(index.timer, next);
        index.timer = next;
        indexes.update(index);
    }

    /** The next watermark after {@code past} at which the key has something to do. */
    private long nextDue(SliceIndex index, long past) {
        long next = SliceIndex.NO_TIMER;
        if (index.firedEnds.size() > 0) {
            next = emission.closes(index.firedEnds.get(0));
        }
        if (index.slices.size() == 0) {
            return next;
        }
        next = Math.min(next, emission.closes(shape.lastEnd(index.slices.get(0))));
        long firedThrough = emission.firedThrough(past);
        for (int i = 0; i < index.slices.size(); i++) {
            long slice = index.slices.get(i);
            long end = Math.max(shape.firstEnd(slice), shape.nextEnd(firedThrough));
            if (end <= shape.lastEnd(slice)) {
                next = Math.min(next, emission.fires(end));
                break;
            }
        }
        return emission.earlyMs() > 0 ? Math.min(next, nextEarly(index, past)) : next;
    }

    /** Of each k, the first boundary window start + k · early after {@code past} that has a slice of its window before it. */
    private long nextEarly(SliceIndex index, long past) {
        long next = SliceIndex.NO_TIMER;
        long size = shape.size();
        for (long after = emission.earlyMs(); after < size; after += emission.earlyMs()) {
            int i = 0;
            while (i < index.slices.size()) {
                long slice = index.slices.get(i);
                // A boundary is due a millisecond before it.
                long start = shape.nextStart(Math.max(past + 1, shape.sliceEnd(slice) - 1) - after);
                if (start <= shape.sliceStart(slice)) {
                    next = Math.min(next, start + after - 1);
                }
                if (start + after - 1 >= next) {
                    break;
                }
                i = index.slices.ceiling(shape.slice(start));
            }
        }
        return next;
    }
}
