package io.tidemark.aggregate;

import io.tidemark.event.FieldType;
import java.io.Serializable;

/**
 * One aggregate function over an argument of a known type: the accumulator that it needs, and how its result is read
 * from it. Made by {@link AggregateFunctions#resolve}.
 */
public final class AggregateFunction implements Serializable {
    private static final long serialVersionUID = 1;

    private final String name;
    private final FieldType resultType;
    private final AccumulatorKind kind;
    private final Reading reading;
    private final double quantile;
    private final double accuracy;

    AggregateFunction(String name, FieldType resultType, AccumulatorKind kind, Reading reading) {
        this(name, resultType, kind, reading, 0, 0);
    }

    private AggregateFunction(
            String name,
            FieldType resultType,
            AccumulatorKind kind,
            Reading reading,
            double quantile,
            double accuracy) {
        this.name = name;
        this.resultType = resultType;
        this.kind = kind;
        this.reading = reading;
        this.quantile = quantile;
        this.accuracy = accuracy;
    }

    static AggregateFunction quantile(String name, double quantile, double accuracy) {
        return new AggregateFunction(
                name, FieldType.DOUBLE, AccumulatorKind.QUANTILES, Reading.QUANTILE, quantile, accuracy);
    }

    /** The function's name, lower case. */
    public String name() {
        return name;
    }

    /** The type of the result; any result but a count may be null. */
    public FieldType resultType() {
        return resultType;
    }

    AccumulatorKind kind() {
        return kind;
    }

    double accuracy() {
        return accuracy;
    }

    Reading reading() {
        return reading;
    }

    double quantile() {
        return quantile;
    }

    @Override
    public String toString() {
        return name;
    }
}
