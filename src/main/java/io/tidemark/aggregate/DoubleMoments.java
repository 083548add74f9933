package io.tidemark.aggregate;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Count, exact sum and, if asked for, exact sum of squares of doubles; each result is rounded once. */
final class DoubleMoments implements Accumulator {
    private final ExactSum sum;
    private final @Nullable ExactSum squares;
    private long count;

    DoubleMoments(boolean withSquares) {
        this(new ExactSum(), withSquares ? new ExactSum() : null);
    }

    private DoubleMoments(ExactSum sum, @Nullable ExactSum squares) {
        this.sum = sum;
        this.squares = squares;
    }

    @Override
    public void add(Object value) {
        add((double) (Double) value);
    }

    void add(double number) {
        count++;
        sum.add(number);
        if (squares != null) {
            squares.addSquare(number);
        }
    }

    @Override
    public void merge(Accumulator from) {
        DoubleMoments other = (DoubleMoments) from;
        count += other.count;
        sum.merge(other.sum);
        if (squares != null && other.squares != null) {
            squares.merge(other.squares);
        }
    }

    @Override
    public boolean subtract(Accumulator part) {
        DoubleMoments other = (DoubleMoments) part;
        count -= other.count;
        sum.subtract(other.sum);
        if (squares != null && other.squares != null) {
            squares.subtract(other.squares);
        }
        return true;
    }

    @Override
    public @Nullable Object result(Reading reading, double quantile) {
        if (reading == Reading.COUNT) {
            return count;
        }
        if (count == 0) {
            return null;
        }
        return switch (reading) {
            case SUM -> Moments.finite(quotient(1), "the sum");
            case AVG -> quotient(count);
            case VARIANCE, VARIANCE_POP -> spread(reading, "the variance");
            case STDDEV, STDDEV_POP -> spread(reading, "the standard deviation");
            default -> throw reading.notFrom(this);
        };
    }

    private double quotient(long denominator) {
        ExactSum.Value value = sum.value(ExactSum.UNIT_OF_DOUBLES);
        return ExactRounding.quotient(value.significand(), BigInteger.valueOf(denominator), value.exponent());
    }

    private @Nullable Double spread(Reading reading, String what) {
        if (squares == null) {
            throw reading.notFrom(this);
        }
        ExactSum.Value first = sum.value(ExactSum.UNIT_OF_DOUBLES);
        ExactSum.Value second = squares.value(ExactSum.UNIT_OF_SQUARES);
        int exponent = Math.min(2 * first.exponent(), second.exponent());
        exponent -= exponent & 1;
        BigInteger values = first.significand().shiftLeft(first.exponent() - exponent / 2);
        BigInteger valueSquares = second.significand().shiftLeft(second.exponent() - exponent);
        Double spread =
                Moments.spread(reading, new Moments.Exact(count, values, valueSquares, BigInteger.ONE, exponent));
        return spread == null ? null : Moments.finite(spread, what);
    }

    @Override
    public Accumulator copy() {
        DoubleMoments copy = new DoubleMoments(sum.copy(), squares == null ? null : squares.copy());
        copy.count = count;
        return copy;
    }

    @Override
    public int heapBytes() {
        return 32 + sum.heapBytes() + (squares == null ? 0 : squares.heapBytes());
    }

    @Override
    public void write(CompactOutput out) {
        out.writeUnsigned(count);
        if (count == 0) {
            return;
        }
        sum.write(out);
        if (squares != null) {
            squares.write(out);
        }
    }

    static DoubleMoments read(CompactInput in, boolean withSquares) {
        long count = in.readUnsigned();
        if (count == 0) {
            return new DoubleMoments(withSquares);
        }
        ExactSum sum = ExactSum.read(in);
        DoubleMoments read = new DoubleMoments(sum, withSquares ? ExactSum.read(in) : null);
        read.count = count;
        return read;
    }
}
