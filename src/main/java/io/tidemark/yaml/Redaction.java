package io.tidemark.yaml;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Hides the secrets of one pipeline file: substituted values, and the values of properties whose names say that they are
 * secret. Immutable.
 */
public final class Redaction {
    /** What is shown in place of a secret. */
    public static final String MASK = "******";

    /** Hides nothing but properties by their names. */
    public static final Redaction NONE = new Redaction(List.of());

    private static final List<String> SECRET_WORDS =
            List.of("password", "secret", "token", "key", "credential", "jaas");

    /** Shorter values than this are hidden only where they stand alone, or no sentence would be left of a message. */
    private static final int SHORT = 4;

    private final List<String> values;

    /** @param values the secret values */
    Redaction(Collection<String> values) {
        List<String> sorted = new ArrayList<>(new TreeSet<>(values));
        sorted.removeIf(String::isBlank);
        sorted.sort(Comparator.comparingInt(String::length).reversed()); // a secret may hold another
        this.values = List.copyOf(sorted);
    }

    /** {@code text} with every secret value in it replaced by {@link #MASK}. */
    public String redact(String text) {
        String result = text;
        for (String value : values) {
            result = value.length() < SHORT ? replaceWord(result, value) : result.replace(value, MASK);
        }
        return result;
    }

    /** {@code properties} as they may be shown: secret by name or by value are masked; the order stays. */
    public Map<String, String> redact(Map<String, String> properties) {
        Map<String, String> shown = new LinkedHashMap<>();
        properties.forEach((name, value) -> shown.put(name, isSecret(name) ? MASK : redact(value)));
        return shown;
    }

    /** Whether the value of the property called {@code name} is secret. */
    public static boolean isSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return SECRET_WORDS.stream().anyMatch(lower::contains);
    }

    private static String replaceWord(String text, String word) {
        StringBuilder result = new StringBuilder();
        int from = 0;
        for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, from)) {
            int end = at + word.length();
            boolean alone = (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1)))
                    && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
            result.append(text, from, at).append(alone ? MASK : word);
            from = end;
        }
        return result.append(text.substring(from)).toString();
    }
}
