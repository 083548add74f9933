package io.tidemark.sql;

import io.tidemark.event.Field;
import io.tidemark.event.Schema;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** The fields of a schema. */
final class FieldScope implements Scope {
    private final Schema schema;
    private final Problems problems;

    FieldScope(Schema schema, Problems problems) {
        this.schema = schema;
        this.problems = problems;
    }

    @Override
    public Typed field(SqlIdentifier name) {
        String word = name.getSimple();
        int index = schema.indexOf(word);
        if (index >= 0) {
            SqlType type = SqlType.of(schema.field(index).type());
            return Typed.of(new FieldValue(index, word), type, name.getParserPosition());
        }
        problems.error(name.getParserPosition(), unknown(word, names(schema)));
        return Typed.unknown(name.getParserPosition());
    }

    @Override
    public @Nullable Typed aggregate(SqlCall call) {
        return null;
    }

    static List<String> names(Schema schema) {
        return schema.fields().stream().map(Field::name).toList();
    }

    static String unknown(String word, List<String> names) {
        for (String name : names) {
            if (name.equalsIgnoreCase(word)) {
                return "no field '" + word + "'; did you mean '" + name + "'?";
            }
        }
        if (FunctionBuilder.notDeterministic(word)) {
            return FunctionBuilder.notDeterministicMessage(word);
        }
        if (FunctionBuilder.known(word)) {
            return "no field '" + word + "'; the function of that name is written " + word + "(…)";
        }
        return "no field '" + word + "'" + Suggestion.of(word, names);
    }
}
