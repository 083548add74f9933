package io.tidemark.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a client or of Flink: names with dots, values as text just as they are written.
 *
 * @param nested whether a mapping may stand for the names that begin with its own, and a list for its items with
 *     semicolons between
 */
record PropertiesType(boolean nested) implements ValueType<Map<String, String>> {
    @Override
    public String word() {
        return "mapping of names to text";
    }

    @Override
    public @Nullable Map<String, String> read(YamlValue value) {
        if (!value.isMapping()) {
            value.error(value.kind() + "; a " + word());
            return null;
        }
        Map<String, String> result = new LinkedHashMap<>();
        read(value, "", result);
        return result;
    }

    private void read(YamlValue mapping, String prefix, Map<String, String> result) {
        for (YamlValue entry : mapping.entries()) {
            String name = prefix + entry.name();
            if (nested && entry.isMapping()) {
                read(entry, name + ".", result);
                continue;
            }
            String text = nested && entry.isList() ? joined(entry) : single(entry, name);
            if (text == null) {
                continue;
            }
            if (Redaction.isSecret(name)) {
                entry.reading().secret(text);
            }
            if (result.putIfAbsent(name, text) != null) {
                entry.keyError("duplicate key \"" + name + "\"; once, flat or nested");
            }
        }
    }

    private @Nullable String single(YamlValue entry, String name) {
        if (entry.isScalar()) {
            return Types.VERBATIM.read(entry);
        }
        entry.error(entry.kind() + "; a text"
                + (entry.isMapping()
                        ? ", and the whole name as the key: " + name + ".…"
                        : ", its items with commas between"));
        return null;
    }

    private static @Nullable String joined(YamlValue entry) {
        List<String> items = new ListType<>(Types.VERBATIM).read(entry);
        return items == null ? null : String.join(";", items);
    }

    @Override
    public String format(Map<String, String> value) {
        return value.isEmpty() ? "{}" : value.toString();
    }
}
