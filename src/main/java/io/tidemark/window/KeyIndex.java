package io.tidemark.window;

/** What a window operator keeps of one key beside its accumulators. */
interface KeyIndex {
    /** Whether it says no more than a new one. */
    boolean isEmpty();

    /** About how many bytes it takes on the heap. */
    int heapBytes();
}
