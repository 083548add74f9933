package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;

/** All values of a window and key, kept, and what follows from them by decimal arithmetic without an accumulator. */
final class LatencySample {
    /** Windows of up to so many values have exact percentiles. */
    private static final int EXACT = 256;

    private static final double ACCURACY = 0.01;
    private static final double ROUNDING = 1e-9;
    private static final MathContext DIGITS = new MathContext(60);

    private double[] values = new double[16];
    private int count;
    private long errors;
    private boolean sorted;

    void add(double value, long status) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
        sorted = false;
        if (status >= 500) {
            errors++;
        }
    }

    int count() {
        return count;
    }

    long errors() {
        return errors;
    }

    boolean isExact() {
        return count <= EXACT;
    }

    double sum() {
        return total().doubleValue();
    }

    double mean() {
        return total().divide(BigDecimal.valueOf(count), DIGITS).doubleValue();
    }

    /** The sample deviation, √((n·Σx² − (Σx)²) / (n·(n − 1))). */
    double deviation() {
        BigDecimal squares = BigDecimal.ZERO;
        for (int i = 0; i < count; i++) {
            BigDecimal value = new BigDecimal(values[i]);
            squares = squares.add(value.multiply(value));
        }
        BigDecimal n = BigDecimal.valueOf(count);
        BigDecimal spread = squares.multiply(n).subtract(total().pow(2));
        BigInteger pairs = BigInteger.valueOf(count).multiply(BigInteger.valueOf(count - 1L));
        return spread.divide(new BigDecimal(pairs), DIGITS).sqrt(DIGITS).doubleValue();
    }

    private BigDecimal total() {
        BigDecimal total = BigDecimal.ZERO;
        for (int i = 0; i < count; i++) {
            total = total.add(new BigDecimal(values[i]));
        }
        return total;
    }

    /** The value that has {@code rank} values below it. */
    double atRank(int rank) {
        if (!sorted) {
            Arrays.sort(values, 0, count);
            sorted = true;
        }
        return values[rank];
    }

    /** Fails unless {@code value} is the percentile: exact up to 256 values, else each of its two ranks within 1 %. */
    void assertPercentile(double percent, double value, String what) {
        BigDecimal rank = BigDecimal.valueOf(percent).movePointLeft(2).multiply(BigDecimal.valueOf(count - 1L));
        int below = rank.intValue();
        double share = rank.subtract(BigDecimal.valueOf(below)).doubleValue();
        double low = atRank(below);
        double high = atRank(Math.min(below + 1, count - 1));
        double exact = low + (high - low) * share;
        double tolerance = exact * (isExact() ? ROUNDING : ACCURACY + ROUNDING);
        assertThat(value)
                .as("%s; exactly %s", what, exact)
                .isBetween(exact - tolerance, exact + tolerance)
                .isBetween(atRank(0), atRank(count - 1));
    }
}
