package io.tidemark.window;

import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.aggregate.WindowAccumulator;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.jspecify.annotations.Nullable;

/** A window's accumulators as Flink's aggregate function; the result is the accumulator itself. */
public final class WindowAggregate implements AggregateFunction<WindowInput, WindowAccumulator, WindowAccumulator> {
    private static final long serialVersionUID = 1;

    private final AggregateLayout layout;

    /** @param layout the accumulators */
    public WindowAggregate(AggregateLayout layout) {
        this.layout = layout;
    }

    @Override
    public WindowAccumulator createAccumulator() {
        return layout.createAccumulator();
    }

    @Override
    public WindowAccumulator add(WindowInput input, WindowAccumulator accumulator) {
        input.addTo(accumulator, layout);
        return accumulator;
    }

    /** Adds to an accumulator, or to a new one if it is null. A partial becomes the accumulator itself. */
    WindowAccumulator addTo(@Nullable WindowAccumulator accumulator, WindowInput input) {
        if (accumulator == null && input.partial() != null) {
            return input.partial();
        }
        return add(input, accumulator == null ? createAccumulator() : accumulator);
    }

    @Override
    public WindowAccumulator getResult(WindowAccumulator accumulator) {
        return accumulator;
    }

    @Override
    public WindowAccumulator merge(WindowAccumulator into, WindowAccumulator from) {
        layout.merge(into, from);
        return into;
    }
}
