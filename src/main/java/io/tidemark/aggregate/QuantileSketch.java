package io.tidemark.aggregate;

/**
 * A sketch of any number of values from which each value by rank can be read within a relative accuracy (Masson, Rim,
 * Lee, "DDSketch: a fast and fully-mergeable quantile sketch with relative-error guarantees", VLDB 2019). All that it
 * holds are integer counts and the true extremes, so that the same values give the same sketch in any order.
 *
 * <p>Magnitudes below 1e-9 count as 0, above 1e15 as 1e15. At 1 % at most 2 800 buckets a sign; 300 are typical.
 */
final class QuantileSketch {
    private BucketCounts negatives = new BucketCounts();
    private BucketCounts positives = new BucketCounts();
    private long zeros;
    private long count;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    void add(double value, LogMapping mapping) {
        count++;
        if (value < min) {
            min = value;
        }
        if (value > max) {
            max = value;
        }
        double magnitude = Math.abs(value);
        if (magnitude < LogMapping.MIN_VALUE) {
            zeros++;
            return;
        }
        int bucket = mapping.index(Math.min(magnitude, LogMapping.MAX_VALUE));
        (value > 0 ? positives : negatives).add(bucket, 1);
    }

    /** Takes away a value that was added before; false if it is an extreme. */
    boolean subtract(double value, LogMapping mapping) {
        if (value <= min || value >= max) {
            return false;
        }
        count--;
        double magnitude = Math.abs(value);
        if (magnitude < LogMapping.MIN_VALUE) {
            zeros--;
        } else {
            (value > 0 ? positives : negatives).add(mapping.index(Math.min(magnitude, LogMapping.MAX_VALUE)), -1);
        }
        return true;
    }

    /** Takes away what was merged before; false if it holds an extreme. */
    boolean subtract(QuantileSketch other) {
        if (other.min <= min || other.max >= max) {
            return false;
        }
        negatives.subtract(other.negatives);
        positives.subtract(other.positives);
        zeros -= other.zeros;
        count -= other.count;
        return true;
    }

    void merge(QuantileSketch other) {
        negatives.merge(other.negatives);
        positives.merge(other.positives);
        zeros += other.zeros;
        count += other.count;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    long count() {
        return count;
    }

    /** The value with {@code rank} values below it, within the accuracy and the extremes; never falling in the rank. */
    double valueAt(long rank, LogMapping mapping) {
        if (rank <= 0) {
            return min;
        }
        if (rank >= count - 1) {
            return max;
        }
        long negative = negatives.total();
        double value;
        if (rank < negative) {
            value = -mapping.value(negatives.bucketAt(negative - 1 - rank, negative));
        } else if (rank < negative + zeros) {
            value = 0.0;
        } else {
            value = mapping.value(positives.bucketAt(rank - negative - zeros, count - negative - zeros));
        }
        return Math.max(min, Math.min(max, value));
    }

    QuantileSketch copy() {
        QuantileSketch copy = new QuantileSketch();
        copy.negatives = negatives.copy();
        copy.positives = positives.copy();
        copy.zeros = zeros;
        copy.count = count;
        copy.min = min;
        copy.max = max;
        return copy;
    }

    int heapBytes() {
        return 56 + negatives.heapBytes() + positives.heapBytes();
    }

    void write(CompactOutput out) {
        out.writeDouble(min);
        out.writeDouble(max);
        out.writeUnsigned(zeros);
        negatives.write(out);
        positives.write(out);
    }

    static QuantileSketch read(CompactInput in) {
        QuantileSketch sketch = new QuantileSketch();
        sketch.min = in.readDouble();
        sketch.max = in.readDouble();
        sketch.zeros = in.readUnsigned();
        sketch.negatives = BucketCounts.read(in);
        sketch.positives = BucketCounts.read(in);
        sketch.count = sketch.zeros + sketch.negatives.total() + sketch.positives.total();
        return sketch;
    }
}
