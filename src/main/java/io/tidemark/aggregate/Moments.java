package io.tidemark.aggregate;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Variance and standard deviation from exact moments of n values: (n·Σx² − (Σx)²) / (n·(n−1)) for a sample, / n² for a
 * population. The numerator is exact (never negative), and there is one rounding: that of the quotient, or of its square
 * root. So the result depends on nothing but the values.
 */
final class Moments {
    private Moments() {}

    /**
     * @param sum Σx and
     * @param squares Σx², such that both carry the same factor: squares·f² and sum·f
     * @param scale the result is divided by this
     * @param exponent and multiplied by 2 to the power of this
     */
    record Exact(long count, BigInteger sum, BigInteger squares, BigInteger scale, int exponent) {}

    /** One of the four readings of spread; null if it is undefined; infinite if it is beyond all doubles. */
    static @Nullable Double spread(Reading reading, Exact moments) {
        long n = moments.count;
        boolean sample = reading == Reading.VARIANCE || reading == Reading.STDDEV;
        if (n == 0 || (sample && n == 1)) {
            return null;
        }
        BigInteger count = BigInteger.valueOf(n);
        BigInteger numerator = count.multiply(moments.squares).subtract(moments.sum.pow(2));
        BigInteger denominator =
                count.multiply(sample ? BigInteger.valueOf(n - 1) : count).multiply(moments.scale);
        boolean root = reading == Reading.STDDEV || reading == Reading.STDDEV_POP;
        return root
                ? ExactRounding.squareRoot(numerator, denominator, moments.exponent)
                : ExactRounding.quotient(numerator, denominator, moments.exponent);
    }

    /** {@code value}, if it is finite. */
    static double finite(double value, String what) {
        if (Double.isInfinite(value)) {
            throw new AggregateOverflowException(what + " is too large for a double");
        }
        return value;
    }
}
