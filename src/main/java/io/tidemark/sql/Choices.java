package io.tidemark.sql;

import io.tidemark.event.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes that evaluate only what they need. */
final class Choices {
    private Choices() {}

    /** {@code CASE WHEN}: the result of the first condition that is true, else {@code otherwise}. */
    record Case(List<Node> conditions, List<Node> results, Node otherwise) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            for (int i = 0; i < conditions.size(); i++) {
                if (Boolean.TRUE.equals(conditions.get(i).eval(row))) {
                    return results.get(i).eval(row);
                }
            }
            return otherwise.eval(row);
        }
    }

    /**
     * {@code CASE value WHEN}: the value is evaluated once.
     *
     * @param nullsMatch whether a null value takes a null key (DECODE)
     */
    record Switch(Order order, boolean nullsMatch, Node value, List<Node> keys, List<Node> results, Node otherwise)
            implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Object x = value.eval(row);
            for (int i = 0; i < keys.size(); i++) {
                Object key = keys.get(i).eval(row);
                if (x == null || key == null ? nullsMatch && x == null && key == null : order.same(x, key)) {
                    return results.get(i).eval(row);
                }
            }
            return otherwise.eval(row);
        }
    }

    /** The first that is not null. */
    record Coalesce(List<Node> operands) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            for (int i = 0; i < operands.size(); i++) {
                Object value = operands.get(i).eval(row);
                if (value != null) {
                    return value;
                }
            }
            return null;
        }
    }
}
