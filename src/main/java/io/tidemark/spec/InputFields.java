package io.tidemark.spec;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fields of what a node reads, as far as they are known.
 *
 * @param node the node that is read
 * @param schema its fields
 * @param broken names of fields that have an error of their own, so that nothing can be said of what names them
 * @param open whether there may be more fields
 */
record InputFields(String node, Schema schema, Set<String> broken, boolean open) {
    /** Those of {@code source}; null if two have one name. */
    static @Nullable InputFields of(SourceSpec source, Gaps gaps) {
        Set<String> names = new HashSet<>();
        if (!source.fields().stream().allMatch(field -> names.add(field.name()))) {
            return null;
        }
        String path = "sources." + source.name() + ".fields";
        Set<String> broken = new HashSet<>(names);
        broken.removeIf(name -> !gaps.touch(path + "." + name));
        return new InputFields(source.name(), Schemas.of(source), broken, gaps.cover(path));
    }

    /** Those of the rows of {@code window}, which reads {@code input}, as events; null if two have one name. */
    static @Nullable InputFields of(WindowSpec window, InputFields input, ExpressionChecker checker, Gaps gaps) {
        String path = "windows." + window.name();
        Set<String> broken = new HashSet<>();
        List<Field> key = new ArrayList<>();
        for (String name : window.key()) {
            int index = input.schema().indexOf(name);
            key.add(
                    index < 0
                            ? new Field(name, FieldType.STRING, true)
                            : input.schema().field(index));
            if (index < 0 || input.broken().contains(name)) {
                broken.add(name);
            }
        }
        List<Field> aggregates = new ArrayList<>();
        window.aggregates().forEach((name, text) -> {
            FieldType type = gaps.cover(path + ".aggregates." + name)
                    ? null
                    : checker.aggregate(text, input.schema(), WindowSpec.DEFAULT_ACCURACY)
                            .type();
            aggregates.add(new Field(name, type == null ? FieldType.STRING : type, true));
            if (type == null) {
                broken.add(name);
            }
        });
        try {
            Schema schema = Schemas.rows(new Schema(key), new Schema(aggregates));
            boolean open = gaps.cover(path + ".key") || gaps.cover(path + ".aggregates");
            return new InputFields(window.name(), schema, broken, open || input.open());
        } catch (IllegalArgumentException e) {
            return null; // reported by the window's own checks
        }
    }

    /** The names of those that can be part of a key. */
    List<String> usable() {
        return schema.fields().stream()
                .filter(field -> field.type() != FieldType.LIST)
                .map(Field::name)
                .toList();
    }

    /** The names of all. */
    List<String> names() {
        return schema.fields().stream().map(Field::name).toList();
    }

    /** Whether no field that {@code expression} names is broken, so that its errors are its own. */
    boolean understand(String expression) {
        return !open
                && broken.stream()
                        .noneMatch(name -> Pattern.compile("\\b" + Pattern.quote(name) + "\\b")
                                .matcher(expression)
                                .find());
    }
}
