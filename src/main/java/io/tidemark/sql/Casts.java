package io.tidemark.sql;

import io.tidemark.event.Row;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The nodes that change a type. */
final class Casts {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,9})?");

    private Casts() {}

    /** A long or decimal beside a double. */
    record ToDouble(Node operand) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Object value = operand.eval(row);
            if (value instanceof Long number) {
                return (double) number;
            }
            return value == null ? null : Decimals.toDouble((BigDecimal) value);
        }
    }

    /** A long beside a decimal. */
    record ToDecimal(Node operand) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Long value = (Long) operand.eval(row);
            return value == null ? null : BigDecimal.valueOf(value);
        }
    }

    /**
     * {@code CAST(x AS type)}.
     *
     * @param to the type
     * @param precision digits of a decimal at most, or 0 for any
     * @param scale digits of a decimal after the point, if {@code precision} is given
     * @param tried TRY_CAST: null in place of a failure of the cast itself
     */
    record Cast(Node operand, SqlType from, SqlType to, int precision, int scale, boolean tried) implements Node {
        @Override
        public @Nullable Object eval(Row row) {
            Object value = operand.eval(row);
            if (value == null) {
                return null;
            }
            try {
                return cast(value);
            } catch (EvaluationException e) {
                if (tried) {
                    return null;
                }
                throw e;
            }
        }

        private Object cast(Object value) {
            return switch (to) {
                case STRING -> from == SqlType.TIMESTAMP ? IsoTime.format((Long) value) : text(value);
                case LONG -> toLong(value);
                case DOUBLE -> toDouble(value);
                case DECIMAL -> precision == 0 ? toDecimal(value) : sized(toDecimal(value));
                case BOOLEAN -> value instanceof String text ? toBoolean(text) : value;
                case TIMESTAMP -> value instanceof String text ? toTimestamp(text) : value;
                default -> throw new IllegalStateException(to.words());
            };
        }

        private BigDecimal sized(BigDecimal value) {
            BigDecimal rounded = value.setScale(scale, RoundingMode.HALF_UP);
            if (rounded.precision() > precision) {
                throw new EvaluationException(value + " does not fit decimal(" + precision + ", " + scale + ")");
            }
            return rounded;
        }
    }

    /** A value as text, as in JSON output. */
    private static String text(Object value) {
        return value instanceof BigDecimal decimal ? Decimals.bounded(decimal).toPlainString() : value.toString();
    }

    private static Long toLong(Object value) {
        if (value instanceof String text) {
            try {
                return Long.parseLong(text.strip());
            } catch (NumberFormatException e) {
                throw failure(text, "a long");
            }
        }
        if (value instanceof BigDecimal decimal) {
            return Decimals.toLong(decimal);
        }
        return value instanceof Double number ? Doubles.toLong(number) : (Long) value;
    }

    private static Double toDouble(Object value) {
        if (value instanceof String text) {
            return Decimals.toDouble(number(text, "a double"));
        }
        if (value instanceof BigDecimal decimal) {
            return Decimals.toDouble(decimal);
        }
        return value instanceof Long number ? (Double) (double) number : (Double) value;
    }

    private static BigDecimal toDecimal(Object value) {
        if (value instanceof String text) {
            return Decimals.bounded(number(text, "a decimal"));
        }
        if (value instanceof Long number) {
            return BigDecimal.valueOf(number);
        }
        return value instanceof Double number ? Doubles.toDecimal(number) : Decimals.bounded((BigDecimal) value);
    }

    private static BigDecimal number(String text, String what) {
        String number = text.strip();
        if (number.length() > Decimals.MAX_DIGITS || !NUMBER.matcher(number).matches()) {
            throw failure(text, what);
        }
        return new BigDecimal(number);
    }

    private static Boolean toBoolean(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw failure(text, "a boolean (true or false)");
        };
    }

    private static Long toTimestamp(String text) {
        Long ms = IsoTime.parse(text);
        if (ms == null) {
            throw failure(text, "a timestamp such as " + IsoTime.FORMS);
        }
        return ms;
    }

    private static EvaluationException failure(String text, String what) {
        String shown = text.length() <= 40 ? text : text.substring(0, 40) + "…";
        return new EvaluationException("'" + shown.replace('\n', ' ').replace('\r', ' ') + "' is not " + what);
    }
}
