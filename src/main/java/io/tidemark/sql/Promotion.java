package io.tidemark.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings operands to one type, as SQL promotes numbers: long, decimal, double; a literal follows the numbers beside it. */
final class Promotion {
    private final Problems problems;

    Promotion(Problems problems) {
        this.problems = problems;
    }

    /**
     * The one type of all operands. Those of another family than the first are reported at their places.
     *
     * @param operands at least one
     * @param where what they are operands of, for the error text
     * @return the type; NULL if all are; UNKNOWN after an error
     */
    SqlType common(List<Typed> operands, String where) {
        Typed first = null;
        boolean wrong = false;
        for (Typed operand : operands) {
            if (operand.type() == SqlType.UNKNOWN) {
                wrong = true;
            } else if (operand.type() == SqlType.LIST) {
                problems.error(operand.place(), "a list does not go into " + where + "; only IS [NOT] NULL takes it");
                wrong = true;
            } else if (operand.type().interval()) {
                problems.error(
                        operand.place(),
                        "an interval does not go into " + where
                                + "; it is only added to or subtracted from a timestamp");
                wrong = true;
            } else if (first == null) {
                first = operand.type() == SqlType.NULL ? null : operand;
            } else if (!sameFamily(first.type(), operand.type())) {
                problems.error(operand.place(), mismatch(first, operand, where));
                wrong = true;
            }
        }
        if (wrong) {
            return SqlType.UNKNOWN;
        }
        return first == null ? SqlType.NULL : first.type().numeric() ? numeric(operands) : first.type();
    }

    private static boolean sameFamily(SqlType a, SqlType b) {
        return a == b || b == SqlType.NULL || (a.numeric() && b.numeric());
    }

    private static String mismatch(Typed first, Typed other, String where) {
        String hint = "all must be of one type; CAST(x AS type) changes it";
        SqlType a = first.type();
        SqlType b = other.type();
        if (a == SqlType.TIMESTAMP || b == SqlType.TIMESTAMP) {
            SqlType beside = a == SqlType.TIMESTAMP ? b : a;
            if (beside == SqlType.STRING) {
                hint = "write a time as TIMESTAMP '2026-01-31 23:59:59', or CAST(text AS timestamp)";
            } else if (beside.numeric()) {
                hint = "write TIMESTAMP_MILLIS(n) for a number of milliseconds";
            }
        }
        return a.words() + " and " + b.words() + " do not go together in " + where + "; " + hint;
    }

    private static SqlType numeric(List<Typed> operands) {
        boolean decimal = false;
        boolean doubles = false;
        boolean pointed = false;
        for (Typed operand : operands) {
            decimal |= operand.type() == SqlType.DECIMAL;
            doubles |= operand.type() == SqlType.DOUBLE && operand.literal() == null;
            pointed |= operand.type() == SqlType.DOUBLE;
        }
        if (doubles) {
            return SqlType.DOUBLE;
        }
        return decimal ? SqlType.DECIMAL : pointed ? SqlType.DOUBLE : SqlType.LONG;
    }

    /** The operand as a value of {@code type}, one that {@link #common} or a function's form allows. */
    static Node converted(Typed operand, SqlType type) {
        BigDecimal literal = operand.literal();
        if (operand.type() == type || operand.type().open()) {
            return operand.node();
        }
        if (type == SqlType.DOUBLE) {
            return literal == null ? new Casts.ToDouble(operand.node()) : new Constant(literal.doubleValue());
        }
        if (type == SqlType.DECIMAL) {
            return literal == null ? new Casts.ToDecimal(operand.node()) : new Constant(literal);
        }
        return operand.node();
    }

    static List<Node> converted(List<Typed> operands, SqlType type) {
        List<Node> nodes = new ArrayList<>(operands.size());
        for (Typed operand : operands) {
            nodes.add(converted(operand, type));
        }
        return List.copyOf(nodes);
    }

    /** The operand if it is of {@code type}, converted if a number must become another; else it is reported. */
    @Nullable
    Node required(Typed operand, SqlType type, String where) {
        SqlType given = operand.type();
        if (given == type || given == SqlType.NULL || (type == SqlType.DOUBLE && given.numeric())) {
            return converted(operand, type);
        }
        if (given != SqlType.UNKNOWN) {
            String hint = given == SqlType.LIST ? "; a list only stands in IS [NOT] NULL" : "";
            String words = type == SqlType.DOUBLE ? "a number" : type.words();
            problems.error(operand.place(), where + " takes " + words + ", this is " + given.words() + hint);
        }
        return null;
    }
}
