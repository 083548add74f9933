package io.tidemark.aggregate;

import java.io.Serializable;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One accumulator of a layout: the input it takes, its kind, and for quantiles the accuracy. */
final class Slot implements Serializable {
    private static final long serialVersionUID = 1;

    /** By input, kind and accuracy. */
    static final Comparator<Slot> ORDER =
            Comparator.comparingInt(Slot::input).thenComparing(Slot::kind).thenComparingDouble(Slot::accuracy);

    private final int input;
    private final AccumulatorKind kind;
    private final double accuracy;
    private final @Nullable LogMapping mapping;

    /** @param accuracy of quantiles; 0 for all other kinds */
    Slot(int input, AccumulatorKind kind, double accuracy) {
        this.input = input;
        this.kind = kind;
        this.accuracy = accuracy;
        this.mapping = kind.hasQuantiles() ? new LogMapping(accuracy) : null;
    }

    int input() {
        return input;
    }

    AccumulatorKind kind() {
        return kind;
    }

    double accuracy() {
        return accuracy;
    }

    /** Whether this slot's accumulator also answers all that {@code other}'s does. */
    boolean covers(Slot other) {
        return input == other.input
                && kind.covers(other.kind)
                && (!other.kind.hasQuantiles() || accuracy == other.accuracy);
    }

    /** This and percentiles within {@code quantiles}' accuracy, if both take the same input and can be one; else null. */
    @Nullable
    Slot with(Slot quantiles) {
        AccumulatorKind both = kind.withQuantiles();
        return both == null || quantiles.kind != AccumulatorKind.QUANTILES || input != quantiles.input
                ? null
                : new Slot(input, both, quantiles.accuracy);
    }

    Accumulator create() {
        return switch (kind) {
            case COUNT -> new CountAccumulator();
            case LONG_SUM, LONG_SQUARES -> new LongMoments(kind == AccumulatorKind.LONG_SQUARES);
            case DOUBLE_SUM, DOUBLE_SQUARES -> new DoubleMoments(kind == AccumulatorKind.DOUBLE_SQUARES);
            case DECIMAL_SUM, DECIMAL_SQUARES -> new DecimalMoments(kind == AccumulatorKind.DECIMAL_SQUARES);
            case LONG_EXTREMES, DOUBLE_EXTREMES, DECIMAL_EXTREMES, STRING_EXTREMES, BOOLEAN_EXTREMES ->
                new ExtremesAccumulator(kind.extremesOf());
            case QUANTILES, DOUBLE_SUM_AND_QUANTILES, DOUBLE_SQUARES_AND_QUANTILES ->
                new QuantileAccumulator(mapping(), kind.moments());
        };
    }

    Accumulator read(CompactInput in) {
        return switch (kind) {
            case COUNT -> CountAccumulator.read(in);
            case LONG_SUM, LONG_SQUARES -> LongMoments.read(in, kind == AccumulatorKind.LONG_SQUARES);
            case DOUBLE_SUM, DOUBLE_SQUARES -> DoubleMoments.read(in, kind == AccumulatorKind.DOUBLE_SQUARES);
            case DECIMAL_SUM, DECIMAL_SQUARES -> DecimalMoments.read(in, kind == AccumulatorKind.DECIMAL_SQUARES);
            case LONG_EXTREMES, DOUBLE_EXTREMES, DECIMAL_EXTREMES, STRING_EXTREMES, BOOLEAN_EXTREMES ->
                ExtremesAccumulator.read(in, kind.extremesOf());
            case QUANTILES, DOUBLE_SUM_AND_QUANTILES, DOUBLE_SQUARES_AND_QUANTILES ->
                QuantileAccumulator.read(in, mapping(), kind.moments());
        };
    }

    private LogMapping mapping() {
        if (mapping == null) {
            throw new IllegalStateException("only quantiles have a mapping");
        }
        return mapping;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Slot slot
                && input == slot.input
                && kind == slot.kind
                && Double.compare(accuracy, slot.accuracy) == 0;
    }

    @Override
    public int hashCode() {
        return (31 * input + kind.code()) * 31 + Double.hashCode(accuracy);
    }

    @Override
    public String toString() {
        return kind + " of input " + input;
    }
}
