package io.tidemark.window;

import java.util.Arrays;

/** A sorted set of longs in one array. */
final class LongSet {
    private static final long[] NONE = {};

    private long[] values = NONE;
    private int size;

    int size() {
        return size;
    }

    /** The {@code i}-th smallest value, from 0. */
    long get(int i) {
        return values[i];
    }

    /** The place of {@code value}, or a negative number. */
    int indexOf(long value) {
        return Arrays.binarySearch(values, 0, size, value);
    }

    boolean contains(long value) {
        return indexOf(value) >= 0;
    }

    /** The place of the smallest value that is {@code value} or more; {@link #size} if there is none. */
    int ceiling(long value) {
        int at = indexOf(value);
        return at >= 0 ? at : -at - 1;
    }

    /** How many values are {@code value} or less. */
    int countThrough(long value) {
        int at = indexOf(value);
        return at >= 0 ? at + 1 : -at - 1;
    }

    /** Adds {@code value} unless it is there; returns its place. */
    int add(long value) {
        int at = ceiling(value);
        if (at < size && values[at] == value) {
            return at;
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, Math.max(4, size * 2));
        }
        System.arraycopy(values, at, values, at + 1, size - at);
        values[at] = value;
        size++;
        return at;
    }

    /** Removes the {@code count} smallest values. */
    void removeFirst(int count) {
        size -= count;
        System.arraycopy(values, count, values, 0, size);
    }

    /** Removes {@code value}; whether it was there. */
    boolean remove(long value) {
        int at = indexOf(value);
        if (at < 0) {
            return false;
        }
        size--;
        System.arraycopy(values, at + 1, values, at, size - at);
        return true;
    }

    /** About how many bytes it takes on the heap. */
    int heapBytes() {
        return 40 + Long.BYTES * values.length;
    }

    /** A set of the same values. */
    LongSet copy() {
        LongSet copy = new LongSet();
        copy.values = values.clone();
        copy.size = size;
        return copy;
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(values, size));
    }
}
