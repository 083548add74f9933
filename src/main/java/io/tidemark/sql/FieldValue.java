package io.tidemark.sql;

import io.tidemark.event.Row;
import org.jspecify.annotations.Nullable;

/** The row's value at an index. */
record FieldValue(int index) implements Node {
    @Override
    public @Nullable Object eval(Row row) {
        return row.get(index);
    }

    @Override
    public String toString() {
        return "$" + index;
    }
}
