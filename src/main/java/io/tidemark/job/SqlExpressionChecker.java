package io.tidemark.job;

import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import io.tidemark.spec.ExpressionChecker;
import io.tidemark.spec.Problem;
import io.tidemark.sql.AggregateExpression;
import io.tidemark.sql.Compiled;
import io.tidemark.sql.Expression;
import io.tidemark.sql.SqlCompiler;
import io.tidemark.window.FunctionCatalog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks a specification's expressions as SQL. */
public final class SqlExpressionChecker implements ExpressionChecker {
    @Override
    public Checked condition(String text, Schema schema) {
        Compiled<Expression> compiled = SqlCompiler.condition(text, schema);
        Expression value = compiled.value();
        return checked(compiled, value == null ? null : value.type());
    }

    @Override
    public Checked stepCondition(String text, Schema schema, List<String> steps) {
        Compiled<Expression> compiled = SqlCompiler.stepCondition(text, schema, steps);
        Expression value = compiled.value();
        return checked(compiled, value == null ? null : value.type());
    }

    @Override
    public Checked aggregate(String text, Schema schema, double accuracy) {
        Compiled<AggregateExpression> compiled = SqlCompiler.aggregate(text, schema, new FunctionCatalog(accuracy));
        AggregateExpression value = compiled.value();
        return checked(compiled, value == null ? null : value.type());
    }

    private static Checked checked(Compiled<?> compiled, @Nullable FieldType type) {
        return new Checked(
                compiled.problems().stream()
                        .map(it -> new Problem("", it.message(), it.warning(), it.line(), it.column()))
                        .toList(),
                type);
    }
}
