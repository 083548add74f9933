package io.tidemark.window;

import io.tidemark.event.Event;
import io.tidemark.event.Key;
import io.tidemark.sql.EvaluationException;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a window's condition, key, arguments and filters on an event, before the key shuffle; behind it only why that
 * failed.
 */
public final class EventPreparation implements Serializable {
    private static final long serialVersionUID = 1;

    private final WindowPlan plan;
    private final int[] keyFields;

    /** The expressions of {@code plan}. */
    public EventPreparation(WindowPlan plan) {
        this.plan = plan;
        this.keyFields = plan.keyFields().stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * What {@code event} contributes.
     *
     * @param mayBeLate whether the event itself has to go along
     * @return null if the condition is not met
     * @throws EvaluationException if any expression fails for this event; then it must not count anywhere
     */
    @Nullable
    WindowInput prepare(Event event, boolean mayBeLate) {
        if (plan.where() != null && !plan.where().test(event)) {
            return null;
        }
        List<InputExpression> inputs = plan.inputs();
        @Nullable Object[] values = new Object[inputs.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = inputs.get(i).value(event);
        }
        return WindowInput.ofEvent(key(event), event, values, mayBeLate);
    }

    /** Why an expression fails for {@code event}; null if none does. */
    public @Nullable String failure(Event event) {
        try {
            prepare(event, false);
            return null;
        } catch (EvaluationException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** {@code event} with nothing that it contributes. */
    WindowInput alone(Event event) {
        return WindowInput.ofEventAlone(key(event), event);
    }

    private Key key(Event event) {
        if (keyFields.length == 0) {
            return Key.GLOBAL;
        }
        @Nullable Object[] values = new Object[keyFields.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = event.get(keyFields[i]);
        }
        return Key.of(values);
    }
}
