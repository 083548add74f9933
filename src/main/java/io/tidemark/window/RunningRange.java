package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;

/** The events of the slices of the window that fired last: the next one is made of it by what comes and what goes. */
final class RunningRange {
    /** The first slice. */
    long from;
    /** The slice after the last. */
    long to;
    /** Its own: shared with none. */
    final WindowAccumulator events;
    /** Of how many accumulators it was made. */
    final int entries;

    RunningRange(long from, long to, WindowAccumulator events, int entries) {
        this.from = from;
        this.to = to;
        this.events = events;
        this.entries = entries;
    }

    /** Whether the slice is one of them. */
    boolean holds(long slice) {
        return slice >= from && slice < to;
    }
}
