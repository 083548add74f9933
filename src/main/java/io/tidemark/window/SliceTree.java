package io.tidemark.window;

import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.aggregate.WindowAccumulator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The accumulators of one key's slices, and of runs of slices above them, so that a window of n slices is made of about
 * log n accumulators. A node of level l stands for the 4^l slices from a multiple of 4^l on. It is made when a window
 * that holds it fires, and kept if it takes at least three accumulators to make and at most a third of their bytes, so
 * that all nodes together take at most half as many bytes as the slices. That is so from the first level on where an
 * accumulator does not grow with its events; the values of percentiles do as long as they are few, and merging them costs
 * the same whether they come from one node or from its slices. Nodes are made of past slices only; a late event is added to
 * its slice and to the nodes above it.
 *
 * <p>A window made of several accumulators stays on the heap, and the next one is made of it by adding the slices that come
 * and subtracting those that go, exactly. Where that cannot be, as with the least value without the least, or where it
 * takes more, the nodes make it anew.
 *
 * <p>In state: one accumulator a slice and a node.
 */
final class SliceTree {
    private static final int FAN_OUT_BITS = 2;
    private static final int FAN_OUT = 1 << FAN_OUT_BITS;
    private static final int LEVEL_BITS = 3;
    private static final int TOP_LEVEL = (1 << LEVEL_BITS) - 1;
    private static final int KEPT_FROM_ENTRIES = 3;
    private static final int KEPT_SHARE = 3;
    private static final int RUNNING_FROM_ENTRIES = 4;

    private final AggregateLayout layout;
    private final SliceIndex index;
    private final NumberedAccumulators accumulators;

    /**
     * @param layout of the accumulators
     * @param index the key's index
     * @param accumulators the key's accumulators
     */
    SliceTree(AggregateLayout layout, SliceIndex index, NumberedAccumulators accumulators) {
        this.layout = layout;
        this.index = index;
        this.accumulators = accumulators;
    }

    /** The accumulator of a slice; null if it holds nothing. */
    @Nullable
    WindowAccumulator slice(long slice) throws Exception {
        return index.slices.contains(slice) ? accumulators.get(code(0, slice)) : null;
    }

    /** Keeps the accumulator of a slice. */
    void put(long slice, WindowAccumulator accumulator) throws Exception {
        accumulators.put(code(0, slice), accumulator);
    }

    /** Adds what a late event contributed to its slice to all that is made of it, too. */
    void addAbove(long slice, WindowInput input) throws Exception {
        RunningRange running = accumulators.running();
        if (running != null && running.holds(slice)) {
            input.addTo(running.events, layout);
            accumulators.keepRunning(running);
        }
        for (int level = 1; level <= TOP_LEVEL; level++) {
            long code = code(level, slice >> (FAN_OUT_BITS * level));
            index.refused.remove(code); // which may be worth it now
            if (index.nodes.contains(code)) {
                WindowAccumulator node = node(code);
                input.addTo(node, layout);
                accumulators.put(code, node);
            }
        }
    }

    /**
     * Removes a slice that belongs to no open window, and the nodes that begin with it. Slices are retired in order, so
     * that no node begins before it any more.
     */
    void retire(long slice) throws Exception {
        RunningRange running = accumulators.running();
        if (running != null && running.holds(slice)) {
            WindowAccumulator events = slice(slice);
            running.from = slice + 1;
            accumulators.keepRunning(events == null || layout.subtract(running.events, events) ? running : null);
        }
        accumulators.remove(code(0, slice));
        for (int level = 1; level <= TOP_LEVEL; level++) {
            long code = code(level, slice >> (FAN_OUT_BITS * level));
            index.refused.remove(code);
            if (index.nodes.remove(code)) {
                accumulators.remove(code);
            }
        }
    }

    /**
     * The events of the slices from {@code from} to before {@code to}, all of which are past. The accumulator may be one
     * that is in state: it must not be changed.
     *
     * @return null if there are none
     */
    @Nullable
    WindowAccumulator range(long from, long to) throws Exception {
        RunningRange running = accumulators.running();
        if (running != null && isMoved(running, from, to)) {
            accumulators.keepRunning(running);
            return running.events;
        }
        Sum sum = sum(from, to);
        WindowAccumulator all = sum.all;
        accumulators.keepRunning(
                all != null && sum.own && sum.entries >= RUNNING_FROM_ENTRIES
                        ? new RunningRange(from, to, all, sum.entries)
                        : null);
        return all;
    }

    /** Whether {@code running} now is this range; else it is of no use any more, if it is not another range. */
    private boolean isMoved(RunningRange running, long from, long to) throws Exception {
        if (from < running.from || to < running.to) {
            return false;
        }
        int first = index.slices.ceiling(running.from);
        int kept = index.slices.ceiling(from);
        int added = index.slices.ceiling(running.to);
        int end = index.slices.ceiling(to);
        if (kept > added || kept - first + end - added > running.entries) {
            return false;
        }
        for (int i = first; i < kept; i++) {
            if (!layout.subtract(running.events, known(index.slices.get(i)))) {
                return false;
            }
        }
        for (int i = added; i < end; i++) {
            layout.merge(running.events, known(index.slices.get(i)));
        }
        running.from = from;
        running.to = to;
        return running.events.eventCount > 0;
    }

    private WindowAccumulator known(long slice) throws Exception {
        return Objects.requireNonNull(slice(slice));
    }

    private Sum sum(long from, long to) throws Exception {
        Sum sum = new Sum(false);
        int at = index.slices.ceiling(from);
        long position = from;
        while (at < index.slices.size() && index.slices.get(at) < to) {
            long slice = index.slices.get(at);
            int level = level(slice, position, to);
            long number = slice >> (FAN_OUT_BITS * level);
            add(level, number, sum);
            position = (number + 1) << (FAN_OUT_BITS * level);
            at = index.slices.ceiling(position);
        }
        return sum;
    }

    /** The highest level whose node holds {@code slice}, begins at {@code from} or after and ends at {@code to} or before. */
    private static int level(long slice, long from, long to) {
        int level = 0;
        while (level < TOP_LEVEL) {
            int bits = FAN_OUT_BITS * (level + 1);
            long start = slice >> bits << bits;
            if (start < from || start + (1L << bits) > to) {
                break;
            }
            level++;
        }
        return level;
    }

    /** Adds the events of a node, which is made first if that is worth it; level 0 are the slices. */
    private void add(int level, long number, Sum sum) throws Exception {
        long code = code(level, number);
        if (level == 0 || index.nodes.contains(code)) {
            WindowAccumulator kept = level == 0 ? slice(number) : node(code);
            if (kept != null) {
                sum.add(kept, 1, sum.weighs ? accumulators.bytes(kept) : 0);
            }
            return;
        }
        if (index.refused.contains(code)) {
            addChildren(level, number, sum);
            return;
        }
        Sum made = new Sum(true);
        addChildren(level, number, made);
        WindowAccumulator node = made.all;
        if (node == null) {
            return;
        }
        if (made.entries >= KEPT_FROM_ENTRIES) {
            long bytes = accumulators.bytes(node);
            if (KEPT_SHARE * bytes <= made.bytes) {
                accumulators.put(code, node);
                index.nodes.add(code);
                sum.add(node, 1, bytes);
                return;
            }
        }
        index.refused.add(code);
        sum.add(node, made.entries, made.bytes);
    }

    private void addChildren(int level, long number, Sum sum) throws Exception {
        int bits = FAN_OUT_BITS * (level - 1);
        for (long child = number << FAN_OUT_BITS; child < (number << FAN_OUT_BITS) + FAN_OUT; child++) {
            int first = index.slices.ceiling(child << bits);
            if (first < index.slices.size() && index.slices.get(first) < (child + 1) << bits) {
                add(level - 1, child, sum);
            }
        }
    }

    /** Accumulators put together; one alone stays the one that may be in state. */
    private final class Sum {
        final boolean weighs;

        @Nullable
        WindowAccumulator all;

        /** How many accumulators in state it is made of, and, if it weighs them, their bytes. */
        int entries;

        long bytes;
        private boolean own;

        Sum(boolean weighs) {
            this.weighs = weighs;
        }

        void add(WindowAccumulator part, int ofEntries, long ofBytes) {
            entries += ofEntries;
            bytes += ofBytes;
            WindowAccumulator known = all;
            if (known == null) {
                all = part;
                return;
            }
            if (!own) {
                WindowAccumulator first = known;
                known = layout.createAccumulator();
                layout.merge(known, first);
                all = known;
                own = true;
            }
            layout.merge(known, part);
        }
    }

    private WindowAccumulator node(long code) throws Exception {
        return Objects.requireNonNull(accumulators.get(code));
    }

    private static long code(int level, long number) {
        return number << LEVEL_BITS | level;
    }
}
