package io.tidemark.sql;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;

/** Checks {@code + - * / %} of numbers, timestamps and intervals. */
final class ArithmeticBuilder {
    private final ExpressionBuilder builder;

    ArithmeticBuilder(ExpressionBuilder builder) {
        this.builder = builder;
    }

    Typed build(SqlCall call) {
        if (call.operandCount() == 1) {
            return sign(call);
        }
        if (call.operandCount() == 3) {
            return builder.error(call, "no subtraction of timestamps; write TIMESTAMPDIFF(MINUTE, t, t2)");
        }
        Typed left = builder.build(call.operand(0));
        Typed right = builder.build(call.operand(1));
        Arithmetic.Operator operator = operator(call.getKind());
        if (left.type() == SqlType.UNKNOWN || right.type() == SqlType.UNKNOWN) {
            return Typed.unknown(call.getParserPosition());
        }
        if (temporal(left) || temporal(right)) {
            return time(call, operator, left, right);
        }
        return numbers(call, operator, left, right);
    }

    private static boolean temporal(Typed operand) {
        return operand.type() == SqlType.TIMESTAMP || operand.type().interval();
    }

    private static Arithmetic.Operator operator(SqlKind kind) {
        return switch (kind) {
            case PLUS -> Arithmetic.Operator.PLUS;
            case MINUS -> Arithmetic.Operator.MINUS;
            case TIMES -> Arithmetic.Operator.TIMES;
            case DIVIDE -> Arithmetic.Operator.DIVIDE;
            default -> Arithmetic.Operator.REMAINDER;
        };
    }

    private Typed sign(SqlCall call) {
        Typed operand = builder.build(call.operand(0));
        if (!operand.type().numeric()
                && !operand.type().interval()
                && !operand.type().open()) {
            return builder.error(
                    call.operand(0),
                    "a sign takes a number, this is " + operand.type().words());
        }
        if (call.getKind() == SqlKind.PLUS_PREFIX || operand.type().open()) {
            return operand;
        }
        return Typed.of(new Arithmetic.Negative(operand.node()), operand.type(), call.getParserPosition());
    }

    private Typed numbers(SqlCall call, Arithmetic.Operator operator, Typed left, Typed right) {
        boolean wrong = false;
        for (Typed operand : List.of(left, right)) {
            if (!operand.type().numeric() && operand.type() != SqlType.NULL) {
                builder.problems().error(operand.place(), notANumber(operator, operand));
                wrong = true;
            }
        }
        if (wrong) {
            return Typed.unknown(call.getParserPosition());
        }
        SqlType type = builder.promotion().common(List.of(left, right), "'" + operator.symbol() + "'");
        Node a = Promotion.converted(left, type);
        Node b = Promotion.converted(right, type);
        if (type == SqlType.DOUBLE && operator == Arithmetic.Operator.REMAINDER) {
            return builder.error(call, "'%' takes longs and decimals, not doubles; CAST(x AS decimal) makes one");
        }
        if (type == SqlType.LONG && operator == Arithmetic.Operator.DIVIDE) {
            builder.problems()
                    .warning(
                            call.getParserPosition(),
                            "'/' of longs cuts off the fraction; write 1.0 * a / b to keep it, or CAST(a / b AS long)"
                                    + " to say that you mean it");
        }
        Node node = switch (type) {
            case DOUBLE -> new Arithmetic.OfDoubles(operator, a, b);
            case DECIMAL -> new Arithmetic.OfDecimals(operator, a, b);
            case LONG -> new Arithmetic.OfLongs(operator, a, b);
            default -> Constant.NULL;
        };
        return Typed.of(node, type, call.getParserPosition());
    }

    private static String notANumber(Arithmetic.Operator operator, Typed operand) {
        String hint = switch (operand.type()) {
            case STRING ->
                operator == Arithmetic.Operator.PLUS
                        ? "; write || to join strings, CAST(x AS double) to reckon"
                        : "; CAST(x AS double) makes one";
            case LIST -> "; a list only stands in IS [NOT] NULL";
            default -> "";
        };
        return "'" + operator.symbol() + "' takes numbers, this is "
                + operand.type().words() + hint;
    }

    private Typed time(SqlCall call, Arithmetic.Operator operator, Typed left, Typed right) {
        boolean sum = operator == Arithmetic.Operator.PLUS;
        boolean difference = operator == Arithmetic.Operator.MINUS;
        if (left.type() == SqlType.TIMESTAMP && right.type() == SqlType.TIMESTAMP) {
            return builder.error(
                    call,
                    difference
                            ? "no subtraction of timestamps; write TIMESTAMPDIFF(MILLISECOND, t2, t) for t - t2"
                            : "timestamps are not reckoned with; add an interval, as in t + INTERVAL '5' MINUTE");
        }
        if (left.type() == SqlType.TIMESTAMP && right.type().interval() && (sum || difference)) {
            return shifted(call, left, difference ? negative(right) : right);
        }
        if (left.type().interval() && right.type() == SqlType.TIMESTAMP && sum) {
            return shifted(call, right, left);
        }
        if (left.type().interval() && right.type() == left.type() && (sum || difference)) {
            return longs(call, operator, left, right, left.type());
        }
        if (operator == Arithmetic.Operator.TIMES) {
            if (left.type().interval() && right.type() == SqlType.LONG) {
                return longs(call, operator, left, right, left.type());
            }
            if (left.type() == SqlType.LONG && right.type().interval()) {
                return longs(call, operator, left, right, right.type());
            }
        }
        Typed wrong = temporal(left) && !left.type().interval() ? right : left;
        builder.problems()
                .error(
                        wrong.place(),
                        "'" + operator.symbol() + "' does not take "
                                + left.type().words() + " and "
                                + right.type().words()
                                + "; a timestamp takes + and - with an interval, as in t + INTERVAL '5' MINUTE, an interval * a long");
        return Typed.unknown(call.getParserPosition());
    }

    private static Typed negative(Typed operand) {
        return Typed.of(new Arithmetic.Negative(operand.node()), operand.type(), operand.place());
    }

    private static Typed longs(SqlCall call, Arithmetic.Operator operator, Typed left, Typed right, SqlType type) {
        return Typed.of(new Arithmetic.OfLongs(operator, left.node(), right.node()), type, call.getParserPosition());
    }

    private static Typed shifted(SqlCall call, Typed time, Typed interval) {
        CalendarUnit unit = interval.type() == SqlType.MONTHS ? CalendarUnit.MONTH : CalendarUnit.MILLISECOND;
        return Typed.of(
                new TimeNodes.Add(unit, interval.node(), time.node()), SqlType.TIMESTAMP, call.getParserPosition());
    }
}
