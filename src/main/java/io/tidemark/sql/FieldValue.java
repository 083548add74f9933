package io.tidemark.sql;

import io.tidemark.event.Row;
import org.jspecify.annotations.Nullable;

/**
 * The row's value at an index.
 *
 * @param index its place in the row
 * @param name its name, which stands for it in digests: places change when a field is added
 */
record FieldValue(int index, String name) implements Node {
    @Override
    public @Nullable Object eval(Row row) {
        return row.get(index);
    }

    @Override
    public String toString() {
        return "$" + name;
    }
}
