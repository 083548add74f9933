package io.tidemark.sql;

import io.tidemark.event.Row;
import org.jspecify.annotations.Nullable;

/** {@code LIKE} and {@code ILIKE} with a pattern that may differ from row to row; a constant one is read once. */
record LikeNode(Node value, Node pattern, @Nullable LikePattern constant, int escape, boolean anyCase, boolean negated)
        implements Node {
    @Override
    public @Nullable Object eval(Row row) {
        String text = (String) value.eval(row);
        LikePattern like = constant;
        if (like == null) {
            String given = (String) pattern.eval(row);
            if (given == null || text == null) {
                return null;
            }
            like = LikePattern.of(given, escape, anyCase);
        }
        return text == null ? null : (Boolean) (like.matches(text) != negated);
    }

    @Override
    public String toString() {
        return "Like[" + value + ", " + pattern + ", " + escape + anyCase + negated + "]";
    }
}
