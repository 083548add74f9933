package io.tidemark.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the scalar members of one JSON object as text, for showing a row to a person. */
public final class FlatJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private FlatJson() {}

    /**
     * The members in order: a string as it is, a number as written, {@code true}, {@code false}, {@code null}; objects
     * and arrays are left out.
     *
     * @throws IOException if {@code json} is no JSON object
     */
    public static Map<String, String> read(byte[] json) throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser parser = FACTORY.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                if (parser.nextToken().isScalarValue()) {
                    members.put(name, parser.getText());
                } else {
                    parser.skipChildren();
                }
            }
        }
        return members;
    }
}
