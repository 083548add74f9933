package io.tidemark.alert;

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

    BurnState(BurnCounts counts, long[] since) {
        this.counts = counts;
        this.since = since;
    }

    boolean isFiring() {
        for (long one : since) {
            if (one != NOT_FIRING) {
                return true;
            }
        }
        return false;
    }
}
