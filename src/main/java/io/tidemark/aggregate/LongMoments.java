package io.tidemark.aggregate;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Count, sum and, if asked for, sum of squares of whole numbers; the sum in 128 bits, the squares exact. */
final class LongMoments implements Accumulator {
    private static final int FITS_LONG = 0;
    private static final int WIDE = 1;

    private final @Nullable ExactSum squares;
    private long count;
    private long high;
    private long low;

    LongMoments(boolean withSquares) {
        this(withSquares ? new ExactSum() : null);
    }

    private LongMoments(@Nullable ExactSum squares) {
        this.squares = squares;
    }

    @Override
    public void add(Object value) {
        long number = (Long) value;
        count++;
        addWide(number >> 63, number);
        if (squares != null) {
            squares.addSquare(number);
        }
    }

    private void addWide(long otherHigh, long otherLow) {
        low += otherLow;
        high += otherHigh + (Long.compareUnsigned(low, otherLow) < 0 ? 1 : 0);
    }

    @Override
    public void merge(Accumulator from) {
        LongMoments other = (LongMoments) from;
        count += other.count;
        addWide(other.high, other.low);
        if (squares != null && other.squares != null) {
            squares.merge(other.squares);
        }
    }

    @Override
    public boolean subtract(Accumulator part) {
        LongMoments other = (LongMoments) part;
        count -= other.count;
        high -= other.high + (Long.compareUnsigned(low, other.low) < 0 ? 1 : 0);
        low -= other.low;
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
            case SUM -> sum();
            case AVG -> ExactRounding.quotient(exactSum(), BigInteger.valueOf(count), 0);
            case VARIANCE, VARIANCE_POP, STDDEV, STDDEV_POP -> spread(reading);
            default -> throw reading.notFrom(this);
        };
    }

    private boolean fitsLong() {
        return high == low >> 63;
    }

    private long sum() {
        if (!fitsLong()) {
            throw new AggregateOverflowException("the sum " + exactSum() + " does not fit a long");
        }
        return low;
    }

    private BigInteger exactSum() {
        BigInteger lowest = BigInteger.valueOf(low);
        // The low half counts as unsigned: what its sign takes away is one of the high half.
        return fitsLong()
                ? lowest
                : BigInteger.valueOf(high + (low < 0 ? 1 : 0)).shiftLeft(64).add(lowest);
    }

    private @Nullable Double spread(Reading reading) {
        if (squares == null) {
            throw reading.notFrom(this);
        }
        ExactSum.Value value = squares.value(0);
        BigInteger sumOfSquares = value.significand().shiftLeft(value.exponent());
        return Moments.spread(reading, new Moments.Exact(count, exactSum(), sumOfSquares, BigInteger.ONE, 0));
    }

    @Override
    public Accumulator copy() {
        LongMoments copy = new LongMoments(squares == null ? null : squares.copy());
        copy.count = count;
        copy.high = high;
        copy.low = low;
        return copy;
    }

    @Override
    public int heapBytes() {
        return 40 + (squares == null ? 0 : squares.heapBytes());
    }

    @Override
    public void write(CompactOutput out) {
        out.writeUnsigned(count);
        if (count == 0) {
            return;
        }
        if (fitsLong()) {
            out.writeByte(FITS_LONG);
            out.writeSigned(low);
        } else {
            out.writeByte(WIDE);
            out.writeLong(high);
            out.writeLong(low);
        }
        if (squares != null) {
            squares.write(out);
        }
    }

    static LongMoments read(CompactInput in, boolean withSquares) {
        long count = in.readUnsigned();
        if (count == 0) {
            return new LongMoments(withSquares);
        }
        boolean wide = in.readByte() == WIDE;
        long high = wide ? in.readLong() : 0;
        long low = wide ? in.readLong() : in.readSigned();
        LongMoments read = new LongMoments(withSquares ? ExactSum.read(in) : null);
        read.count = count;
        read.high = wide ? high : low >> 63;
        read.low = low;
        return read;
    }
}
