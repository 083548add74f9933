package io.tidemark.window;

/** What a window operator keeps of one key beside its accumulators. */
interface KeyIndex {
    /** Whether it says no more than a new one. */
    boolean isEmpty();

    /** When the key has its next timer; {@link Long#MAX_VALUE} for none. */
    long timer();

    /** About how many bytes it takes on the heap. */
    int heapBytes();
}
