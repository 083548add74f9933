package io.tidemark.yaml;

import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Finds values of flow mappings and sequences that YAML tore apart at a comma: {@code { p: percentile(x, 95) }}. */
final class Torn {
    private Torn() {}

    /** The entries that are whole; an error for each that is not. */
    static List<YamlValue> entries(List<YamlValue> entries) {
        List<YamlValue> whole = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            YamlValue entry = entries.get(i);
            int end = i + 1;
            if (isOpen(entry)) {
                while (end < entries.size() && isFragment(entries.get(end))) {
                    end++;
                }
            }
            if (end == i + 1) {
                whole.add(entry);
            } else {
                report(entry, entry.name() + ": ");
                i = end - 1;
            }
        }
        return whole;
    }

    /** The items that are whole; an error for each that is not. */
    static List<YamlValue> items(List<YamlValue> items) {
        List<YamlValue> whole = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            YamlValue item = items.get(i);
            if (i + 1 < items.size() && isOpen(item) && plain(items.get(i + 1)) != null) {
                report(item, "");
                String joined = plain(item);
                while (i + 1 < items.size() && joined != null && Quoting.isOpen(joined)) {
                    joined = joined + ", " + plain(items.get(++i));
                }
            } else {
                whole.add(item);
            }
        }
        return whole;
    }

    private static void report(YamlValue value, String key) {
        SourceText source = value.reading().source();
        String meant = Quoting.meantInFlow(source, value.offset(false));
        value.error("YAML tears this value apart at the comma; write " + key + Quoting.quote(meant));
    }

    private static boolean isOpen(YamlValue value) {
        String text = plain(value);
        return text != null && Quoting.isOpen(text);
    }

    /** A key without any value, as the part of a torn text behind a comma is. */
    private static boolean isFragment(YamlValue entry) {
        return entry.node() instanceof ScalarNode scalar
                && scalar.getTag().equals(Tag.NULL)
                && scalar.getValue().isEmpty();
    }

    private static @org.jspecify.annotations.Nullable String plain(YamlValue value) {
        return value.node() instanceof ScalarNode scalar && scalar.isPlain() ? scalar.getValue() : null;
    }
}
