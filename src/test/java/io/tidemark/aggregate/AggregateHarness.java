package io.tidemark.aggregate;

import io.tidemark.event.FieldType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

/** A layout of some functions over one input of one type, and what tests do with it. */
final class AggregateHarness {
    private final AggregateLayout layout;
    private final TypeSerializer<WindowAccumulator> serializer;

    AggregateHarness(FieldType type, double accuracy, String... functions) {
        AggregateLayout.Builder builder = AggregateLayout.builder();
        for (String function : functions) {
            builder.add(0, function(type, accuracy, function));
        }
        layout = builder.build();
        serializer = layout.serializer();
    }

    /** {@code "avg"} or {@code "percentile 12.5"}. */
    static AggregateFunction function(FieldType type, double accuracy, String text) {
        String[] parts = text.split(" ", -1);
        List<BigDecimal> parameters = parts.length == 1 ? List.of() : List.of(new BigDecimal(parts[1]));
        return AggregateFunctions.resolve(parts[0], false, false, type, parameters, accuracy);
    }

    AggregateLayout layout() {
        return layout;
    }

    WindowAccumulator of(List<?> values) {
        WindowAccumulator accumulator = layout.createAccumulator();
        for (Object value : values) {
            layout.add(accumulator, new Object[] {value});
        }
        return accumulator;
    }

    WindowAccumulator merged(WindowAccumulator into, WindowAccumulator from) {
        layout.merge(into, from);
        return into;
    }

    byte[] bytes(WindowAccumulator accumulator) {
        try {
            DataOutputSerializer out = new DataOutputSerializer(64);
            serializer.serialize(accumulator, out);
            return out.getCopyOfBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    WindowAccumulator read(byte[] bytes) {
        try {
            return serializer.deserialize(new DataInputDeserializer(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    WindowAccumulator copy(WindowAccumulator accumulator) {
        return serializer.copy(accumulator);
    }

    /** All results; an overflow is its message. */
    List<@Nullable Object> results(WindowAccumulator accumulator) {
        List<@Nullable Object> results = new ArrayList<>();
        for (int i = 0; i < layout.size(); i++) {
            try {
                results.add(layout.result(accumulator, i));
            } catch (AggregateOverflowException e) {
                results.add(e.getMessage());
            }
        }
        return results;
    }

    /** The one result of {@code function} over {@code values}. */
    static @Nullable Object result(FieldType type, String function, List<?> values) {
        AggregateHarness harness = new AggregateHarness(type, 0.01, function);
        return harness.layout.result(harness.of(values), 0);
    }

    /** The one result of {@code function} over {@code values}, which must be a number. */
    static double number(FieldType type, String function, List<?> values) {
        return (Double) Objects.requireNonNull(result(type, function, values));
    }
}
