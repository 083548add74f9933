package io.tidemark.sql;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Arithmetic of decimals, exact, with a bound on their digits: 1E999999999 + 1 must not fill the memory. */
final class Decimals {
    /** Digits before or after the point that no reasonable number has. */
    static final int MAX_DIGITS = 1000;

    /** What a quotient has more than its operands. */
    private static final int QUOTIENT_DIGITS = 6;

    private Decimals() {}

    /** The value itself, or a failure if it has too many digits. */
    static BigDecimal bounded(BigDecimal value) {
        if (Math.abs((long) value.scale()) > MAX_DIGITS || value.precision() > MAX_DIGITS) {
            throw new EvaluationException("a decimal of more than " + MAX_DIGITS + " digits");
        }
        return value;
    }

    /** Six digits after the point more than the operand with more of them, rounded half up. */
    static BigDecimal divide(BigDecimal a, BigDecimal b) {
        if (b.signum() == 0) {
            throw new EvaluationException("division by zero");
        }
        int scale = Math.max(0, Math.max(a.scale(), b.scale())) + QUOTIENT_DIGITS;
        return a.divide(b, scale, RoundingMode.HALF_UP);
    }

    static BigDecimal remainder(BigDecimal a, BigDecimal b) {
        if (b.signum() == 0) {
            throw new EvaluationException("division by zero");
        }
        return a.remainder(b);
    }

    /** The nearest double. */
    static Double toDouble(BigDecimal value) {
        return Doubles.finite(value.doubleValue());
    }

    /** Cut off towards zero. */
    static Long toLong(BigDecimal value) {
        try {
            return bounded(value).setScale(0, RoundingMode.DOWN).longValueExact();
        } catch (ArithmeticException e) {
            throw new EvaluationException(value + " does not fit a long");
        }
    }
}
