package io.tidemark.aggregate;

import java.math.BigInteger;

/** Rounds exact numbers to the nearest double, ties to even: once, whatever came before. */
final class ExactRounding {
    private static final BigInteger ONE = BigInteger.ONE;

    private ExactRounding() {}

    /**
     * The double nearest to numerator / denominator · 2<sup>exponent</sup>; infinite if it is beyond all doubles.
     *
     * @param denominator positive
     */
    static double quotient(BigInteger numerator, BigInteger denominator, int exponent) {
        if (numerator.signum() == 0) {
            return 0.0;
        }
        BigInteger magnitude = numerator.abs();
        int shift = 57 + denominator.bitLength() - magnitude.bitLength();
        BigInteger[] parts = shifted(magnitude, shift).divideAndRemainder(shifted(denominator, -shift));
        long quotient = parts[0].longValue() << 1 | (parts[1].signum() == 0 ? 0 : 1);
        double rounded = round(quotient, exponent - shift - 1);
        return numerator.signum() < 0 ? -rounded : rounded;
    }

    /** The double nearest to {@code value}·2<sup>exponent</sup>; infinite if it is beyond all doubles. */
    static double value(BigInteger value, int exponent) {
        return quotient(value, ONE, exponent);
    }

    /**
     * The double nearest to the square root of numerator / denominator · 2<sup>exponent</sup>.
     *
     * @param numerator not negative
     * @param denominator positive
     */
    static double squareRoot(BigInteger numerator, BigInteger denominator, int exponent) {
        if (numerator.signum() == 0) {
            return 0.0;
        }
        int shift = 116 + denominator.bitLength() - numerator.bitLength();
        shift += (exponent - shift) & 1;
        BigInteger[] parts = shifted(numerator, shift).divideAndRemainder(shifted(denominator, -shift));
        BigInteger[] root = parts[0].sqrtAndRemainder();
        boolean exact = parts[1].signum() == 0 && root[1].signum() == 0;
        return round(root[0].longValue() << 1 | (exact ? 0 : 1), (exponent - shift) / 2 - 1);
    }

    /** value·2^shift, or the value itself if the shift is not positive (the other operand is shifted then). */
    private static BigInteger shifted(BigInteger value, int shift) {
        return shift > 0 ? value.shiftLeft(shift) : value;
    }

    /** The double nearest to bits·2^exponent; the lowest bit stands for all that was cut off below it. */
    private static double round(long bits, int exponent) {
        int length = 64 - Long.numberOfLeadingZeros(bits);
        int top = length - 1 + exponent;
        int precision = top >= Double.MIN_EXPONENT ? 53 : 53 - (Double.MIN_EXPONENT - top);
        int drop = length - precision;
        if (drop <= 0) {
            return Math.scalb((double) bits, exponent);
        }
        if (drop > 63) {
            return 0.0;
        }
        long kept = bits >>> drop;
        long rest = bits & ((1L << drop) - 1);
        long half = 1L << (drop - 1);
        if (rest > half || (rest == half && (kept & 1) != 0)) {
            kept++;
        }
        return Math.scalb((double) kept, exponent + drop);
    }
}
