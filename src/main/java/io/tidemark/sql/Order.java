package io.tidemark.sql;

import java.math.BigDecimal;

/** How two values that are not null are compared. */
enum Order {
    /** Of longs and timestamps. */
    LONG,
    /** By value: 0.0 equals -0.0. */
    DOUBLE,
    /** By value: 1.0 equals 1.00. */
    DECIMAL,
    /** By UTF-16 units, as {@link String#compareTo}. */
    STRING,
    /** False before true. */
    BOOLEAN;

    static Order of(SqlType type) {
        return switch (type) {
            case DOUBLE -> DOUBLE;
            case DECIMAL -> DECIMAL;
            case STRING -> STRING;
            case BOOLEAN -> BOOLEAN;
            default -> LONG;
        };
    }

    /** Negative, zero or positive. */
    int compare(Object a, Object b) {
        return switch (this) {
            case LONG -> Long.compare((Long) a, (Long) b);
            case DOUBLE -> {
                double x = (Double) a;
                double y = (Double) b;
                yield x < y ? -1 : x > y ? 1 : 0;
            }
            case DECIMAL -> ((BigDecimal) a).compareTo((BigDecimal) b);
            case STRING -> ((String) a).compareTo((String) b);
            case BOOLEAN -> Boolean.compare((Boolean) a, (Boolean) b);
        };
    }

    /** Whether both are the same value. */
    boolean same(Object a, Object b) {
        return switch (this) {
            case LONG -> ((Long) a).longValue() == (Long) b;
            case STRING -> a.equals(b);
            default -> compare(a, b) == 0;
        };
    }

    /** One representative of all values that are the same, for sets. */
    Object canonical(Object value) {
        return switch (this) {
            case DOUBLE -> (Double) value + 0.0;
            case DECIMAL ->
                ((BigDecimal) value).signum() == 0 ? BigDecimal.ZERO : ((BigDecimal) value).stripTrailingZeros();
            default -> value;
        };
    }
}
