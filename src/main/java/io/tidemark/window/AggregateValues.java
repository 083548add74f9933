package io.tidemark.window;

import io.tidemark.aggregate.AggregateOverflowException;
import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Row;
import io.tidemark.sql.EvaluationException;
import java.io.Serializable;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads a window's aggregates from its accumulator. */
final class AggregateValues implements Serializable {
    private static final long serialVersionUID = 1;

    private final WindowPlan plan;

    AggregateValues(WindowPlan plan) {
        this.plan = plan;
    }

    /**
     * One value per aggregate. One that cannot be computed or does not fit its type is null, and {@code failures} is
     * told its name and why.
     */
    @Nullable
    Object[] of(WindowAccumulator accumulator, BiConsumer<String, String> failures) {
        List<WindowPlan.OutputExpression> outputs = plan.outputs();
        @Nullable Object[] values = new Object[outputs.size()];
        for (int i = 0; i < values.length; i++) {
            try {
                values[i] = outputs.get(i)
                        .expression()
                        .evaluate(new Results(outputs.get(i).results(), accumulator));
            } catch (EvaluationException | AggregateOverflowException e) {
                failures.accept(plan.schema().aggregates().field(i).name(), e.getMessage());
            }
        }
        return values;
    }

    private final class Results implements Row {
        private final List<Integer> indexes;
        private final WindowAccumulator accumulator;

        Results(List<Integer> indexes, WindowAccumulator accumulator) {
            this.indexes = indexes;
            this.accumulator = accumulator;
        }

        @Override
        public @Nullable Object get(int index) {
            return plan.layout().result(accumulator, indexes.get(index));
        }
    }
}
