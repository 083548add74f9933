package io.tidemark.sql;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** What is particular to doubles: none leaves an operation that is not finite. */
final class Doubles {
    private Doubles() {}

    static Double finite(double value) {
        if (!Double.isFinite(value)) {
            throw new EvaluationException(
                    Double.isNaN(value)
                            ? "the result is not a number"
                            : "the result is infinite or too large for a double");
        }
        return value;
    }

    static double divide(double a, double b) {
        if (b == 0) {
            throw new EvaluationException("division by zero");
        }
        return a / b;
    }

    /** Cut off towards zero. */
    static Long toLong(double value) {
        if (value >= 0x1p63 || value < -0x1p63) {
            throw new EvaluationException(value + " does not fit a long");
        }
        return (long) value;
    }

    /** The decimal with the digits that the double is written with. */
    static BigDecimal toDecimal(double value) {
        return BigDecimal.valueOf(value);
    }

    /** Rounded as it is written: 1.005 to two digits is 1.01 half up. */
    static Double rounded(double value, long digits, RoundingMode mode) {
        int scale = (int) Math.max(-400, Math.min(400, digits));
        BigDecimal exact = BigDecimal.valueOf(value);
        return exact.scale() <= scale
                ? value
                : finite(exact.setScale(scale, mode).doubleValue());
    }
}
