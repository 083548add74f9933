package io.tidemark.sql;

import io.tidemark.event.Row;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The nodes that reckon: null if an operand is null; a failure, never a wrong number. */
final class Arithmetic {
    private Arithmetic() {}

    /** {@code + - * / %}. */
    enum Operator {
        PLUS("+"),
        MINUS("-"),
        TIMES("*"),
        DIVIDE("/"),
        REMAINDER("%");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        String symbol() {
            return symbol;
        }
    }

    /** Of longs, timestamps in milliseconds, and intervals. */
    record OfLongs(Operator operator, Node left, Node right) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Long a = (Long) left.eval(row);
            Long b = (Long) right.eval(row);
            if (a == null || b == null) {
                return null;
            }
            try {
                return switch (operator) {
                    case PLUS -> Math.addExact(a, b);
                    case MINUS -> Math.subtractExact(a, b);
                    case TIMES -> Math.multiplyExact(a, b);
                    case DIVIDE -> quotient(a, b);
                    case REMAINDER -> remainder(a, b);
                };
            } catch (ArithmeticException e) {
                throw new EvaluationException(a + " " + operator.symbol() + " " + b + " does not fit a long (64 bits)");
            }
        }

        private static long quotient(long a, long b) {
            if (b == 0) {
                throw new EvaluationException("division by zero");
            }
            // The one quotient that does not fit wraps in Java.
            return b == -1 ? Math.negateExact(a) : a / b;
        }

        static long remainder(long a, long b) {
            if (b == 0) {
                throw new EvaluationException("division by zero");
            }
            return a % b;
        }
    }

    /** Of doubles; the result is finite. */
    record OfDoubles(Operator operator, Node left, Node right) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Double x = (Double) left.eval(row);
            Double y = (Double) right.eval(row);
            if (x == null || y == null) {
                return null;
            }
            double a = x;
            double b = y;
            return Doubles.finite(
                    switch (operator) {
                        case PLUS -> a + b;
                        case MINUS -> a - b;
                        case TIMES -> a * b;
                        case DIVIDE -> Doubles.divide(a, b);
                        case REMAINDER -> throw new IllegalStateException("% of doubles");
                    });
        }
    }

    /** Of decimals: exact but for the quotient. */
    record OfDecimals(Operator operator, Node left, Node right) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            BigDecimal a = (BigDecimal) left.eval(row);
            BigDecimal b = (BigDecimal) right.eval(row);
            if (a == null || b == null) {
                return null;
            }
            Decimals.bounded(a);
            Decimals.bounded(b);
            return Decimals.bounded(
                    switch (operator) {
                        case PLUS -> a.add(b);
                        case MINUS -> a.subtract(b);
                        case TIMES -> a.multiply(b);
                        case DIVIDE -> Decimals.divide(a, b);
                        case REMAINDER -> Decimals.remainder(a, b);
                    });
        }
    }

    /** The sign turned. */
    record Negative(Node operand) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Object value = operand.eval(row);
            if (value instanceof Long number) {
                if (number == Long.MIN_VALUE) {
                    throw new EvaluationException("-(" + number + ") does not fit a long (64 bits)");
                }
                return -number;
            }
            if (value instanceof Double number) {
                return -number;
            }
            return value == null ? null : ((BigDecimal) value).negate();
        }
    }
}
