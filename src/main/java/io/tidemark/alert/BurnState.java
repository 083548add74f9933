package io.tidemark.alert;

import java.util.Arrays;

/** What a burn-rate alert knows of one key. */
final class BurnState {
    /** In place of {@link #timer}: none. */
    static final long NO_TIMER = Long.MAX_VALUE;

    /** In place of an entry of {@link #since}: the pair does not fire. */
    static final long NOT_FIRING = Long.MIN_VALUE;

    /** Its events. */
    final BurnCounts counts;

    /** For each pair, since when it fires, in milliseconds since the epoch, or {@link #NOT_FIRING}. */
    final long[] since;

    /** When the key's timer fires, or {@link #NO_TIMER}. */
    long timer = NO_TIMER;

    /** Nothing is known, and none of so many pairs fires. */
    BurnState(int pairs) {
        this(new BurnCounts(), new long[pairs]);
        Arrays.fill(since, NOT_FIRING);
    }

    BurnState(BurnCounts counts, long[] since) {
        this.counts = counts;
        this.since = since;
    }

    /** Whether it says no more than a new one. */
    boolean isEmpty() {
        return counts.isEmpty() && !isFiring();
    }

    boolean isFiring() {
        for (long one : since) {
            if (one != NOT_FIRING) {
                return true;
            }
        }
        return false;
    }

    /** About how many bytes it takes on the heap. */
    int heapBytes() {
        return 60 + Long.BYTES * since.length + counts.heapBytes();
    }

    /** The same. */
    BurnState copy() {
        BurnState copy = new BurnState(counts.copy(), since.clone());
        copy.timer = timer;
        return copy;
    }
}
