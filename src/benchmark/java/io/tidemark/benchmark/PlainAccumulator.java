package io.tidemark.benchmark;

import io.tidemark.aggregate.AggregateFunctions;
import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.FieldType;
import java.util.List;

/**
 * What a plain job keeps for a window and key: a count, a sum, a maximum, and a sketch of the values for the percentiles,
 * which is Tidemark's own, so that only the way it is used differs.
 */
final class PlainAccumulator {
    private static final double ACCURACY = 0.01;
    static final AggregateLayout SKETCH = sketch();

    long count;
    double sum;
    double max = Double.NEGATIVE_INFINITY;
    final WindowAccumulator sketch;

    PlainAccumulator() {
        this(SKETCH.createAccumulator());
    }

    PlainAccumulator(WindowAccumulator sketch) {
        this.sketch = sketch;
    }

    private static AggregateLayout sketch() {
        AggregateLayout.Builder builder = AggregateLayout.builder();
        for (String name : List.of("p50", "p95", "p99")) {
            builder.add(0, AggregateFunctions.resolve(name, false, false, FieldType.DOUBLE, List.of(), ACCURACY));
        }
        return builder.build();
    }

    void add(double value) {
        count++;
        sum += value;
        max = Math.max(max, value);
        SKETCH.add(sketch, new Object[] {value});
    }

    void merge(PlainAccumulator other) {
        count += other.count;
        sum += other.sum;
        max = Math.max(max, other.max);
        SKETCH.merge(sketch, other.sketch);
    }

    PlainRow row() {
        PlainRow row = new PlainRow();
        row.count = count;
        row.avg = sum / count;
        row.max = max;
        row.p50 = percentile(0);
        row.p95 = percentile(1);
        row.p99 = percentile(2);
        return row;
    }

    @SuppressWarnings("NullAway") // there is a value
    private double percentile(int index) {
        return (double) SKETCH.result(sketch, index);
    }
}
