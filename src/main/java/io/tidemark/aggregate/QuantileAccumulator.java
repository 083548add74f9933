package io.tidemark.aggregate;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The percentiles of a number, and of doubles the least and the greatest and, if asked for, the moments: up to {@value
 * #EXACT} values themselves, from which all of them are computed when they are read; above that a {@link QuantileSketch}
 * and {@link DoubleMoments}. Which of the two depends on the number of values alone.
 */
final class QuantileAccumulator implements Accumulator {
    /** So many values are kept exactly. */
    static final int EXACT = 256;

    private static final double[] NONE = {};
    /** Values that are whole multiples of 10^-n, n up to this, are written as such. */
    private static final int MAX_DIGITS = 4;

    private static final double[] POWERS = {1, 10, 100, 1_000, 10_000};
    private static final int SKETCH = 0xFF;
    private static final int RAW = 0xFE;
    private static final double MAX_WHOLE = 0x1p53;

    private final LogMapping mapping;
    /** Which moments are asked for, or null for none. */
    private final @Nullable AccumulatorKind momentsKind;

    private double[] values = NONE;
    private int count;
    /** So many values at the beginning are in order; the rest is put in order when they are read. */
    private int sorted;

    private @Nullable QuantileSketch sketch;
    /** Those of the values in the sketch; null without one. */
    private @Nullable DoubleMoments moments;

    QuantileAccumulator(LogMapping mapping, @Nullable AccumulatorKind momentsKind) {
        this.mapping = mapping;
        this.momentsKind = momentsKind;
    }

    @Override
    public void add(Object value) {
        add(toDouble(value));
    }

    /** The nearest double; a decimal beyond all doubles counts as the greatest of them. */
    private static double toDouble(Object value) {
        double number = ((Number) value).doubleValue();
        if (value instanceof BigDecimal) {
            number = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, number));
        }
        // Adding 0 makes -0 a 0.
        return number + 0.0;
    }

    private void add(double value) {
        QuantileSketch known = sketch;
        if (known != null) {
            sketch(known, value);
        } else if (count == EXACT) {
            sketch(toSketch(), value);
        } else {
            insert(value);
        }
    }

    private void sketch(QuantileSketch known, double value) {
        known.add(value, mapping);
        if (moments != null) {
            moments.add(value);
        }
    }

    private void insert(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, Math.max(4, Math.min(EXACT, 2 * count)));
        }
        if (sorted == count && (count == 0 || value >= values[count - 1])) {
            sorted++;
        }
        values[count++] = value;
    }

    private void sort() {
        if (sorted < count) {
            Arrays.sort(values, 0, count);
            sorted = count;
        }
    }

    private QuantileSketch toSketch() {
        QuantileSketch made = new QuantileSketch();
        for (int i = 0; i < count; i++) {
            made.add(values[i], mapping);
        }
        moments = moments();
        values = NONE;
        count = 0;
        sorted = 0;
        sketch = made;
        return made;
    }

    @Override
    public void merge(Accumulator from) {
        QuantileAccumulator other = (QuantileAccumulator) from;
        QuantileSketch theirs = other.sketch;
        if (theirs != null) {
            (sketch == null ? toSketch() : sketch).merge(theirs);
            if (moments != null && other.moments != null) {
                moments.merge(other.moments);
            }
            return;
        }
        if (sketch == null && count + other.count <= EXACT) {
            mergeValues(other);
            return;
        }
        QuantileSketch mine = sketch == null ? toSketch() : sketch;
        for (int i = 0; i < other.count; i++) {
            sketch(mine, other.values[i]);
        }
    }

    /** As long as so many values are left that there is a sketch of them. */
    @Override
    public boolean subtract(Accumulator part) {
        QuantileAccumulator other = (QuantileAccumulator) part;
        QuantileSketch mine = sketch;
        if (mine == null || mine.count() - other.count() <= EXACT) {
            return false;
        }
        QuantileSketch theirs = other.sketch;
        if (theirs != null && !mine.subtract(theirs)) {
            return false;
        }
        for (int i = 0; i < other.count; i++) {
            if (!mine.subtract(other.values[i], mapping)) {
                return false;
            }
        }
        DoubleMoments theirMoments = other.moments();
        return moments == null || theirMoments == null || moments.subtract(theirMoments);
    }

    private long count() {
        return sketch == null ? count : sketch.count();
    }

    /** The moments of all values; null if they are not asked for. */
    private @Nullable DoubleMoments moments() {
        if (momentsKind == null || moments != null) {
            return moments;
        }
        DoubleMoments made = new DoubleMoments(momentsKind == AccumulatorKind.DOUBLE_SQUARES);
        for (int i = 0; i < count; i++) {
            made.add(values[i]);
        }
        return made;
    }

    private void mergeValues(QuantileAccumulator other) {
        if (count + other.count > values.length) {
            values = Arrays.copyOf(values, Math.min(EXACT, Math.max(2 * values.length, count + other.count)));
        }
        System.arraycopy(other.values, 0, values, count, other.count);
        if (count == 0) {
            sorted = other.sorted;
        }
        count += other.count;
    }

    @Override
    public @Nullable Object result(Reading reading, double quantile) {
        long n = count();
        if (reading == Reading.COUNT) {
            return n;
        }
        if (n == 0) {
            return null;
        }
        sort();
        return switch (reading) {
            case QUANTILE -> quantile(quantile, n);
            // Of doubles only, see AccumulatorKind.covers.
            case MIN -> valueAt(0);
            case MAX -> valueAt(n - 1);
            default -> fromMoments(reading);
        };
    }

    private @Nullable Object fromMoments(Reading reading) {
        DoubleMoments all = moments();
        if (all == null) {
            throw reading.notFrom(this);
        }
        return all.result(reading, 0);
    }

    private double quantile(double quantile, long n) {
        // In doubles, as NumPy and the SQL engines do it.
        double rank = quantile * (n - 1);
        long below = (long) rank;
        double low = valueAt(below);
        double share = rank - below;
        return share == 0 ? low : between(low, valueAt(below + 1), share);
    }

    private double valueAt(long rank) {
        return sketch == null ? values[(int) rank] : sketch.valueAt(rank, mapping);
    }

    /** The value {@code share} of the way from low to high; neither outside the two nor falling in the share. */
    private static double between(double low, double high, double share) {
        double difference = high - low;
        if (Double.isInfinite(difference)) {
            return 2 * Math.min(high / 2, low / 2 + (high / 2 - low / 2) * share);
        }
        return Math.min(high, low + difference * share);
    }

    @Override
    public Accumulator copy() {
        QuantileAccumulator copy = new QuantileAccumulator(mapping, momentsKind);
        copy.values = count == 0 ? NONE : Arrays.copyOf(values, count);
        copy.count = count;
        copy.sorted = sorted;
        copy.sketch = sketch == null ? null : sketch.copy();
        copy.moments = moments == null ? null : (DoubleMoments) moments.copy();
        return copy;
    }

    @Override
    public int heapBytes() {
        return 56
                + Double.BYTES * values.length
                + (sketch == null ? 0 : sketch.heapBytes())
                + (moments == null ? 0 : moments.heapBytes());
    }

    @Override
    public void write(CompactOutput out) {
        QuantileSketch known = sketch;
        if (known != null) {
            out.writeByte(SKETCH);
            known.write(out);
            if (moments != null) {
                moments.write(out);
            }
            return;
        }
        double[] ordered = values;
        if (sorted < count) {
            ordered = Arrays.copyOf(values, count);
            Arrays.sort(ordered);
        }
        int digits = digits();
        out.writeByte(digits < 0 ? RAW : digits);
        out.writeUnsigned(count);
        long last = 0;
        for (int i = 0; i < count; i++) {
            if (digits < 0) {
                out.writeDouble(ordered[i]);
            } else {
                long whole = Math.round(ordered[i] * POWERS[digits]);
                out.writeSigned(whole - last);
                last = whole;
            }
        }
    }

    /** The least n for which all values are read back from whole multiples of 10^-n; -1 if there is none. */
    private int digits() {
        int digits = 0;
        int fitting = 0;
        while (fitting < count) {
            if (isMultiple(values[fitting], POWERS[digits])) {
                fitting++;
            } else if (digits == MAX_DIGITS) {
                return -1;
            } else {
                digits++;
                fitting = 0;
            }
        }
        return digits;
    }

    private static boolean isMultiple(double value, double power) {
        double scaled = value * power;
        return Math.abs(scaled) < MAX_WHOLE && Math.round(scaled) / power == value;
    }

    static QuantileAccumulator read(CompactInput in, LogMapping mapping, @Nullable AccumulatorKind momentsKind) {
        QuantileAccumulator read = new QuantileAccumulator(mapping, momentsKind);
        int form = in.readByte() & 0xFF;
        if (form == SKETCH) {
            read.sketch = QuantileSketch.read(in);
            read.moments =
                    momentsKind == null ? null : DoubleMoments.read(in, momentsKind == AccumulatorKind.DOUBLE_SQUARES);
            return read;
        }
        int count = (int) in.readUnsigned();
        double[] values = new double[count];
        long last = 0;
        for (int i = 0; i < count; i++) {
            if (form == RAW) {
                values[i] = in.readDouble();
            } else {
                last += in.readSigned();
                values[i] = last / POWERS[form];
            }
        }
        read.values = values;
        read.count = count;
        read.sorted = count;
        return read;
    }
}
