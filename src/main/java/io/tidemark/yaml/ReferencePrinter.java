package io.tidemark.yaml;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Prints the reference of all keys of a pipeline file, from their declarations, as Markdown. */
public final class ReferencePrinter {
    /** The line before the reference in a page that holds it. */
    public static final String BEGIN = "<!-- reference:begin -->";

    /** The line after the reference in a page that holds it. */
    public static final String END = "<!-- reference:end -->";

    private final StringBuilder out = new StringBuilder();

    private ReferencePrinter() {}

    /** One table a section, in the order in which the sections come up. */
    public static String print() {
        ReferencePrinter printer = new ReferencePrinter();
        Deque<Section<?>> open = new ArrayDeque<>();
        Set<Section<?>> seen = new HashSet<>();
        open.add(PipelineKeys.PIPELINE);
        while (!open.isEmpty()) {
            Section<?> section = open.poll();
            if (seen.add(section)) {
                printer.section(section);
                // depth first: what belongs to a section comes behind it
                List<Key<?>> keys = new ArrayList<>(section.keys());
                Collections.reverse(keys);
                keys.forEach(key -> key.type().sections().forEach(open::addFirst));
            }
        }
        return printer.out.toString().strip() + "\n";
    }

    private void section(Section<?> section) {
        out.append(section.title().isEmpty() ? "### The file" : "### `" + section.title() + "`")
                .append("\n\n");
        Key<?> shortForm = section.shortForm();
        if (shortForm != null) {
            out.append("A single value stands for `").append(shortForm.name()).append("`.\n\n");
        }
        out.append("| key | value | default | |\n|---|---|---|---|\n");
        for (Key<?> key : section.keys()) {
            out.append("| `")
                    .append(key.name())
                    .append("` | ")
                    .append(key.type().word())
                    .append(" | ")
                    .append(defaultOf(section, key))
                    .append(" | ")
                    .append(key.doc())
                    .append(" |\n");
        }
        out.append('\n');
    }

    private static String defaultOf(Section<?> section, Key<?> key) {
        if (key.required() != null) {
            return "*required*";
        }
        return section.isChoice(key) ? "*exactly one of these*" : written(key);
    }

    private static <T> String written(Key<T> key) {
        T value = key.defaultValue();
        return value == null || value.equals(Map.of()) ? "" : "`" + key.type().format(value) + "`";
    }
}
