package io.tidemark.aggregate;

import io.tidemark.event.FieldType;
import org.jspecify.annotations.Nullable;

/** The kinds of accumulator. The codes are in savepoints: never change or reuse one; nor the order, which is that of the slots. */
enum AccumulatorKind {
    COUNT(1),
    LONG_SUM(2),
    LONG_SQUARES(3),
    DOUBLE_SUM(4),
    DOUBLE_SQUARES(5),
    DECIMAL_SUM(6),
    DECIMAL_SQUARES(7),
    LONG_EXTREMES(8),
    DOUBLE_EXTREMES(9),
    DECIMAL_EXTREMES(10),
    STRING_EXTREMES(11),
    BOOLEAN_EXTREMES(12),
    QUANTILES(13),
    DOUBLE_SUM_AND_QUANTILES(14),
    DOUBLE_SQUARES_AND_QUANTILES(15);

    private final int code;

    AccumulatorKind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** @throws IllegalArgumentException if this version knows no such kind */
    static AccumulatorKind ofCode(int code) {
        for (AccumulatorKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "the state holds an accumulator of kind " + code + ", which this version does not know");
    }

    /** Whether an accumulator of this kind also answers all that one of {@code other} does. */
    boolean covers(AccumulatorKind other) {
        if (this == other) {
            return true;
        }
        return switch (this) {
            case LONG_SUM, DOUBLE_SUM, DECIMAL_SUM -> other == COUNT;
            case LONG_SQUARES -> other == COUNT || other == LONG_SUM;
            case DOUBLE_SQUARES -> other == COUNT || other == DOUBLE_SUM;
            case DECIMAL_SQUARES -> other == COUNT || other == DECIMAL_SUM;
            case QUANTILES -> other == COUNT || other == DOUBLE_EXTREMES;
            case DOUBLE_SUM_AND_QUANTILES -> QUANTILES.covers(other) || DOUBLE_SUM.covers(other);
            case DOUBLE_SQUARES_AND_QUANTILES -> QUANTILES.covers(other) || DOUBLE_SQUARES.covers(other);
            default -> false;
        };
    }

    /** Whether percentiles are read from it, so that it has an accuracy. */
    boolean hasQuantiles() {
        return this == QUANTILES || this == DOUBLE_SUM_AND_QUANTILES || this == DOUBLE_SQUARES_AND_QUANTILES;
    }

    /** The kind of the moments that one with percentiles keeps besides; null for none. */
    @Nullable
    AccumulatorKind moments() {
        return switch (this) {
            case DOUBLE_SUM_AND_QUANTILES -> DOUBLE_SUM;
            case DOUBLE_SQUARES_AND_QUANTILES -> DOUBLE_SQUARES;
            default -> null;
        };
    }

    /** The kind that is this and percentiles in one; null if there is none. */
    @Nullable
    AccumulatorKind withQuantiles() {
        return switch (this) {
            case DOUBLE_SUM -> DOUBLE_SUM_AND_QUANTILES;
            case DOUBLE_SQUARES -> DOUBLE_SQUARES_AND_QUANTILES;
            default -> null;
        };
    }

    /** The type of the extremes that an accumulator of this kind keeps; timestamps are longs. */
    FieldType extremesOf() {
        return switch (this) {
            case LONG_EXTREMES -> FieldType.LONG;
            case DOUBLE_EXTREMES -> FieldType.DOUBLE;
            case DECIMAL_EXTREMES -> FieldType.DECIMAL;
            case STRING_EXTREMES -> FieldType.STRING;
            case BOOLEAN_EXTREMES -> FieldType.BOOLEAN;
            default -> throw new IllegalStateException(this + " keeps no extremes");
        };
    }
}
