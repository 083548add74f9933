package io.tidemark.aggregate;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * A sum without rounding: a fixed-point number wide enough for every double, of which only the digits in use are kept
 * (a superaccumulator: Kulisch's long accumulator with deferred carries, as in Neal, "Fast exact summation using small
 * and large superaccumulators", 2015).
 *
 * <p>A digit is worth 2<sup>32</sup> and held in a signed long, so that carries can wait for 2<sup>29</sup> additions.
 * What the lowest bit is worth is the caller's business: 2<sup>-1074</sup> for a sum of doubles, 2<sup>-2148</sup> for
 * one of their squares, 1 for whole numbers. About 24 bytes for values of like magnitude, 600 at most.
 */
final class ExactSum {
    /** The binary exponent of the lowest bit for {@link #add(double)}. */
    static final int UNIT_OF_DOUBLES = -1074;
    /** The binary exponent of the lowest bit for {@link #addSquare(double)}. */
    static final int UNIT_OF_SQUARES = 2 * UNIT_OF_DOUBLES;

    private static final long DIGIT = 0xFFFF_FFFFL;
    private static final int MAX_PENDING = 1 << 29;
    private static final long[] NONE = {};

    /** {@code digits[i]} counts 2^(32·(base+i)). */
    private long[] digits = NONE;

    private int base;
    /** Each digit's magnitude is at most this times 2^32. */
    private int pending;

    /** Adds a finite {@code value}. */
    void add(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52) & 0x7FF;
        long mantissa = mantissa(bits, exponent);
        if (mantissa == 0) {
            return;
        }
        int bit = Math.max(exponent, 1) - 1;
        int off = bit & 31;
        int at = reserve(bit >>> 5, 3);
        long sign = bits >> 63;
        addDigit(at, mantissa << off, sign);
        addDigit(at + 1, mantissa >>> (32 - off), sign);
        addDigit(at + 2, mantissa >>> 1 >>> (63 - off), sign);
        added();
    }

    /** Adds the square of a finite {@code value}. */
    void addSquare(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52) & 0x7FF;
        long mantissa = mantissa(bits, exponent);
        if (mantissa != 0) {
            addProduct(mantissa, mantissa, 2 * (Math.max(exponent, 1) - 1));
        }
    }

    /** Adds the square of a whole {@code value}. */
    void addSquare(long value) {
        if (value != 0) {
            addProduct(value, value, 0);
        }
    }

    private static long mantissa(long bits, int exponent) {
        long fraction = bits & 0xF_FFFF_FFFF_FFFFL;
        return exponent == 0 ? fraction : fraction | 0x10_0000_0000_0000L;
    }

    /** Adds a·b·2^bit; the product must not be negative. */
    private void addProduct(long a, long b, int bit) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        int off = bit & 31;
        int at = reserve(bit >>> 5, 5);
        addDigit(at, low << off, 0);
        addDigit(at + 1, low >>> (32 - off), 0);
        addDigit(at + 2, (low >>> 1 >>> (63 - off)) | (high << off), 0);
        addDigit(at + 3, high >>> (32 - off), 0);
        addDigit(at + 4, high >>> 1 >>> (63 - off), 0);
        added();
    }

    /** Adds the lowest 32 bits of {@code part} to a digit, or subtracts them if {@code sign} is -1. */
    private void addDigit(int at, long part, long sign) {
        digits[at] += ((part & DIGIT) ^ sign) - sign;
    }

    private void added() {
        if (++pending >= MAX_PENDING) {
            normalize();
        }
    }

    /** Makes room for {@code count} digits from digit {@code first} on; returns the index of the first of them. */
    private int reserve(int first, int count) {
        int at = first - base;
        if (at >= 0 && at + count <= digits.length) {
            return at;
        }
        if (digits.length == 0) {
            base = first;
            digits = new long[count];
            return 0;
        }
        int from = Math.min(base, first);
        int to = Math.max(base + digits.length, first + count);
        long[] wider = new long[to - from];
        System.arraycopy(digits, 0, wider, base - from, digits.length);
        digits = wider;
        base = from;
        return first - base;
    }

    /** Adds all that {@code other} holds. */
    void merge(ExactSum other) {
        add(other, 1);
    }

    /** Takes {@code other} away. */
    void subtract(ExactSum other) {
        add(other, -1);
    }

    private void add(ExactSum other, int sign) {
        if (other.digits.length == 0) {
            return;
        }
        int at = reserve(other.base, other.digits.length);
        for (int i = 0; i < other.digits.length; i++) {
            digits[at + i] += sign * other.digits[i];
        }
        pending += Math.max(1, other.pending);
        if (pending >= MAX_PENDING) {
            normalize();
        }
    }

    private void normalize() {
        set(canonical());
    }

    private void set(Canonical value) {
        digits = new long[value.length];
        base = value.base;
        pending = 1;
        for (int i = 0; i < value.length; i++) {
            digits[i] = value.negative ? -value.magnitude[value.from + i] : value.magnitude[value.from + i];
        }
    }

    /** The one form of a value: sign and magnitude, without zero digits at either end. */
    private record Canonical(boolean negative, long[] magnitude, int from, int length, int base) {}

    private Canonical canonical() {
        int n = digits.length;
        long[] all = new long[n + 2];
        long carry = 0;
        for (int i = 0; i < n; i++) {
            long sum = digits[i] + carry;
            all[i] = sum & DIGIT;
            carry = sum >> 32;
        }
        all[n] = carry & DIGIT;
        carry >>= 32;
        all[n + 1] = carry & DIGIT;
        if (carry < 0) {
            negate(all);
        }
        int to = all.length;
        while (to > 0 && all[to - 1] == 0) {
            to--;
        }
        int from = 0;
        while (from < to && all[from] == 0) {
            from++;
        }
        return new Canonical(carry < 0, all, from, to - from, from == to ? 0 : base + from);
    }

    private static void negate(long[] all) {
        long carry = 1;
        for (int i = 0; i < all.length; i++) {
            long sum = (~all[i] & DIGIT) + carry;
            all[i] = sum & DIGIT;
            carry = sum >>> 32;
        }
    }

    /** {@code significand}·2<sup>exponent</sup>. */
    record Value(BigInteger significand, int exponent) {}

    /** The exact sum, if the lowest bit is worth 2<sup>unit</sup>. */
    Value value(int unit) {
        Canonical value = canonical();
        byte[] magnitude = new byte[4 * value.length];
        for (int i = 0; i < value.length; i++) {
            int digit = (int) value.magnitude[value.from + i];
            int at = magnitude.length - 4 * i;
            magnitude[at - 1] = (byte) digit;
            magnitude[at - 2] = (byte) (digit >>> 8);
            magnitude[at - 3] = (byte) (digit >>> 16);
            magnitude[at - 4] = (byte) (digit >>> 24);
        }
        int sign = value.length == 0 ? 0 : value.negative ? -1 : 1;
        return new Value(new BigInteger(sign, magnitude), 32 * value.base + unit);
    }

    ExactSum copy() {
        ExactSum copy = new ExactSum();
        copy.digits = digits.length == 0 ? NONE : Arrays.copyOf(digits, digits.length);
        copy.base = base;
        copy.pending = pending;
        return copy;
    }

    int heapBytes() {
        return 48 + Long.BYTES * digits.length;
    }

    /** Writes the canonical form; this object stays as it is, since others may be reading it. */
    void write(CompactOutput out) {
        Canonical value = canonical();
        out.writeUnsigned((long) value.length << 1 | (value.negative ? 1 : 0));
        if (value.length == 0) {
            return;
        }
        out.writeUnsigned(value.base);
        for (int i = 0; i < value.length; i++) {
            out.writeInt((int) value.magnitude[value.from + i]);
        }
    }

    static ExactSum read(CompactInput in) {
        ExactSum sum = new ExactSum();
        long head = in.readUnsigned();
        int length = (int) (head >>> 1);
        if (length == 0) {
            return sum;
        }
        int base = (int) in.readUnsigned();
        long[] magnitude = new long[length];
        for (int i = 0; i < length; i++) {
            magnitude[i] = in.readInt() & DIGIT;
        }
        sum.set(new Canonical((head & 1) != 0, magnitude, 0, length, base));
        return sum;
    }
}
