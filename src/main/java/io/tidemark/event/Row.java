package io.tidemark.event;

import org.jspecify.annotations.Nullable;

/** Values by index, as an expression reads them. The schema is known to whoever holds the row. */
public interface Row {
    /** The value at {@code index}, of its {@link FieldType}'s Java class, or null. */
    @Nullable
    Object get(int index);
}
