package io.tidemark.yaml;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list; one value stands for a list of one.
 *
 * @param item what each item is
 * @param <T> what an item becomes
 */
record ListType<T>(ValueType<T> item) implements ValueType<List<T>> {
    @Override
    public String word() {
        return "list of " + item.word();
    }

    @Override
    public @Nullable List<T> read(YamlValue value) {
        if (value.isMapping() && item.sections().isEmpty()) {
            value.error("is a mapping; a " + word().replace(" \\| ", ", ")
                    + (value.isTornText() ? value.quotedHint() : ""));
            return null;
        }
        List<T> items = new ArrayList<>();
        for (YamlValue each : value.items()) {
            T read = item.read(each);
            if (read != null) {
                items.add(read);
            }
        }
        return items;
    }

    @Override
    public String format(List<T> value) {
        return value.stream().map(item::format).toList().toString();
    }

    @Override
    public List<Section<?>> sections() {
        return item.sections();
    }
}
