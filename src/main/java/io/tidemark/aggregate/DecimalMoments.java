package io.tidemark.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Count, sum and, if asked for, sum of squares of decimals, all exact. The sum has as many digits after the point as the
 * value with most of them.
 *
 * <p>A decimal of more than {@value #MAX_DIGITS} digits before or after the point would make each sum as long, and
 * {@code 1e999999999} eat all memory; such a value makes the results overflow.
 */
final class DecimalMoments implements Accumulator {
    static final int MAX_DIGITS = 1_000;
    /** An average has so many digits more than its sum, as any quotient of decimals. */
    private static final int QUOTIENT_DIGITS = 6;

    private final boolean withSquares;
    private long count;
    private boolean overflow;
    private @Nullable BigDecimal sum;
    private @Nullable BigDecimal squares;

    DecimalMoments(boolean withSquares) {
        this.withSquares = withSquares;
    }

    @Override
    public void add(Object value) {
        BigDecimal number = (BigDecimal) value;
        count++;
        if (isTooLong(number)) {
            overflow = true;
            return;
        }
        sum = sum(sum, number);
        if (withSquares) {
            squares = sum(squares, number.multiply(number));
        }
    }

    private static int heapBytes(@Nullable BigDecimal number) {
        return number == null ? 0 : 80 + number.unscaledValue().bitLength() / 8;
    }

    private static boolean isTooLong(BigDecimal number) {
        return number.scale() > MAX_DIGITS || (long) number.precision() - number.scale() > MAX_DIGITS;
    }

    private static @Nullable BigDecimal sum(@Nullable BigDecimal a, @Nullable BigDecimal b) {
        return a == null ? b : b == null ? a : a.add(b);
    }

    @Override
    public void merge(Accumulator from) {
        DecimalMoments other = (DecimalMoments) from;
        count += other.count;
        overflow |= other.overflow;
        sum = sum(sum, other.sum);
        squares = sum(squares, other.squares);
    }

    /** The digits after the point are those of the value with most of them, which may be in {@code part}. */
    @Override
    public boolean subtract(Accumulator part) {
        DecimalMoments other = (DecimalMoments) part;
        BigDecimal theirs = other.sum;
        if (overflow || (theirs != null && (sum == null || theirs.scale() >= sum.scale()))) {
            return false;
        }
        count -= other.count;
        if (theirs != null && sum != null) {
            sum = sum.subtract(theirs);
        }
        if (squares != null && other.squares != null) {
            squares = squares.subtract(other.squares);
        }
        return true;
    }

    @Override
    public @Nullable Object result(Reading reading, double quantile) {
        if (reading == Reading.COUNT) {
            return count;
        }
        if (overflow) {
            throw new AggregateOverflowException(
                    "a decimal has more than " + MAX_DIGITS + " digits before or after the point");
        }
        if (count == 0 || sum == null) {
            return null;
        }
        return switch (reading) {
            case SUM -> sum;
            case AVG ->
                sum.divide(BigDecimal.valueOf(count), Math.max(sum.scale(), 0) + QUOTIENT_DIGITS, RoundingMode.HALF_UP);
            case VARIANCE, VARIANCE_POP -> spread(reading, sum, "the variance");
            case STDDEV, STDDEV_POP -> spread(reading, sum, "the standard deviation");
            default -> throw reading.notFrom(this);
        };
    }

    private @Nullable Double spread(Reading reading, BigDecimal total, String what) {
        if (squares == null) {
            throw reading.notFrom(this);
        }
        int scale = Math.max(0, total.scale());
        Double spread = Moments.spread(
                reading,
                new Moments.Exact(
                        count,
                        total.setScale(scale).unscaledValue(),
                        squares.setScale(2 * scale).unscaledValue(),
                        BigInteger.TEN.pow(2 * scale),
                        0));
        return spread == null ? null : Moments.finite(spread, what);
    }

    @Override
    public Accumulator copy() {
        DecimalMoments copy = new DecimalMoments(withSquares);
        copy.count = count;
        copy.overflow = overflow;
        copy.sum = sum;
        copy.squares = squares;
        return copy;
    }

    @Override
    public int heapBytes() {
        return 40 + heapBytes(sum) + heapBytes(squares);
    }

    @Override
    public void write(CompactOutput out) {
        out.writeUnsigned(count);
        if (count == 0) {
            return;
        }
        out.writeByte((overflow ? 1 : 0) | (sum != null ? 2 : 0));
        if (sum != null) {
            writeDecimal(out, sum);
        }
        if (squares != null) {
            writeDecimal(out, squares);
        }
    }

    static DecimalMoments read(CompactInput in, boolean withSquares) {
        DecimalMoments read = new DecimalMoments(withSquares);
        read.count = in.readUnsigned();
        if (read.count == 0) {
            return read;
        }
        int flags = in.readByte();
        read.overflow = (flags & 1) != 0;
        if ((flags & 2) != 0) {
            read.sum = readDecimal(in);
            if (withSquares) {
                read.squares = readDecimal(in);
            }
        }
        return read;
    }

    static void writeDecimal(CompactOutput out, BigDecimal value) {
        out.writeSigned(value.scale());
        out.writeBytes(value.unscaledValue().toByteArray());
    }

    static BigDecimal readDecimal(CompactInput in) {
        int scale = (int) in.readSigned();
        return new BigDecimal(new BigInteger(in.readBytes()), scale);
    }
}
