package io.tidemark.sql;

import io.tidemark.event.Row;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The nodes of text that are no plain functions. */
final class TextNodes {
    private TextNodes() {}

    /** {@code ||} and {@code CONCAT}: null if one is null. */
    record Concat(List<Node> operands) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            StringBuilder result = new StringBuilder();
            boolean anyNull = false;
            for (int i = 0; i < operands.size(); i++) {
                String value = (String) operands.get(i).eval(row);
                if (value == null) {
                    anyNull = true;
                } else {
                    Text.checkLength(result.append(value).length());
                }
            }
            return anyNull ? null : result.toString();
        }
    }

    /** {@code CONCAT_WS}: what is null is left out; null only if the separator is. */
    record Joined(Node separator, List<Node> operands) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            String between = (String) separator.eval(row);
            StringBuilder result = new StringBuilder();
            boolean first = true;
            for (int i = 0; i < operands.size(); i++) {
                String value = (String) operands.get(i).eval(row);
                if (value != null) {
                    result.append(first || between == null ? "" : between).append(value);
                    first = false;
                    Text.checkLength(result.length());
                }
            }
            return between == null ? null : result.toString();
        }
    }

    /** {@code TRIM}: without the characters of a set at the ends. */
    record Trim(Node text, Node set, boolean start, boolean end) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            String characters = (String) set.eval(row);
            String value = (String) text.eval(row);
            return value == null || characters == null ? null : Text.trimmed(value, characters, start, end);
        }
    }

    /** {@code REGEXP_LIKE}: whether the pattern is found somewhere in the text. */
    record Found(Pattern pattern, Node text) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            String value = (String) text.eval(row);
            return value == null
                    ? null
                    : (Boolean) pattern.matcher(new BoundedText(value)).find();
        }
    }

    /** {@code REGEXP_EXTRACT}: a group of the first match; null if nothing matches. */
    record Extracted(Pattern pattern, Node text, int group) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            String value = (String) text.eval(row);
            if (value == null) {
                return null;
            }
            Matcher matcher = pattern.matcher(new BoundedText(value));
            return matcher.find() ? matcher.group(group) : null;
        }
    }

    /** {@code REGEXP_REPLACE}: each match replaced; {@code $1} is a group. */
    record Replaced(Pattern pattern, Node text, Node replacement) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            String value = (String) text.eval(row);
            String by = (String) replacement.eval(row);
            if (value == null || by == null) {
                return null;
            }
            Matcher matcher = pattern.matcher(new BoundedText(value));
            StringBuilder result = new StringBuilder();
            while (matcher.find()) {
                matcher.appendReplacement(result, by);
                Text.checkLength(result.length());
            }
            return Text.bounded(matcher.appendTail(result).toString());
        }
    }
}
