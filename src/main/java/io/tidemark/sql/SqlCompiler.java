package io.tidemark.sql;

import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Compiles the texts of SQL expressions. Needs the SQL parser on its class path; what it makes does not. */
public final class SqlCompiler {
    /** The longest text, in UTF-16 units. */
    static final int MAX_LENGTH = 10_000;

    /** The parser recurses; long chains of AND overflow a default stack. */
    private static final long STACK_BYTES = 64L << 20;

    private SqlCompiler() {}

    /** Compiles an expression over the fields of {@code schema}. */
    public static Compiled<Expression> scalar(String text, Schema schema) {
        return compile(text, schema, (node, problems) -> {
            Typed root = new ExpressionBuilder(new FieldScope(schema, problems), problems).build(node);
            return finished(root, problems, false);
        });
    }

    /** Compiles a condition over the fields of {@code schema}: its type is boolean. */
    public static Compiled<Expression> condition(String text, Schema schema) {
        return compile(text, schema, (node, problems) -> {
            ExpressionBuilder builder = new ExpressionBuilder(new FieldScope(schema, problems), problems);
            return new Expression(builder.condition(node), FieldType.BOOLEAN);
        });
    }

    /**
     * Compiles a condition of a pattern's step over the fields of {@code schema}, and those of earlier steps' events, which
     * are written {@code STEP.field}.
     *
     * @param steps the names of the earlier steps; a row has the fields of the event, then those of each step
     */
    public static Compiled<Expression> stepCondition(String text, Schema schema, List<String> steps) {
        Set<String> names = new HashSet<>(FieldScope.names(schema));
        names.addAll(steps);
        return compile(text, names, (node, problems) -> {
            ExpressionBuilder builder = new ExpressionBuilder(new StepScope(schema, steps, problems), problems);
            return new Expression(builder.condition(node), FieldType.BOOLEAN);
        });
    }

    /** Compiles an expression over aggregates of the fields of {@code schema}. */
    public static Compiled<AggregateExpression> aggregate(String text, Schema schema, AggregateCatalog catalog) {
        return compile(text, schema, (node, problems) -> {
            AggregateScope scope = new AggregateScope(schema, catalog, problems);
            Typed root = new ExpressionBuilder(scope, problems).build(node);
            Expression outer = finished(root, problems, true);
            if (outer != null && scope.calls().isEmpty() && !problems.anyError()) {
                problems.error(root.place(), "no aggregate function; write such as count(*) or max(x)");
            }
            return outer == null || problems.anyError() ? null : new AggregateExpression(scope.calls(), outer);
        });
    }

    private static @Nullable Expression finished(Typed root, Problems problems, boolean lists) {
        SqlType type = root.type();
        if (type == SqlType.UNKNOWN) {
            return null;
        }
        if (type == SqlType.NULL) {
            problems.error(root.place(), "NULL alone has no type; write CAST(NULL AS type)");
        } else if (type.interval()) {
            problems.error(root.place(), "an interval is no value; it is only added to or subtracted from a timestamp");
        } else if (type == SqlType.LIST && !lists) {
            problems.error(root.place(), "a list only stands in IS [NOT] NULL");
        } else {
            return new Expression(root.node(), type.fieldType());
        }
        return null;
    }

    private interface Check<T> {
        @Nullable
        T check(SqlNode node, Problems problems);
    }

    private static <T> Compiled<T> compile(String text, Schema schema, Check<T> check) {
        return compile(text, new HashSet<>(FieldScope.names(schema)), check);
    }

    private static <T> Compiled<T> compile(String text, Set<String> fields, Check<T> check) {
        Problems problems = new Problems();
        if (text.length() > MAX_LENGTH) {
            problems.add(1, 1, "the expression has " + text.length() + " characters; at most " + MAX_LENGTH, false);
            return new Compiled<>(null, problems.sorted());
        }
        T value = withDeepStack(() -> {
            try {
                SqlNode node = ExpressionParser.parse(text, fields, problems);
                return node == null ? null : check.check(node, problems);
            } catch (StackOverflowError e) {
                problems.add(1, 1, "the expression is nested too deeply; fewer parentheses", false);
                return null;
            } catch (RuntimeException | AssertionError e) {
                // What the parser lets through may hold surprises; a text is never a reason to crash.
                problems.add(
                        1,
                        1,
                        "not available in an expression (" + e.getClass().getSimpleName()
                                + "); the reference lists what is",
                        false);
                return null;
            }
        });
        List<SqlProblem> sorted = problems.sorted();
        return new Compiled<>(problems.anyError() ? null : value, sorted);
    }

    private static <T> @Nullable T withDeepStack(Supplier<@Nullable T> task) {
        AtomicReference<@Nullable T> result = new AtomicReference<>();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(null, () -> result.set(task.get()), "sql-compiler", STACK_BYTES);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((stopped, thrown) -> failure.set(thrown));
        thread.start();
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true; // the compilation is short; the caller learns of it afterwards
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("the expression could not be compiled", thrown);
        }
        return result.get();
    }
}
