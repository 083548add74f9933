package io.tidemark.window;

import java.util.TreeSet;

/**
 * Windows that share slices. Time is cut wherever a window begins or ends (and where early rows are due), so that every
 * window is a run of whole slices; slices are numbered in order of time, negative times included. All ends are exclusive.
 *
 * <p>Within a period of {@code every} the cuts are always the same ("paired windows", Krishnamurthy, Wu and Franklin
 * 2006): one slice a period if the size is a multiple of it, else two.
 */
public final class SliceShape implements PartialCells {
    private static final long serialVersionUID = 1;

    private final long size;
    private final long every;
    private final long offset;
    private final long period;
    private final boolean cumulative;
    private final long[] cuts;

    private SliceShape(long size, long every, long offset, boolean cumulative, long earlyMs) {
        this.size = size;
        this.every = every;
        this.cumulative = cumulative;
        this.period = every;
        this.offset = Math.floorMod(offset, cumulative ? size : every);
        TreeSet<Long> inner = new TreeSet<>();
        inner.add(0L);
        inner.add(size % every);
        for (long boundary = earlyMs; earlyMs > 0 && boundary < size; boundary += earlyMs) {
            inner.add(boundary % every);
        }
        this.cuts = inner.stream().mapToLong(Long::longValue).toArray();
    }

    /**
     * One window of {@code size} begins each {@code every}, at the epoch plus {@code offset}; {@code every} is at most
     * {@code size}, equal to it for tumbling windows.
     *
     * @param earlyMs the interval of early rows, or 0 for none
     */
    public static SliceShape hopping(long size, long every, long offset, long earlyMs) {
        return new SliceShape(size, every, offset, false, earlyMs);
    }

    /** Windows begin at each multiple of {@code size} and end each {@code every}, of which {@code size} is a multiple. */
    public static SliceShape cumulative(long size, long every) {
        return new SliceShape(size, every, 0, true, 0);
    }

    /** The number of the slice that holds {@code time}. */
    long slice(long time) {
        long k = Math.floorDiv(time - offset, period);
        long rest = time - offset - k * period;
        int i = cuts.length - 1;
        while (cuts[i] > rest) {
            i--;
        }
        return k * cuts.length + i;
    }

    /** Where the slice begins. */
    long sliceStart(long slice) {
        long k = Math.floorDiv(slice, cuts.length);
        return offset + k * period + cuts[(int) (slice - k * cuts.length)];
    }

    /** Where the slice ends. */
    long sliceEnd(long slice) {
        return sliceStart(slice + 1);
    }

    /** The end of the first window that holds the slice. */
    long firstEnd(long slice) {
        return nextEnd(sliceEnd(slice) - 1);
    }

    /** The end of the last window that holds the slice. */
    long lastEnd(long slice) {
        long start = sliceStart(slice);
        long step = cumulative ? size : every;
        return start - Math.floorMod(start - offset, step) + size;
    }

    @Override
    public long cell(long time) {
        return slice(time);
    }

    @Override
    public long heldUntil(long cell) {
        return sliceEnd(cell) - 1;
    }

    /** The first end of a window after {@code time}. */
    long nextEnd(long time) {
        long shift = cumulative ? offset : offset + size;
        return time + every - Math.floorMod(time - shift, every);
    }

    /** The first begin of a window after {@code time}, which is not cumulative. */
    long nextStart(long time) {
        return time + every - Math.floorMod(time - offset, every);
    }

    /** The length of a window, of the longest if it is cumulative. */
    long size() {
        return size;
    }

    /** Where the window begins that ends at {@code end}. */
    long start(long end) {
        return cumulative ? end - 1 - Math.floorMod(end - 1 - offset, size) : end - size;
    }
}
