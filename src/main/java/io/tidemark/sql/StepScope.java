package io.tidemark.sql;

import io.tidemark.event.Schema;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the event at hand, {@code ip}, and those of the last events of a pattern's earlier steps, {@code
 * failed.ip}. A row has the former first, then the fields of each step.
 */
final class StepScope implements Scope {
    private final Schema schema;
    private final List<String> steps;
    private final Problems problems;
    private final FieldScope fields;

    StepScope(Schema schema, List<String> steps, Problems problems) {
        this.schema = schema;
        this.steps = steps;
        this.problems = problems;
        this.fields = new FieldScope(schema, problems);
    }

    @Override
    public Typed field(SqlIdentifier name) {
        return fields.field(name);
    }

    @Override
    public Typed qualified(SqlIdentifier name) {
        int step = steps.indexOf(name.names.get(0));
        if (name.names.size() != 2 || step < 0) {
            problems.error(name.getParserPosition(), noStep(name));
            return Typed.unknown(name.getParserPosition());
        }
        Typed field = fields.field(name.getComponent(1));
        return field.node() instanceof FieldValue value
                ? Typed.of(
                        new FieldValue((step + 1) * schema.size() + value.index(), name.toString()),
                        field.type(),
                        name.getParserPosition())
                : field;
    }

    private String noStep(SqlIdentifier name) {
        String word = name.names.get(0);
        if (name.names.size() != 2) {
            return "'" + name + "' has " + (name.names.size() - 1) + " dots; write STEP.field";
        }
        return steps.isEmpty()
                ? "no step '" + word + "' comes before this one; name the field alone"
                : "no step '" + word + "' comes before this one" + Suggestion.of(word, steps);
    }

    @Override
    public @Nullable Typed aggregate(SqlCall call) {
        return null;
    }
}
