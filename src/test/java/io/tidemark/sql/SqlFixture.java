package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Row;
import io.tidemark.event.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One schema with a field of each type, its nulls, the words that SQL reserves, and one row of it. */
final class SqlFixture {
    /** 2026-01-01T00:00:00.123Z, a Thursday. */
    static final long T = 1767225600123L;

    private static final List<Field> FIELDS = new ArrayList<>();
    private static final List<@Nullable Object> VALUES = new ArrayList<>();

    static {
        field("s", FieldType.STRING, "abc");
        field("l", FieldType.LONG, 7L);
        field("l2", FieldType.LONG, 2L);
        field("zero", FieldType.LONG, 0L);
        field("min", FieldType.LONG, Long.MIN_VALUE);
        field("d", FieldType.DOUBLE, 1.5);
        field("dzero", FieldType.DOUBLE, 0.0);
        field("huge", FieldType.DOUBLE, 1e308);
        field("b", FieldType.BOOLEAN, true);
        field("b2", FieldType.BOOLEAN, false);
        field("dec", FieldType.DECIMAL, new BigDecimal("10.25"));
        field("dec2", FieldType.DECIMAL, new BigDecimal("3"));
        field("t", FieldType.TIMESTAMP, T);
        field("t2", FieldType.TIMESTAMP, T + 90_000);
        field("items", FieldType.LIST, List.of(1L, 2L));
        field("noItems", FieldType.LIST, null);
        field("ns", FieldType.STRING, null);
        field("nl", FieldType.LONG, null);
        field("nd", FieldType.DOUBLE, null);
        field("nb", FieldType.BOOLEAN, null);
        field("ndec", FieldType.DECIMAL, null);
        field("nt", FieldType.TIMESTAMP, null);
        field("smile", FieldType.STRING, "a😀b");
    }

    static final Schema SCHEMA = new Schema(FIELDS);
    static final Row ROW = VALUES::get;

    private SqlFixture() {}

    private static void field(String name, FieldType type, @Nullable Object value) {
        FIELDS.add(new Field(name, type, true));
        VALUES.add(value);
    }

    /** The compiled text, which must have no error. */
    static Expression compiled(String text) {
        Compiled<Expression> compiled = SqlCompiler.scalar(text, SCHEMA);
        assertThat(compiled.problems().stream().filter(problem -> !problem.warning()))
                .as(text)
                .isEmpty();
        return Objects.requireNonNull(compiled.value());
    }

    /** Type and value, such as {@code long 7}, or {@code failure: …}. */
    static String evaluated(String text) {
        Expression expression = compiled(text);
        try {
            Object value = expression.evaluate(ROW);
            String shown = value instanceof BigDecimal decimal ? decimal.toPlainString() : String.valueOf(value);
            return expression.type().word() + " " + shown;
        } catch (EvaluationException e) {
            return "failure: " + e.getMessage();
        }
    }

    /** The problems, one a line, such as {@code 1:5 error …}. */
    static List<String> problems(String text) {
        return shown(SqlCompiler.scalar(text, SCHEMA).problems());
    }

    static List<String> shown(List<SqlProblem> problems) {
        return problems.stream()
                .map(problem -> problem.line() + ":" + problem.column() + (problem.warning() ? " warning " : " error ")
                        + problem.message())
                .toList();
    }
}
