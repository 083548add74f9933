package io.tidemark.yaml;

import io.tidemark.event.FieldType;
import io.tidemark.spec.NearMiss;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The type of a field. */
final class FieldTypeType implements ValueType<FieldType> {
    /** The words of other systems. */
    private static final Map<String, FieldType> FOREIGN = foreign();

    private static final List<String> WORDS =
            Arrays.stream(FieldType.values()).map(FieldType::word).toList();

    @Override
    public String word() {
        return String.join(" \\| ", WORDS);
    }

    @Override
    public @Nullable FieldType read(YamlValue value) {
        if (value.isScalar() && value.rawText().isBlank()) {
            value.error("has no value; " + String.join(", ", WORDS));
            return null;
        }
        String text = Types.TEXT.read(value);
        if (text == null) {
            return null;
        }
        for (FieldType type : FieldType.values()) {
            if (type.word().equals(text)) {
                return type;
            }
        }
        value.error("there is no type " + text + "; " + advice(text));
        return FOREIGN.get(NearMiss.plain(text)); // so that no error follows from this one
    }

    private static String advice(String text) {
        String plain = NearMiss.plain(text.replaceAll("[(<].*", ""));
        FieldType meant = FOREIGN.get(plain);
        if (meant != null) {
            return text + ": use " + meant.word();
        }
        if (List.of("object", "map", "struct", "row", "record", "json").contains(plain)) {
            return "make a field of each member, with path: /member/name";
        }
        return String.join(", ", WORDS) + NearMiss.question(text, WORDS);
    }

    @Override
    public String format(FieldType value) {
        return value.word();
    }

    private static Map<String, FieldType> foreign() {
        Map<String, FieldType> foreign = new LinkedHashMap<>();
        for (FieldType type : FieldType.values()) {
            for (String word : foreign(type)) {
                foreign.put(word, type);
            }
        }
        return foreign;
    }

    private static List<String> foreign(FieldType type) {
        return switch (type) {
            case STRING -> List.of("varchar", "char", "text", "str", "uuid", "keyword");
            case LONG -> List.of("int", "integer", "bigint", "smallint", "tinyint", "int64", "int32", "short", "byte");
            case DOUBLE -> List.of("float", "real", "number", "float64", "float32", "doubleprecision", "gauge");
            case BOOLEAN -> List.of("bool", "bit");
            case DECIMAL -> List.of("numeric", "bigdecimal", "dec", "money");
            case TIMESTAMP -> List.of("datetime", "date", "time", "timestampltz", "timestamptz", "instant", "epoch");
            case LIST -> List.of("array", "multiset", "set", "repeated");
        };
    }
}
