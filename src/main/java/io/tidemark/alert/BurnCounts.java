package io.tidemark.alert;

/**
 * How many events of a key there were and how many of them were not good, as finely as the windows of a {@link
 * BurnRateLadder} need it. The counts are exact.
 *
 * <p>Buckets of 1 step reach back 60 steps, those of 10 go on to 360, those of 60 to the longest window, those of 1440 to
 * the period. A longer bucket is made when the first of the shorter ones in it is no longer needed alone, so that those
 * of one length end where, or a few after, the next shorter ones begin. With windows of up to a ninth of the period that
 * is at most 60 + 31 + 75 + 28 buckets, and one for the step that is being filled; to which come those of steps ahead of
 * it that have events already.
 */
final class BurnCounts {
    /** In place of {@link #rolledTo}: never. */
    static final long NEVER = Long.MIN_VALUE;

    final BurnSeries[] series;

    /** The last end of a step that the buckets were made ready for. */
    long rolledTo = NEVER;

    BurnCounts() {
        this(new BurnSeries[BurnRateLadder.BUCKETS.length]);
        for (int level = 0; level < series.length; level++) {
            series[level] = new BurnSeries();
        }
    }

    BurnCounts(BurnSeries[] series) {
        this.series = series;
    }

    boolean isEmpty() {
        return size() == 0;
    }

    /** How many buckets it holds. */
    int size() {
        int size = 0;
        for (BurnSeries one : series) {
            size += one.size();
        }
        return size;
    }

    /** Adds events of a step that has not ended; whether they are its first. */
    boolean add(long step, long total, long bad) {
        return series[0].add(step, total, bad);
    }

    /** Makes the buckets ready for windows that end where step {@code end} begins, or later. */
    void roll(BurnRateLadder ladder, long end) {
        for (int level = 1; level < series.length; level++) {
            long from = rolledTo == NEVER ? NEVER : ladder.to(level, rolledTo);
            putTogether(series[level - 1], from, ladder.to(level, end), level);
        }
        for (int level = 0; level < series.length; level++) {
            series[level].dropBefore(ladder.from(level, end));
        }
        rolledTo = end;
    }

    private void putTogether(BurnSeries shorter, long from, long to, int level) {
        for (int i = shorter.ceiling(from); i < shorter.size() && shorter.start(i) < to; i++) {
            series[level].add(BurnRateLadder.floor(shorter.start(i), level), shorter.total(i), shorter.bad(i));
        }
    }

    /** Counts the events of {@code window}, which ends where {@link #rolledTo} says. */
    void sum(BurnRateLadder ladder, BurnWindow window, BurnTally tally) {
        sum(ladder, ladder.begin(window, rolledTo), window.level(), tally);
    }

    /** Counts the events of the period, which ends where {@link #rolledTo} says. */
    void sumPeriod(BurnRateLadder ladder, BurnTally tally) {
        int level = BurnRateLadder.OF_PERIOD;
        sum(ladder, ladder.from(level, rolledTo), level, tally);
    }

    private void sum(BurnRateLadder ladder, long begin, int level, BurnTally tally) {
        tally.clear();
        long from = begin;
        for (int i = level; i >= 0; i--) {
            long to = ladder.to(i, rolledTo);
            series[i].sum(from, to, tally);
            from = to;
        }
    }

    /** The first step of the first bucket of {@code window} that has events, or {@link Long#MAX_VALUE}. */
    long first(BurnRateLadder ladder, BurnWindow window) {
        long from = ladder.begin(window, rolledTo);
        for (int level = window.level(); level >= 0; level--) {
            long to = ladder.to(level, rolledTo);
            int at = series[level].ceiling(from);
            if (at < series[level].size() && series[level].start(at) < to) {
                return series[level].start(at);
            }
            from = to;
        }
        return Long.MAX_VALUE;
    }

    /** The first step from {@code step} on that has events and whose counts are kept alone, or {@link Long#MAX_VALUE}. */
    long firstFrom(long step) {
        int at = series[0].ceiling(step);
        return at == series[0].size() ? Long.MAX_VALUE : series[0].start(at);
    }

    /** The last step of the last bucket with events; the counts are not empty. */
    long last() {
        for (int level = 0; level < series.length; level++) {
            int size = series[level].size();
            if (size > 0) {
                return series[level].start(size - 1) + BurnRateLadder.BUCKETS[level] - 1;
            }
        }
        throw new IllegalStateException("no counts");
    }

    /** About how many bytes they take on the heap. */
    int heapBytes() {
        int bytes = 40;
        for (BurnSeries one : series) {
            bytes += one.heapBytes();
        }
        return bytes;
    }

    /** The same counts. */
    BurnCounts copy() {
        BurnSeries[] copies = new BurnSeries[series.length];
        for (int level = 0; level < copies.length; level++) {
            copies[level] = series[level].copy();
        }
        BurnCounts copy = new BurnCounts(copies);
        copy.rolledTo = rolledTo;
        return copy;
    }
}
