package io.tidemark.yaml;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the value of a key may be: how it is read, and what people call it.
 *
 * @param <T> what it becomes in the specification
 */
interface ValueType<T> {
    /** What it is called in messages and in the reference, such as {@code duration}. */
    String word();

    /**
     * What {@code value} means; null after an error was reported, or if a variable in it is not known to a command that
     * does not need it.
     */
    @Nullable
    T read(YamlValue value);

    /** {@code value} as a file writes it. */
    default String format(T value) {
        return String.valueOf(value);
    }

    /** The sections that such a value is made of, for the reference. */
    default List<Section<?>> sections() {
        return List.of();
    }
}
