package io.tidemark.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of free names to values of one type; the order stays.
 *
 * @param word what it is called
 * @param nameProblem what is wrong with a name, if anything
 * @param value what each value is
 * @param <T> what a value becomes
 */
record MapType<T>(String word, Function<String, Optional<String>> nameProblem, ValueType<T> value)
        implements ValueType<Map<String, T>> {
    @Override
    public @Nullable Map<String, T> read(YamlValue mapping) {
        if (!mapping.isMapping()) {
            mapping.error(mapping.kind() + "; a " + word);
            return null;
        }
        Map<String, T> result = new LinkedHashMap<>();
        for (YamlValue entry : mapping.entries()) {
            nameProblem.apply(entry.name()).ifPresent(entry::keyError);
            T read = value.read(entry);
            if (read != null) {
                result.put(entry.name(), read);
            }
        }
        return result;
    }

    @Override
    public List<Section<?>> sections() {
        return value.sections();
    }

    @Override
    public String format(Map<String, T> map) {
        return map.isEmpty() ? "{}" : map.toString();
    }
}
