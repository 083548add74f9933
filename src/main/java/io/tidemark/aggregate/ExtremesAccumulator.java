package io.tidemark.aggregate;

import io.tidemark.event.FieldType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The least and the greatest value. Strings compare by UTF-16 code unit, false is less than true; of equal decimals the
 * one with more digits after the point counts, and -0.0 is 0.0.
 */
final class ExtremesAccumulator implements Accumulator {
    private static final int EMPTY = 0;
    private static final int ONE = 1;
    private static final int TWO = 2;

    private final FieldType type;
    private @Nullable Object min;
    private @Nullable Object max;

    ExtremesAccumulator(FieldType type) {
        this.type = type;
    }

    @Override
    public void add(Object value) {
        if (isWithin(value)) {
            return;
        }
        Object canonical = value instanceof Double number && number == 0.0 ? (Object) 0.0 : value;
        include(canonical, canonical);
    }

    /** Whether a number changes nothing, as most don't. */
    private boolean isWithin(Object value) {
        if (min == null || max == null) {
            return false;
        }
        if (value instanceof Double number) {
            return number >= (Double) min && number <= (Double) max;
        }
        return value instanceof Long number && number >= (Long) min && number <= (Long) max;
    }

    @Override
    public void merge(Accumulator from) {
        ExtremesAccumulator other = (ExtremesAccumulator) from;
        if (other.min != null && other.max != null) {
            include(other.min, other.max);
        }
    }

    @Override
    public boolean subtract(Accumulator part) {
        ExtremesAccumulator other = (ExtremesAccumulator) part;
        if (other.min == null || other.max == null) {
            return true;
        }
        return min != null && max != null && compare(other.min, min) > 0 && compare(other.max, max) < 0;
    }

    private void include(Object low, Object high) {
        if (min == null || max == null) {
            min = low;
            max = high;
            return;
        }
        int toMin = compare(low, min);
        if (toMin < 0 || (toMin == 0 && hasMoreDigits(low, min))) {
            min = low;
        }
        int toMax = compare(high, max);
        if (toMax > 0 || (toMax == 0 && hasMoreDigits(high, max))) {
            max = high;
        }
    }

    private static int heapBytes(@Nullable Object value) {
        if (value instanceof String text) {
            return 56 + 2 * text.length();
        }
        return value instanceof BigDecimal number ? 80 + number.unscaledValue().bitLength() / 8 : 24;
    }

    private int compare(Object a, Object b) {
        return switch (type) {
            case LONG, TIMESTAMP -> Long.compare((Long) a, (Long) b);
            case DOUBLE -> Double.compare((Double) a, (Double) b);
            case DECIMAL -> ((BigDecimal) a).compareTo((BigDecimal) b);
            case BOOLEAN -> Boolean.compare((Boolean) a, (Boolean) b);
            case STRING -> ((String) a).compareTo((String) b);
            case LIST -> throw new IllegalStateException("lists have no order");
        };
    }

    private static boolean hasMoreDigits(Object a, Object b) {
        return a instanceof BigDecimal one && b instanceof BigDecimal two && one.scale() > two.scale();
    }

    @Override
    public @Nullable Object result(Reading reading, double quantile) {
        return switch (reading) {
            case MIN -> min;
            case MAX -> max;
            default -> throw reading.notFrom(this);
        };
    }

    @Override
    public Accumulator copy() {
        ExtremesAccumulator copy = new ExtremesAccumulator(type);
        copy.min = min;
        copy.max = max;
        return copy;
    }

    @Override
    public int heapBytes() {
        return 32 + heapBytes(min) + heapBytes(max);
    }

    @Override
    public void write(CompactOutput out) {
        if (min == null || max == null) {
            out.writeByte(EMPTY);
            return;
        }
        boolean equal = min.equals(max);
        out.writeByte(equal ? ONE : TWO);
        writeValue(out, min);
        if (!equal) {
            writeValue(out, max);
        }
    }

    private void writeValue(CompactOutput out, Object value) {
        switch (type) {
            case LONG, TIMESTAMP -> out.writeSigned((Long) value);
            case DOUBLE -> out.writeDouble((Double) value);
            case DECIMAL -> DecimalMoments.writeDecimal(out, (BigDecimal) value);
            case BOOLEAN -> out.writeByte((Boolean) value ? 1 : 0);
            case STRING -> out.writeString((String) value);
            case LIST -> throw new IllegalStateException("lists have no order");
        }
    }

    static ExtremesAccumulator read(CompactInput in, FieldType type) {
        ExtremesAccumulator read = new ExtremesAccumulator(type);
        int values = in.readByte();
        if (values == EMPTY) {
            return read;
        }
        Object min = readValue(in, type);
        read.min = min;
        read.max = values == ONE ? min : readValue(in, type);
        return read;
    }

    private static Object readValue(CompactInput in, FieldType type) {
        return switch (type) {
            case LONG, TIMESTAMP -> in.readSigned();
            case DOUBLE -> in.readDouble();
            case DECIMAL -> DecimalMoments.readDecimal(in);
            case BOOLEAN -> in.readByte() != 0;
            case STRING -> in.readString();
            case LIST -> throw new IllegalStateException("lists have no order");
        };
    }
}
