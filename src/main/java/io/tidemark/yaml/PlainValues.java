package io.tidemark.yaml;

import io.tidemark.yaml.Scalar.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Any YAML as what JSON has: {@link Map}, {@link List}, {@link String}, {@link BigDecimal}, {@link Boolean} and null. */
final class PlainValues {
    private static final int MOST_DIGITS = 400;

    private PlainValues() {}

    /** The plain value of {@code value}; null too after an error was reported. */
    static @Nullable Object read(YamlValue value) {
        if (value.isMapping()) {
            return mapping(value);
        }
        if (value.isList()) {
            List<@Nullable Object> list = new ArrayList<>();
            value.items().forEach(item -> list.add(read(item)));
            return list;
        }
        Scalar scalar = value.scalar();
        return scalar == null || scalar.kind() == Kind.NULL ? null : plain(value, scalar);
    }

    /** The plain values of a mapping. */
    static Map<String, Object> mapping(YamlValue value) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (YamlValue entry : value.entries()) {
            map.put(entry.name(), read(entry));
        }
        return map;
    }

    private static @Nullable Object plain(YamlValue value, Scalar scalar) {
        String text = scalar.text();
        return switch (scalar.kind()) {
            case BOOLEAN -> text.equalsIgnoreCase("true");
            case INTEGER -> integer(text);
            case FLOAT -> number(value, text);
            default -> text;
        };
    }

    private static BigDecimal integer(String text) {
        if (text.startsWith("0x")) {
            return new BigDecimal(new BigInteger(text.substring(2), 16));
        }
        return text.startsWith("0o")
                ? new BigDecimal(new BigInteger(text.substring(2), 8))
                : new BigDecimal(new BigInteger(text));
    }

    private static @Nullable BigDecimal number(YamlValue value, String text) {
        try {
            BigDecimal number = new BigDecimal(text);
            if (Math.abs((long) number.scale()) <= MOST_DIGITS) {
                return number;
            }
        } catch (NumberFormatException e) {
            // .inf and .nan, which JSON has not
        }
        value.error("\"" + text + "\" is no number that JSON has; a number, or the whole record as text in quotes");
        return null;
    }
}
