package io.tidemark.alert;

import io.tidemark.event.Event;
import io.tidemark.event.Row;
import io.tidemark.sql.Expression;
import java.io.Serializable;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a pattern's step, over the fields of the event at hand and, behind them, those of the last events of
 * earlier steps, which are null where the match has none.
 *
 * @param expression the condition, over {@code fields} values of the event and as many of each of {@code steps}
 * @param fields the number of fields of an event
 * @param steps the earlier steps whose events it may read; empty if it reads none
 */
public record StepCondition(Expression expression, int fields, List<String> steps) implements Serializable {
    /** A condition over the event alone. */
    public static StepCondition of(Expression expression, int fields) {
        return new StepCondition(expression, fields, List.of());
    }

    /** Whether it reads events of earlier steps. */
    boolean readsEarlierSteps() {
        return !steps.isEmpty();
    }

    /**
     * Whether {@code event} meets it.
     *
     * @param lastOf the last event of an earlier step, by the step's name, or null
     * @throws io.tidemark.sql.EvaluationException if the condition has no value
     */
    boolean test(Event event, Function<String, @Nullable Event> lastOf) {
        return expression.test(readsEarlierSteps() ? new Joined(event, lastOf) : event);
    }

    private final class Joined implements Row {
        private final Event event;
        private final Function<String, @Nullable Event> lastOf;

        Joined(Event event, Function<String, @Nullable Event> lastOf) {
            this.event = event;
            this.lastOf = lastOf;
        }

        @Override
        public @Nullable Object get(int index) {
            if (index < fields) {
                return event.get(index);
            }
            Event last = lastOf.apply(steps.get(index / fields - 1));
            return last == null ? null : last.get(index % fields);
        }
    }
}
