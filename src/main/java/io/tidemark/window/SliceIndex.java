package io.tidemark.window;

import java.util.Arrays;

/**
 * What one key has in state: the numbers of its slices, of the nodes above them, its timer, and the windows that may get
 * another row. All arrays are sorted; a few bytes an entry once serialized.
 */
final class SliceIndex implements KeyIndex {
    /** In place of {@link #timer}: none. */
    static final long NO_TIMER = Long.MAX_VALUE;

    /** The numbers of the slices that hold events. */
    LongSet slices = new LongSet();

    /** The codes of the nodes that are kept, see {@link SliceTree}. */
    LongSet nodes = new LongSet();

    /** The codes of the nodes that are not worth keeping, as far as that is known; not in state. */
    LongSet refused = new LongSet();

    /** The ends of windows that have had a row and may get another. */
    LongSet firedEnds = new LongSet();

    /** The next revision of each of {@link #firedEnds}. */
    int[] revisions = new int[0];

    /** How many events were in the last row of each of {@link #firedEnds}. */
    long[] rowCounts = new long[0];

    /** When the key's timer fires, or {@link #NO_TIMER}. */
    long timer = NO_TIMER;

    @Override
    public boolean isEmpty() {
        return slices.size() == 0 && nodes.size() == 0 && firedEnds.size() == 0;
    }

    @Override
    public long timer() {
        return timer;
    }

    @Override
    public int heapBytes() {
        return 160
                + slices.heapBytes()
                + nodes.heapBytes()
                + refused.heapBytes()
                + firedEnds.heapBytes()
                + 12 * revisions.length;
    }

    /** Notes a row of the window that ends at {@code end}; returns its revision. */
    int fired(long end, long rowCount) {
        int at = firedEnds.indexOf(end);
        if (at < 0) {
            at = firedEnds.add(end);
            revisions = inserted(revisions, at);
            rowCounts = inserted(rowCounts, at);
        }
        rowCounts[at] = rowCount;
        return revisions[at]++;
    }

    /** How many events were in the last row of the window that ends at {@code end}; 0 if it had none. */
    long lastRowCount(long end) {
        int at = firedEnds.indexOf(end);
        return at < 0 ? 0 : rowCounts[at];
    }

    /** Forgets the rows of windows that end at {@code end} or before. */
    void forgetFiredThrough(long end) {
        int count = firedEnds.countThrough(end);
        if (count > 0) {
            firedEnds.removeFirst(count);
            revisions = Arrays.copyOfRange(revisions, count, revisions.length);
            rowCounts = Arrays.copyOfRange(rowCounts, count, rowCounts.length);
        }
    }

    private static int[] inserted(int[] values, int at) {
        int[] longer = new int[values.length + 1];
        System.arraycopy(values, 0, longer, 0, at);
        System.arraycopy(values, at, longer, at + 1, values.length - at);
        return longer;
    }

    private static long[] inserted(long[] values, int at) {
        long[] longer = new long[values.length + 1];
        System.arraycopy(values, 0, longer, 0, at);
        System.arraycopy(values, at, longer, at + 1, values.length - at);
        return longer;
    }
}
