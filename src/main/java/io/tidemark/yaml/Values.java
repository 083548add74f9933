package io.tidemark.yaml;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of one section of a file, by key. */
final class Values {
    private final YamlValue at;
    private final Map<Key<?>, Object> read = new HashMap<>();
    private final Map<Key<?>, YamlValue> given = new HashMap<>();

    Values(YamlValue at) {
        this.at = at;
    }

    /** The section itself. */
    YamlValue at() {
        return at;
    }

    <T> void read(Key<T> key, YamlValue value) {
        given.put(key, value);
        T result = key.type().read(value);
        if (result != null) {
            read.put(key, result);
        }
    }

    /** Whether the file has {@code key}, with a right value or a wrong one. */
    boolean has(Key<?> key) {
        return given.containsKey(key);
    }

    /** The value of {@code key} as it stands in the file, or null. */
    @Nullable
    YamlValue given(Key<?> key) {
        return given.get(key);
    }

    /** The value of {@code key}, its default, or null. */
    @SuppressWarnings("unchecked") // read(Key<T>, …) stored it
    <T> @Nullable T find(Key<T> key) {
        Object value = read.get(key);
        return value == null ? key.defaultValue() : (T) value;
    }

    /** The value of {@code key} or its default; {@code placeholder} after an error was reported. */
    <T> T get(Key<T> key, T placeholder) {
        T value = find(key);
        return value == null ? placeholder : value;
    }

    /** The value of {@code key}, which has a default, or that default. */
    <T> T get(Key<T> key) {
        T value = find(key);
        if (value == null) {
            throw new IllegalStateException(key.name() + " has no default");
        }
        return value;
    }
}
