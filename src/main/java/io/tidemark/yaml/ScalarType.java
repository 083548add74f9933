package io.tidemark.yaml;

import io.tidemark.yaml.Scalar.Kind;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A type of single values.
 *
 * @param <T> what a value becomes
 */
final class ScalarType<T> implements ValueType<T> {
    /** Stands between the words of a choice in the reference, whose tables have bars of their own. */
    private static final String OR = " \\| ";

    private final String word;
    private final boolean takesUnresolved;
    private final BiFunction<YamlValue, Scalar, @Nullable T> parse;
    private final Function<T, String> format;

    private ScalarType(
            String word,
            boolean takesUnresolved,
            BiFunction<YamlValue, Scalar, @Nullable T> parse,
            Function<T, String> format) {
        this.word = word;
        this.takesUnresolved = takesUnresolved;
        this.parse = parse;
        this.format = format;
    }

    /** A type whose {@code parse} reports errors and returns null for them. */
    static <T> ScalarType<T> of(String word, BiFunction<YamlValue, Scalar, @Nullable T> parse) {
        return new ScalarType<>(word, false, parse, String::valueOf);
    }

    /** A type whose values are text as it stands. */
    static ScalarType<String> text(String word, BiFunction<YamlValue, Scalar, @Nullable String> parse) {
        return new ScalarType<>(word, true, parse, text -> text);
    }

    /** With another way to write a value. */
    ScalarType<T> formatted(Function<T, String> other) {
        return new ScalarType<>(word, takesUnresolved, parse, other);
    }

    @Override
    public String word() {
        return word;
    }

    private String allowed() {
        return word.replace(OR, ", ");
    }

    @Override
    public @Nullable T read(YamlValue value) {
        if (!value.isScalar()) {
            boolean meantAsText = takesUnresolved && value.isTornText();
            value.error(
                    value.kind() + "; " + (meantAsText ? allowed() + value.quotedHint() : "one value: " + allowed()));
            return null;
        }
        Scalar scalar = value.scalar();
        if (scalar == null) {
            return null;
        }
        if (scalar.kind() == Kind.NULL && scalar.text().isBlank()) {
            value.error("has no value; " + allowed());
            return null;
        }
        return scalar.unresolved() && !takesUnresolved ? null : parse.apply(value, scalar);
    }

    @Override
    public String format(T value) {
        return format.apply(value);
    }
}
