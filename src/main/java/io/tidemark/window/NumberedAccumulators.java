package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import org.jspecify.annotations.Nullable;

/** Accumulators of one key by number. */
interface NumberedAccumulators {
    /** The accumulator of this number, which may be changed if it is put back; null if there is none. */
    @Nullable
    WindowAccumulator get(long number) throws Exception;

    /** Keeps an accumulator, which from then on is not the caller's, under a number that is new or was asked for just now. */
    void put(long number, WindowAccumulator accumulator) throws Exception;

    /** Removes the accumulator of this number, if there is one. */
    void remove(long number) throws Exception;

    /** What was kept by {@link #keepRunning}, on the heap alone; null if nothing was, or no more. */
    @Nullable
    RunningRange running();

    /** Keeps this, or what it has become, in place of what was kept, while there is room; null for nothing. */
    void keepRunning(@Nullable RunningRange running);

    /** How many bytes {@code accumulator} takes in state. */
    int bytes(WindowAccumulator accumulator) throws Exception;
}
