package io.tidemark.sql;

import static io.tidemark.sql.SqlType.DOUBLE;
import static io.tidemark.sql.SqlType.LONG;
import static io.tidemark.sql.SqlType.UNKNOWN;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** The functions of numbers. Those of doubles are StrictMath's, so that every machine gives the same bits. */
enum NumberFunction implements ScalarFunction {
    ABS(FunctionForm.of(UNKNOWN, "ABS(x)", "Without its sign.", UNKNOWN), a -> {
        if (a[0] instanceof Long number) {
            return Math.absExact(number);
        }
        return a[0] instanceof Double number ? (Object) Math.abs(number) : ((BigDecimal) a[0]).abs();
    }),
    SIGN(FunctionForm.of(UNKNOWN, "SIGN(x)", "-1, 0 or 1, of the type of x.", UNKNOWN), a -> {
        if (a[0] instanceof Long number) {
            return (long) Long.signum(number);
        }
        return a[0] instanceof Double number
                ? (Object) Math.signum(number)
                : BigDecimal.valueOf(((BigDecimal) a[0]).signum());
    }),
    FLOOR(
            FunctionForm.of(UNKNOWN, "FLOOR(x)", "The next whole number below, of the type of x.", UNKNOWN),
            a -> a[0] instanceof Double number ? (Object) Math.floor(number) : whole(a[0], RoundingMode.FLOOR)),
    CEIL(
            FunctionForm.of(UNKNOWN, "CEIL(x), CEILING(x)", "The next whole number above, of the type of x.", UNKNOWN),
            a -> a[0] instanceof Double number ? (Object) Math.ceil(number) : whole(a[0], RoundingMode.CEILING)),
    ROUND(
            FunctionForm.of(
                            UNKNOWN,
                            "ROUND(x [, digits])",
                            "Rounded half away from zero as x is written (1.005 to 2 digits is 1.01), of the type of x.",
                            UNKNOWN,
                            LONG)
                    .optional(1),
            a -> rounded(a, RoundingMode.HALF_UP)),
    TRUNCATE(
            FunctionForm.of(
                            UNKNOWN,
                            "TRUNCATE(x [, digits]), TRUNC",
                            "Cut off towards zero, of the type of x.",
                            UNKNOWN,
                            LONG)
                    .optional(1),
            a -> rounded(a, RoundingMode.DOWN)),
    POWER(
            FunctionForm.of(DOUBLE, "POWER(x, y), POW", "x to the power of y.", DOUBLE, DOUBLE),
            a -> StrictMath.pow(number(a, 0), number(a, 1))),
    SQRT(FunctionForm.of(DOUBLE, "SQRT(x)", "The square root.", DOUBLE), a -> StrictMath.sqrt(number(a, 0))),
    CBRT(FunctionForm.of(DOUBLE, "CBRT(x)", "The cube root.", DOUBLE), a -> StrictMath.cbrt(number(a, 0))),
    EXP(FunctionForm.of(DOUBLE, "EXP(x)", "e to the power of x.", DOUBLE), a -> StrictMath.exp(number(a, 0))),
    LN(FunctionForm.of(DOUBLE, "LN(x)", "The natural logarithm.", DOUBLE), a -> StrictMath.log(number(a, 0))),
    LOG10(
            FunctionForm.of(DOUBLE, "LOG10(x)", "The logarithm to base 10.", DOUBLE),
            a -> StrictMath.log10(number(a, 0))),
    LOG2(
            FunctionForm.of(DOUBLE, "LOG2(x)", "The logarithm to base 2.", DOUBLE),
            a -> StrictMath.log(number(a, 0)) / StrictMath.log(2)),
    SIN(FunctionForm.of(DOUBLE, "SIN(x)", "The sine of radians.", DOUBLE), a -> StrictMath.sin(number(a, 0))),
    COS(FunctionForm.of(DOUBLE, "COS(x)", "The cosine of radians.", DOUBLE), a -> StrictMath.cos(number(a, 0))),
    TAN(FunctionForm.of(DOUBLE, "TAN(x)", "The tangent of radians.", DOUBLE), a -> StrictMath.tan(number(a, 0))),
    ASIN(FunctionForm.of(DOUBLE, "ASIN(x)", "The arc sine, in radians.", DOUBLE), a -> StrictMath.asin(number(a, 0))),
    ACOS(FunctionForm.of(DOUBLE, "ACOS(x)", "The arc cosine, in radians.", DOUBLE), a -> StrictMath.acos(number(a, 0))),
    ATAN(
            FunctionForm.of(DOUBLE, "ATAN(x)", "The arc tangent, in radians.", DOUBLE),
            a -> StrictMath.atan(number(a, 0))),
    ATAN2(
            FunctionForm.of(DOUBLE, "ATAN2(y, x)", "The angle of the point (x, y), in radians.", DOUBLE, DOUBLE),
            a -> StrictMath.atan2(number(a, 0), number(a, 1))),
    DEGREES(
            FunctionForm.of(DOUBLE, "DEGREES(x)", "Radians as degrees.", DOUBLE),
            a -> StrictMath.toDegrees(number(a, 0))),
    RADIANS(
            FunctionForm.of(DOUBLE, "RADIANS(x)", "Degrees as radians.", DOUBLE),
            a -> StrictMath.toRadians(number(a, 0))),
    PI(FunctionForm.of(DOUBLE, "PI()", "The number π."), a -> Math.PI);

    private final FunctionForm form;
    private final Body body;

    NumberFunction(FunctionForm form, Body body) {
        this.form = form;
        this.body = body;
    }

    @Override
    public FunctionForm form() {
        return form;
    }

    @Override
    public @Nullable Object apply(Object[] arguments) {
        return body.apply(arguments);
    }

    private static double number(Object[] arguments, int index) {
        return (Double) arguments[index];
    }

    private static Object whole(Object value, RoundingMode mode) {
        return value instanceof BigDecimal decimal && decimal.scale() > 0 ? decimal.setScale(0, mode) : value;
    }

    private static Object rounded(Object[] arguments, RoundingMode mode) {
        long digits = arguments.length == 1 ? 0 : (Long) arguments[1];
        if (arguments[0] instanceof Double number) {
            return Doubles.rounded(number, digits, mode);
        }
        int scale = (int) Math.max(-Decimals.MAX_DIGITS, Math.min(Decimals.MAX_DIGITS, digits));
        if (arguments[0] instanceof Long number) {
            return scale >= 0 ? number : longOf(BigDecimal.valueOf(number).setScale(scale, mode));
        }
        BigDecimal value = Decimals.bounded((BigDecimal) arguments[0]);
        return value.scale() <= scale ? value : value.setScale(scale, mode);
    }

    private static Long longOf(BigDecimal value) {
        return Decimals.toLong(value);
    }
}
