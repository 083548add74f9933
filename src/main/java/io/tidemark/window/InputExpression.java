package io.tidemark.window;

import io.tidemark.event.Row;
import io.tidemark.sql.Expression;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What one accumulator takes from an event: the argument of an aggregate where its filter is met, else null, which no
 * accumulator counts.
 *
 * @param argument the argument; null for {@code count(*)}, whose value is {@code true}
 * @param filter the condition of {@code FILTER (WHERE …)}, or null
 */
public record InputExpression(
        @Nullable Expression argument, @Nullable Expression filter) implements Serializable {

    /** The value that {@code row} contributes, or null for none. */
    @Nullable
    Object value(Row row) {
        if (filter != null && !filter.test(row)) {
            return null;
        }
        return argument == null ? Boolean.TRUE : argument.evaluate(row);
    }
}
