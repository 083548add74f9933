package io.tidemark.aggregate;

import java.util.Arrays;

/** How many values each of a run of buckets holds; 8 bytes a bucket between the lowest and the highest in use. */
final class BucketCounts {
    private static final long[] NONE = {};
    /** At least so many spare buckets at the side on which the run grows. */
    private static final int SLACK = 32;

    private long[] counts = NONE;
    /** The bucket that {@code counts[0]} belongs to. */
    private int base;

    /** The index of the bucket that was found last, and the ranks it holds, from to before; none once counts have changed. */
    private int found;

    private long foundFrom;
    private long foundTo;

    void add(int bucket, long count) {
        forgetFound();
        int at = bucket - base;
        if (at < 0 || at >= counts.length) {
            reserve(bucket, bucket);
            at = bucket - base;
        }
        counts[at] += count;
    }

    private void forgetFound() {
        foundFrom = 0;
        foundTo = 0;
    }

    private void reserve(int first, int last) {
        if (counts.length == 0) {
            base = first;
            counts = new long[last - first + 1];
            return;
        }
        int end = base + counts.length - 1;
        int slack = Math.max(SLACK, counts.length / 2);
        int from = first < base ? first - slack : base;
        int to = last > end ? last + slack : end;
        if (from == base && to == end) {
            return;
        }
        long[] wider = new long[to - from + 1];
        System.arraycopy(counts, 0, wider, base - from, counts.length);
        counts = wider;
        base = from;
    }

    void merge(BucketCounts other) {
        int from = other.first();
        int to = other.last();
        if (from > to) {
            return;
        }
        forgetFound();
        reserve(other.base + from, other.base + to);
        int shift = other.base - base;
        for (int i = from; i <= to; i++) {
            counts[i + shift] += other.counts[i];
        }
    }

    /** Takes away what was added before. */
    void subtract(BucketCounts other) {
        forgetFound();
        int shift = other.base - base;
        int to = other.last();
        for (int i = other.first(); i <= to; i++) {
            counts[i + shift] -= other.counts[i];
        }
    }

    /** The array index of the first bucket in use; beyond {@link #last()} if there is none. */
    private int first() {
        int i = 0;
        while (i < counts.length && counts[i] == 0) {
            i++;
        }
        return i;
    }

    private int last() {
        int i = counts.length - 1;
        while (i >= 0 && counts[i] == 0) {
            i--;
        }
        return i;
    }

    /** The number of values in all buckets. */
    long total() {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        return total;
    }

    /** The bucket of the value that has {@code rank} values below it; the rank is less than the {@code total}. */
    int bucketAt(long rank, long total) {
        if (rank < foundFrom || rank >= foundTo) {
            find(rank, total);
        }
        return base + found;
    }

    /** From the nearer end, or from the bucket found last if the rank is the one behind it. */
    private void find(long rank, long total) {
        if (rank < total / 2 || rank == foundTo) {
            int i = rank == foundTo && rank > 0 ? found : -1;
            long to = rank == foundTo ? foundTo : 0;
            while (to <= rank) {
                to += counts[++i];
            }
            found = i;
            foundTo = to;
            foundFrom = to - counts[i];
        } else {
            int i = counts.length;
            long from = total;
            while (from > rank) {
                from -= counts[--i];
            }
            found = i;
            foundFrom = from;
            foundTo = from + counts[i];
        }
    }

    BucketCounts copy() {
        BucketCounts copy = new BucketCounts();
        copy.counts = counts.length == 0 ? NONE : Arrays.copyOf(counts, counts.length);
        copy.base = base;
        return copy;
    }

    int heapBytes() {
        return 64 + Long.BYTES * counts.length;
    }

    /**
     * Writes the number of buckets from the first to the last in use, the first one's number, and the counts; a run of
     * empty buckets is a 0 and its length.
     */
    void write(CompactOutput out) {
        int first = first();
        int last = last();
        out.writeUnsigned(Math.max(0, last - first + 1));
        if (first > last) {
            return;
        }
        out.writeSigned(base + first);
        for (int i = first; i <= last; i++) {
            long count = counts[i];
            out.writeUnsigned(count);
            if (count == 0) {
                int start = i;
                while (counts[i + 1] == 0) {
                    i++;
                }
                out.writeUnsigned(i - start);
            }
        }
    }

    static BucketCounts read(CompactInput in) {
        BucketCounts read = new BucketCounts();
        int length = (int) in.readUnsigned();
        if (length == 0) {
            return read;
        }
        read.base = (int) in.readSigned();
        read.counts = new long[length];
        for (int i = 0; i < length; i++) {
            long count = in.readUnsigned();
            if (count == 0) {
                i += (int) in.readUnsigned();
            } else {
                read.counts[i] = count;
            }
        }
        return read;
    }
}
