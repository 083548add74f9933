package io.tidemark.sql;

import io.tidemark.event.Row;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A value that is the same for every row. */
record Constant(@Nullable Serializable value) implements Node {
    /** NULL. */
    static final Constant NULL = new Constant(null);

    @Override
    public @Nullable Object eval(Row row) {
        return value;
    }

    @Override
    public String toString() {
        if (value instanceof String text) {
            return "'" + text.replace("'", "''") + "'";
        }
        return value == null ? "null" : value.getClass().getSimpleName() + ":" + value;
    }
}
