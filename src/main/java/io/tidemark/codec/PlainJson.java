package io.tidemark.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as plain values: {@link Map} in the order of the text, {@link List}, {@link String}, {@link BigDecimal} with the
 * text's digits, {@link Boolean} and null. For tests of pipelines, not for the way of events.
 */
public final class PlainJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private PlainJson() {}

    /** Compact JSON. */
    public static byte[] bytes(@Nullable Object value) {
        return new JsonWriter(TimeFormat.ISO).value(value).take();
    }

    /** Compact JSON. */
    public static String text(@Nullable Object value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    /**
     * The value of {@code json}.
     *
     * @throws IllegalArgumentException if it is no JSON
     */
    public static @Nullable Object read(String json) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            parser.nextToken();
            return value(parser);
        } catch (IOException e) {
            throw new IllegalArgumentException("no JSON: " + json, e);
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new IllegalArgumentException("no JSON: the text is empty");
        }
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_NULL -> null;
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new BigDecimal(parser.getText());
            default -> parser.getText();
        };
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            object.put(name, value(parser));
        }
        return object;
    }

    private static List<@Nullable Object> array(JsonParser parser) throws IOException {
        List<@Nullable Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser));
        }
        return array;
    }
}
