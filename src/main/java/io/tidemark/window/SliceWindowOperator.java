package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Key;
import io.tidemark.event.Pane;
import io.tidemark.metric.Column;
import org.apache.flink.api.common.typeutils.TypeSerializer;
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
public final class SliceWindowOperator extends CachedWindowOperator<SliceIndex> {
    private static final long serialVersionUID = 1;

    private final SliceShape shape;

    /**
     * @param plan the window's expressions
     * @param shape the windows
     * @param emission when rows come out
     * @param tags the side outputs
     * @param mostHeap how many bytes the cache of windows may take at most
     */
    public SliceWindowOperator(WindowPlan plan, SliceShape shape, Emission emission, WindowTags tags, long mostHeap) {
        super(plan, emission, tags, mostHeap);
        this.shape = shape;
    }

    @Override
    TypeSerializer<SliceIndex> indexSerializer() {
        return new SliceIndexSerializer();
    }

    @Override
    SliceIndex newIndex() {
        return new SliceIndex();
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
        Windows key = windows();
        fireDue(key.index);
        WindowAccumulator accumulator = key.tree.slice(slice);
        boolean isNew = accumulator == null;
        key.tree.put(slice, aggregate.addTo(accumulator, input));
        if (isNew || shape.heldUntil(slice) <= time) {
            changed(key, input, slice, time);
        }
    }

    private Windows windows() throws Exception {
        return new Windows(windows.current());
    }

    /** The windows of the current key. */
    private final class Windows {
        final KeyedWindows<SliceIndex>.OfKey kept;
        final SliceIndex index;
        final SliceTree tree;

        Windows(KeyedWindows<SliceIndex>.OfKey kept) {
            this.kept = kept;
            this.index = kept.index();
            this.tree = new SliceTree(plan.layout(), index, kept);
        }
    }

    /** A slice is new, or something was added to the past: the index, the nodes and rows already out may change. */
    private void changed(Windows key, WindowInput input, long slice, long time) throws Exception {
        SliceIndex index = key.index;
        key.tree.addAbove(slice, input);
        index.slices.add(slice);
        if (!emission.whenClosed()) {
            for (long end = shape.firstEnd(slice);
                    end <= shape.lastEnd(slice) && emission.fires(end) <= time;
                    end = shape.nextEnd(end)) {
                if (emission.closes(end) > time) {
                    row(key, end, Pane.LATE, input.readTime());
                }
            }
        }
        keep(key, time);
    }

    @Override
    protected void fire(long due) throws Exception {
        Windows key = windows();
        key.index.timer = SliceIndex.NO_TIMER;
        if (emission.earlyMs() > 0) {
            early(key, due + 1);
        }
        long end = emission.firedThrough(due);
        if (shape.nextEnd(end - 1) == end) {
            row(key, end, emission.whenClosed() ? Pane.FINAL : Pane.ON_TIME, due);
        }
        retire(key, due);
        keep(key, due);
    }

    /** Early rows of the windows that have a boundary at {@code boundary}. */
    private void early(Windows key, long boundary) throws Exception {
        for (long end = shape.nextEnd(boundary); shape.start(end) < boundary; end = shape.nextEnd(end)) {
            long start = shape.start(end);
            if ((boundary - start) % emission.earlyMs() != 0) {
                continue;
            }
            WindowAccumulator accumulator = key.tree.range(shape.slice(start), shape.slice(boundary));
            if (accumulator != null && accumulator.eventCount > key.index.lastRowCount(end)) {
                emit(key.index, end, accumulator, Pane.EARLY, boundary);
            }
        }
    }

    private void row(Windows key, long end, Pane pane, long due) throws Exception {
        WindowAccumulator accumulator = key.tree.range(shape.slice(shape.start(end)), shape.slice(end));
        if (accumulator != null) {
            emit(key.index, end, accumulator, pane, due);
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
    private void retire(Windows key, long due) throws Exception {
        SliceIndex index = key.index;
        int count = 0;
        while (count < index.slices.size() && emission.closes(shape.lastEnd(index.slices.get(count))) <= due) {
            long slice = index.slices.get(count++);
            WindowAccumulator accumulator = key.tree.slice(slice);
            if (accumulator != null) {
                counters.inc(Column.COUNTED, accumulator.eventCount);
            }
            key.tree.retire(slice);
        }
        index.slices.removeFirst(count);
        index.forgetFiredThrough(emission.closedThrough(due));
    }

    private void keep(Windows key, long past) throws Exception {
        SliceIndex index = key.index;
        long next = index.isEmpty() ? SliceIndex.NO_TIMER : nextDue(index, past);
        moveTimer(index.timer, next);
        index.timer = next;
        key.kept.keep();
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
