package io.tidemark.yaml;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key of a pipeline file, declared once: parsing, defaults, messages and the reference follow from it.
 *
 * @param name the key
 * @param type what its value may be
 * @param doc one sentence for the reference
 * @param defaultValue what counts if it is missing, or null
 * @param required what to say if it is missing though it must be there, or null
 * @param words what other systems call it
 * @param opensConnection whether what is below it is about a connection, which not every command makes
 * @param <T> what its value becomes
 */
record Key<T>(
        String name,
        ValueType<T> type,
        String doc,
        @Nullable T defaultValue,
        @Nullable String required,
        List<String> words,
        boolean opensConnection) {

    /** An optional key without a default. */
    static <T> Key<T> of(String name, ValueType<T> type, String doc) {
        return new Key<>(name, type, doc, null, null, List.of(), false);
    }

    /** With the value that counts if it is missing. */
    Key<T> or(T value) {
        return new Key<>(name, type, doc, value, required, words, opensConnection);
    }

    /** Must be there; {@code hint} says what belongs there. */
    Key<T> required(String hint) {
        return new Key<>(name, type, doc, defaultValue, hint, words, opensConnection);
    }

    /** With what other systems call it. */
    Key<T> words(String... others) {
        return new Key<>(name, type, doc, defaultValue, required, List.of(others), opensConnection);
    }

    /** With what is below it about a connection. */
    Key<T> connecting() {
        return new Key<>(name, type, doc, defaultValue, required, words, true);
    }
}
