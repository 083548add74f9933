package io.tidemark.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.event.FieldType;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Reads one field's value: of the field's Java class, null for a JSON null, or a {@link Rejection} in the value's
 * place. A number in a string is taken for a numeric field; nothing else is converted.
 */
final class FieldReader implements Serializable {
    private static final long serialVersionUID = 1;

    private final String name;
    private final FieldType type;
    private final @Nullable TimestampReader timestamps;
    private final @Nullable ListReader elements;
    private final RecentTexts texts = new RecentTexts();

    /**
     * @throws IllegalArgumentException if the field's declaration contradicts itself
     */
    FieldReader(DecodedField field) {
        this(field, "field '" + field.name() + "'", field.type());
    }

    private FieldReader(DecodedField field, String name, FieldType type) {
        this.name = name;
        this.type = type;
        FieldType element = field.elementType();
        this.timestamps =
                type == FieldType.TIMESTAMP ? new TimestampReader(field.unit(), field.pattern(), field.zone()) : null;
        if (type != FieldType.LIST) {
            this.elements = null;
        } else if (element == FieldType.LIST
                || (element == null) == field.elementFields().isEmpty()) {
            throw new IllegalArgumentException(
                    "list '" + field.name() + "' needs the type of its elements, or their fields, and not list");
        } else {
            this.elements = new ListReader(
                    field.name(),
                    element == null ? null : new FieldReader(field, "an element of '" + field.name() + "'", element),
                    field.elementFields());
        }
    }

    /**
     * Reads the value that {@code parser} stands at, to its end.
     *
     * @param recordTime the record's own time, or null
     */
    @Nullable
    Object read(JsonParser parser, @Nullable Long recordTime) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        return switch (type) {
            case STRING -> token == JsonToken.VALUE_STRING ? text(parser) : wrong(parser);
            case LONG -> readLong(parser, token);
            case DOUBLE -> readDouble(parser, token);
            case BOOLEAN ->
                token == JsonToken.VALUE_TRUE
                        ? Boolean.TRUE
                        : token == JsonToken.VALUE_FALSE ? Boolean.FALSE : wrong(parser);
            case DECIMAL -> readDecimal(parser, token);
            case TIMESTAMP -> readTimestamp(parser, token, recordTime);
            case LIST ->
                token == JsonToken.START_ARRAY && elements != null ? elements.read(parser, recordTime) : wrong(parser);
        };
    }

    private String text(JsonParser parser) throws IOException {
        return texts.of(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    }

    FieldType type() {
        return type;
    }

    private Object readLong(JsonParser parser, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return isLong(parser) ? (Object) parser.getLongValue() : beyond(parser);
        }
        if (token == JsonToken.VALUE_NUMBER_FLOAT && !parser.isNaN()) {
            return toLong(parser.getDecimalValue(), () -> found(parser));
        }
        return token == JsonToken.VALUE_STRING ? fromText(parser.getText()) : wrong(parser);
    }

    private static boolean isLong(JsonParser parser) throws IOException {
        JsonParser.NumberType number = parser.getNumberType();
        return number == JsonParser.NumberType.INT || number == JsonParser.NumberType.LONG;
    }

    private Object readDouble(JsonParser parser, JsonToken token) throws IOException {
        if (token.isNumeric() && !parser.isNaN()) {
            double number = parser.getDoubleValue();
            // The parser reads 1e999 as infinity.
            return Double.isFinite(number) ? (Object) number : beyond(parser);
        }
        return token == JsonToken.VALUE_STRING ? fromText(parser.getText()) : wrong(parser);
    }

    private Object readDecimal(JsonParser parser, JsonToken token) throws IOException {
        if (token.isNumeric() && !parser.isNaN()) {
            BigDecimal number = parser.getDecimalValue();
            return Numbers.isModest(number) ? number : beyond(parser);
        }
        return token == JsonToken.VALUE_STRING ? fromText(parser.getText()) : wrong(parser);
    }

    private Object readTimestamp(JsonParser parser, JsonToken token, @Nullable Long recordTime) throws IOException {
        TimestampReader reader = timestamps();
        long time;
        if (token == JsonToken.VALUE_STRING) {
            char[] text = parser.getTextCharacters();
            int from = parser.getTextOffset();
            time = reader.fromText(text, from, from + parser.getTextLength(), recordTime);
        } else if (token == JsonToken.VALUE_NUMBER_INT && isLong(parser)) {
            time = reader.fromEpoch(parser.getLongValue());
        } else if (token.isNumeric() && !parser.isNaN()) {
            time = reader.fromEpoch(parser.getDecimalValue());
        } else {
            return wrong(parser);
        }
        return time == TimestampReader.INVALID ? wrong(parser) : (Object) time;
    }

    private TimestampReader timestamps() {
        if (timestamps == null) {
            throw new IllegalStateException(name + " is no timestamp");
        }
        return timestamps;
    }

    /** The value of text for a numeric field, of a key or of a header; without quotes around it, so all types go. */
    Object fromText(String text, @Nullable Long recordTime) {
        return switch (type) {
            case STRING -> text;
            case BOOLEAN ->
                text.equals("true")
                        ? Boolean.TRUE
                        : text.equals("false") ? Boolean.FALSE : Rejection.wrongType(mismatch(quoted(text)));
            case TIMESTAMP -> {
                char[] characters = text.toCharArray();
                long time = timestamps().fromText(characters, 0, characters.length, recordTime);
                yield time == TimestampReader.INVALID ? Rejection.wrongType(mismatch(quoted(text))) : (Object) time;
            }
            case LONG, DOUBLE, DECIMAL -> fromText(text);
            case LIST -> Rejection.wrongType(mismatch(quoted(text)));
        };
    }

    private Object fromText(String text) {
        if (!Numbers.isNumber(text)) {
            return Rejection.wrongType(mismatch(quoted(text)));
        }
        if (type == FieldType.DOUBLE) {
            double number = Double.parseDouble(text);
            return Double.isFinite(number) ? (Object) number : Rejection.wrongType(beyond(quoted(text)));
        }
        BigDecimal number = new BigDecimal(text);
        if (type == FieldType.LONG) {
            return toLong(number, () -> quoted(text));
        }
        return Numbers.isModest(number) ? number : Rejection.wrongType(beyond(quoted(text)));
    }

    /** The value of a number that is known of a record, such as its offset or its time in milliseconds. */
    Object fromLong(long number) {
        return switch (type) {
            case LONG, TIMESTAMP -> number;
            case DOUBLE -> (double) number;
            case DECIMAL -> BigDecimal.valueOf(number);
            case STRING -> Long.toString(number);
            case BOOLEAN, LIST -> Rejection.wrongType(mismatch("the number " + number));
        };
    }

    /** What a value looks like, made only when it is needed. */
    private interface Found {
        String text() throws IOException;
    }

    private Object toLong(BigDecimal number, Found found) {
        try {
            if (!Numbers.isModest(number) && number.signum() != 0) {
                return Rejection.wrongType(beyond(found.text()));
            }
            if (number.stripTrailingZeros().scale() > 0) {
                return Rejection.wrongType(mismatch(found.text()) + " without a fraction");
            }
            return Numbers.isLong(number) ? (Object) number.longValue() : Rejection.wrongType(beyond(found.text()));
        } catch (IOException e) {
            return Rejection.wrongType(mismatch("a number"));
        }
    }

    private Rejection wrong(JsonParser parser) throws IOException {
        Rejection rejection = Rejection.wrongType(mismatch(found(parser)));
        parser.skipChildren();
        return rejection;
    }

    private Rejection beyond(JsonParser parser) throws IOException {
        return Rejection.wrongType(beyond(found(parser)));
    }

    private String beyond(String found) {
        return name + " is " + found + ", beyond the range of " + expected();
    }

    private String mismatch(String found) {
        return name + " is " + found + ", expected " + expected();
    }

    private String expected() {
        return type == FieldType.TIMESTAMP ? timestamps().expected() : "a " + type.word();
    }

    private static String quoted(String text) {
        return "the string \"" + Rejection.shown(text) + "\"";
    }

    private static String found(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> quoted(parser.getText());
            case VALUE_TRUE, VALUE_FALSE -> "the boolean " + parser.getText();
            default -> "the number " + Rejection.shown(parser.getText());
        };
    }
}
