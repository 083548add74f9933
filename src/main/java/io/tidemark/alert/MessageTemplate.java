package io.tidemark.alert;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A line for a person with places for values.
 *
 * @param texts what stands between the places, first and last included: one more than there are places
 * @param names what the places name, such as {@code service}, {@code failed.ip} or {@code failed.count}
 */
public record MessageTemplate(List<String> texts, List<String> names) implements Serializable {
    /**
     * The message.
     *
     * @param values a value by the name of its place, in the form of an alert's evidence; null is written as {@code null}
     */
    public String render(Function<String, @Nullable Object> values) {
        StringBuilder message = new StringBuilder(texts.get(0));
        for (int i = 0; i < names.size(); i++) {
            message.append(text(values.apply(names.get(i)))).append(texts.get(i + 1));
        }
        return message.toString();
    }

    private static String text(@Nullable Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
    }
}
