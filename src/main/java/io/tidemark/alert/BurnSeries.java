package io.tidemark.alert;

import java.util.Arrays;

/**
 * Counts of events in buckets of one length, in order of time; only buckets with events take room. A bucket has the number
 * of the first step in it.
 */
final class BurnSeries {
    private static final int FIRST_CAPACITY = 4;

    private long[] starts = new long[FIRST_CAPACITY];
    private long[] totals = new long[FIRST_CAPACITY];
    private long[] bads = new long[FIRST_CAPACITY];
    private int size;

    /** How many buckets have events. */
    int size() {
        return size;
    }

    /** The first step of the {@code i}-th bucket, from 0. */
    long start(int i) {
        return starts[i];
    }

    /** All events of the {@code i}-th bucket. */
    long total(int i) {
        return totals[i];
    }

    /** The events of the {@code i}-th bucket that are not good. */
    long bad(int i) {
        return bads[i];
    }

    /** The place of the first bucket that begins at {@code step} or after; {@link #size} if there is none. */
    int ceiling(long step) {
        if (size == 0 || starts[size - 1] < step) {
            return size;
        }
        int at = Arrays.binarySearch(starts, 0, size, step);
        return at >= 0 ? at : -at - 1;
    }

    /** Adds events to the bucket that begins at {@code start}; whether it is a new one. */
    boolean add(long start, long total, long bad) {
        int at = size > 0 && starts[size - 1] == start ? size - 1 : ceiling(start);
        boolean isNew = at == size || starts[at] != start;
        if (isNew) {
            insert(at, start);
        }
        totals[at] += total;
        bads[at] += bad;
        return isNew;
    }

    private void insert(int at, long start) {
        if (size == starts.length) {
            int longer = size + size / 2 + 1;
            starts = Arrays.copyOf(starts, longer);
            totals = Arrays.copyOf(totals, longer);
            bads = Arrays.copyOf(bads, longer);
        }
        System.arraycopy(starts, at, starts, at + 1, size - at);
        System.arraycopy(totals, at, totals, at + 1, size - at);
        System.arraycopy(bads, at, bads, at + 1, size - at);
        starts[at] = start;
        totals[at] = 0;
        bads[at] = 0;
        size++;
    }

    /** Forgets the buckets that begin before {@code step}. */
    void dropBefore(long step) {
        int count = ceiling(step);
        if (count == 0) {
            return;
        }
        size -= count;
        System.arraycopy(starts, count, starts, 0, size);
        System.arraycopy(totals, count, totals, 0, size);
        System.arraycopy(bads, count, bads, 0, size);
    }

    /** Adds the buckets that begin in {@code [from, to)} to {@code tally}. */
    void sum(long from, long to, BurnTally tally) {
        for (int i = ceiling(from); i < size && starts[i] < to; i++) {
            tally.total += totals[i];
            tally.bad += bads[i];
        }
    }

    /** About how many bytes it takes on the heap. */
    int heapBytes() {
        return 80 + 3 * Long.BYTES * starts.length;
    }

    /** A series of the same counts. */
    BurnSeries copy() {
        BurnSeries copy = new BurnSeries();
        copy.starts = starts.clone();
        copy.totals = totals.clone();
        copy.bads = bads.clone();
        copy.size = size;
        return copy;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : " ")
                    .append(starts[i])
                    .append(':')
                    .append(bads[i])
                    .append('/')
                    .append(totals[i]);
        }
        return text.toString();
    }
}
