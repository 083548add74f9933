package io.tidemark.window;

import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.event.ResultSchema;
import io.tidemark.event.Schema;
import io.tidemark.sql.Expression;
import io.tidemark.time.StateMeaning;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the operators of one window node need to know, as plain values.
 *
 * @param input the schema of the events it reads
 * @param keyFields the indexes of the key fields in {@code input}
 * @param where the condition an event must meet, or null
 * @param inputs what the accumulators take from an event
 * @param layout the accumulators
 * @param outputs one expression per aggregate, over the accumulators' results
 * @param schema the shape of the rows
 * @param meaning what the state means
 */
public record WindowPlan(
        Schema input,
        List<Integer> keyFields,
        @Nullable Expression where,
        List<InputExpression> inputs,
        AggregateLayout layout,
        List<OutputExpression> outputs,
        ResultSchema schema,
        StateMeaning meaning)
        implements Serializable {

    /** How many of the events of {@code input} the count takes that is the result {@code index} of the layout. */
    public long count(WindowInput input, int index) {
        if (input.partial() != null) {
            return layout.result(input.partial(), index) instanceof Long count ? count : 0;
        }
        return input.values() != null && input.values()[index] != null ? 1 : 0;
    }

    /**
     * One aggregate of a row.
     *
     * @param results the layout's results it is made of
     * @param expression the expression over them, by position in {@code results}
     */
    public record OutputExpression(List<Integer> results, Expression expression) implements Serializable {}
}
