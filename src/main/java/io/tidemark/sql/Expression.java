package io.tidemark.sql;

import io.tidemark.event.FieldType;
import io.tidemark.event.Row;
import java.io.Serializable;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A compiled SQL expression over the rows of one schema. Immutable, safe for use by several threads, and free of the
 * SQL parser: it is what travels to the workers.
 */
public final class Expression implements Serializable {
    private static final long serialVersionUID = 1;

    private final Node root;
    private final FieldType type;

    Expression(Node root, FieldType type) {
        this.root = root;
        this.type = type;
    }

    /** The type of the value. */
    public FieldType type() {
        return type;
    }

    /**
     * The value for {@code row}, of the Java class of {@link #type()}, or null. A double is always finite.
     *
     * @param row a row of the schema that the expression was compiled for
     * @throws EvaluationException if there is no value, with a message of one line
     */
    public @Nullable Object evaluate(Row row) {
        try {
            return root.eval(row);
        } catch (EvaluationException e) {
            throw e;
        } catch (PatternSyntaxException e) {
            throw new EvaluationException("not a regular expression: " + e.getDescription());
        } catch (ArithmeticException | ClassCastException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new EvaluationException(firstLine(e));
        } catch (StackOverflowError e) {
            throw new EvaluationException("the regular expression is too deep for this text");
        }
    }

    /**
     * Whether the condition is met; null is not.
     *
     * @throws EvaluationException if the condition has no value
     * @throws IllegalStateException if this is no condition
     */
    public boolean test(Row row) {
        if (type != FieldType.BOOLEAN) {
            throw new IllegalStateException("not a condition: " + type.word());
        }
        return Boolean.TRUE.equals(evaluate(row));
    }

    /** A text that is equal for expressions that are equal up to spelling; the same in every JVM. */
    public String digest() {
        return root.toString();
    }

    private static String firstLine(RuntimeException e) {
        String message = e.getMessage();
        if (message == null || message.isBlank()) {
            return e.getClass().getSimpleName();
        }
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    @Override
    public String toString() {
        return digest();
    }
}
