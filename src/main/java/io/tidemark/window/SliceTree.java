package io.tidemark.window;

import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.aggregate.WindowAccumulator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The accumulators of one key's slices, and of runs of slices above them, so that a window of n slices is made of about
 * log n accumulators. A node of level l stands for the 4^l slices from a multiple of 4^l on. It is made when a window
 * that holds it fires and kept if it takes at least three accumulators to make, so that nodes take at most half as much as
 * the slices, a third when all slices hold events, and one that is not kept takes at most two. Nodes are made of past slices only; a late event is added
 * to its slice and to the nodes above it.
 *
 * <p>In state: one accumulator a slice and a node.
 */
final class SliceTree {
    private static final int FAN_OUT_BITS = 2;
    private static final int FAN_OUT = 1 << FAN_OUT_BITS;
    private static final int LEVEL_BITS = 3;
    private static final int TOP_LEVEL = (1 << LEVEL_BITS) - 1;
    private static final int KEPT_FROM_ENTRIES = 3;

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
        return accumulators.get(code(0, slice));
    }

    /** Keeps the accumulator of a slice. */
    void put(long slice, WindowAccumulator accumulator) throws Exception {
        accumulators.put(code(0, slice), accumulator);
    }

    /** Adds what a late event contributed to its slice to the nodes above it, too. */
    void addAbove(long slice, WindowInput input) throws Exception {
        for (int level = 1; level <= TOP_LEVEL; level++) {
            long code = code(level, slice >> (FAN_OUT_BITS * level));
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
        accumulators.remove(code(0, slice));
        for (int level = 1; level <= TOP_LEVEL && index.nodes.size() > 0; level++) {
            long code = code(level, slice >> (FAN_OUT_BITS * level));
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
        WindowAccumulator all = null;
        boolean own = false;
        int at = index.slices.ceiling(from);
        long position = from;
        while (at < index.slices.size() && index.slices.get(at) < to) {
            long slice = index.slices.get(at);
            int level = level(slice, position, to);
            Part part = part(level, slice >> (FAN_OUT_BITS * level));
            position = ((slice >> (FAN_OUT_BITS * level)) + 1) << (FAN_OUT_BITS * level);
            at = index.slices.ceiling(position);
            if (part == null) {
                continue;
            }
            if (all == null) {
                all = part.accumulator();
            } else {
                if (!own) {
                    WindowAccumulator first = all;
                    all = layout.createAccumulator();
                    layout.merge(all, first);
                    own = true;
                }
                layout.merge(all, part.accumulator());
            }
        }
        return all;
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

    /**
     * The events of a node.
     *
     * @param accumulator one that may be in state
     * @param entries how many accumulators in state it was made of, or 1 if it is kept
     */
    private record Part(WindowAccumulator accumulator, int entries) {}

    private @Nullable Part part(int level, long number) throws Exception {
        if (level == 0) {
            WindowAccumulator slice = slice(number);
            return slice == null ? null : new Part(slice, 1);
        }
        long code = code(level, number);
        return index.nodes.contains(code) ? new Part(node(code), 1) : ofChildren(level, number);
    }

    private @Nullable Part ofChildren(int level, long number) throws Exception {
        int bits = FAN_OUT_BITS * (level - 1);
        WindowAccumulator only = null;
        WindowAccumulator merged = null;
        int entries = 0;
        for (long child = number << FAN_OUT_BITS; child < (number << FAN_OUT_BITS) + FAN_OUT; child++) {
            int first = index.slices.ceiling(child << bits);
            if (first == index.slices.size() || index.slices.get(first) >= (child + 1) << bits) {
                continue;
            }
            Part part = part(level - 1, child);
            if (part == null) {
                continue;
            }
            entries += part.entries();
            if (only == null) {
                only = part.accumulator();
                continue;
            }
            if (merged == null) {
                merged = layout.createAccumulator();
                layout.merge(merged, only);
            }
            layout.merge(merged, part.accumulator());
        }
        if (only == null) {
            return null;
        }
        if (merged == null) {
            return new Part(only, entries);
        }
        if (entries >= KEPT_FROM_ENTRIES) {
            long code = code(level, number);
            accumulators.put(code, merged);
            index.nodes.add(code);
            entries = 1;
        }
        return new Part(merged, entries);
    }

    private WindowAccumulator node(long code) throws Exception {
        return Objects.requireNonNull(accumulators.get(code));
    }

    private static long code(int level, long number) {
        return number << LEVEL_BITS | level;
    }
}
