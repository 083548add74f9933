package io.tidemark.aggregate;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the buckets of a {@link QuantileSketch}: buckets widen with their values so that a bucket's representative is
 * within a relative distance of each value in it.
 *
 * <p>The logarithm is a double's own exponent plus a cubic polynomial of its fraction (Masson, Rim, Lee, "DDSketch",
 * VLDB 2019, and the cubic mapping of its reference implementation): 1 % more buckets than with the true logarithm, and
 * nothing but additions and multiplications, so that every machine and compiler gives the same bucket, which
 * {@code Math.log} does not promise.
 */
final class LogMapping implements Serializable {
    /** The least magnitude that isn't counted as zero. */
    static final double MIN_VALUE = 1e-9;
    /** The magnitude that larger ones count as. */
    static final double MAX_VALUE = 1e15;

    private static final long serialVersionUID = 1;
    private static final double A = 6.0 / 35.0;
    private static final double B = -3.0 / 5.0;
    private static final double C = 10.0 / 7.0;
    /** The least growth of the cubic logarithm for a growth of the natural one; at fractions of 0 and 2/3. */
    private static final double LEAST_SLOPE = C;

    private final double bucketsPerOctave;
    /** The values of the buckets that were asked for, else 0, by their distance from the lowest; null before the first. */
    private transient double @Nullable [] known;

    /** @param accuracy the greatest relative distance, 0.001 to 0.1 */
    LogMapping(double accuracy) {
        // A little better than asked for, so that rounding at a bucket's edge stays within the bound.
        double inner = accuracy * (1 - 1e-9);
        bucketsPerOctave = 1 / (LEAST_SLOPE * naturalLogOfRatio(inner));
    }

    /** ln((1+x)/(1-x)) for x up to 0.1 by its series, whose last bits no library decides. */
    private static double naturalLogOfRatio(double x) {
        double sum = 0;
        double power = x;
        for (int k = 1; k <= 21; k += 2) {
            sum += power / k;
            power *= x * x;
        }
        return 2 * sum;
    }

    /** The bucket of a magnitude from {@link #MIN_VALUE} to {@link #MAX_VALUE}. */
    int index(double magnitude) {
        long bits = Double.doubleToRawLongBits(magnitude);
        int exponent = (int) (bits >>> 52) - Double.MAX_EXPONENT;
        double fraction = Double.longBitsToDouble((bits & 0xF_FFFF_FFFF_FFFFL) | 0x3FF0_0000_0000_0000L) - 1.0;
        double position = (((A * fraction + B) * fraction + C) * fraction + exponent) * bucketsPerOctave;
        int index = (int) position;
        return position < index ? index - 1 : index;
    }

    /** The value that stands for all of a bucket: as far, relatively, from its lower as from its upper edge. */
    double value(int index) {
        int lowest = index(MIN_VALUE);
        double[] values = known;
        if (values == null) {
            values = new double[index(MAX_VALUE) - lowest + 1];
            known = values;
        }
        // Of several threads each finds nothing or the same.
        double value = values[index - lowest];
        if (value == 0) {
            value = middle(index);
            values[index - lowest] = value;
        }
        return value;
    }

    private double middle(int index) {
        double lower = edge(index);
        double upper = edge(index + 1);
        return 2 * (lower / (lower + upper)) * upper;
    }

    /** The lower edge of a bucket. */
    private double edge(int index) {
        double position = index / bucketsPerOctave;
        int exponent = (int) Math.floor(position);
        double target = position - exponent;
        double fraction = target;
        // Newton's method; the polynomial is nearly a straight line, so that five steps reach the last bit.
        for (int i = 0; i < 6; i++) {
            double value = ((A * fraction + B) * fraction + C) * fraction;
            double slope = (3 * A * fraction + 2 * B) * fraction + C;
            fraction -= (value - target) / slope;
        }
        return Math.scalb(1 + fraction, exponent);
    }
}
