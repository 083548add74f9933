package io.tidemark.sql;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.jspecify.annotations.Nullable;

/** Checks time literals, intervals, and the functions that take a unit of time. */
final class TimeBuilder {
    private final ExpressionBuilder builder;

    TimeBuilder(ExpressionBuilder builder) {
        this.builder = builder;
    }

    /** {@code TIMESTAMP '…'}. */
    Typed literal(SqlUnknownLiteral literal) {
        String text = String.valueOf(literal.getValue());
        if (!literal.tag.toUpperCase(Locale.ROOT).equals("TIMESTAMP")) {
            return builder.error(
                    literal, "no " + literal.tag + " literals here; write TIMESTAMP '2026-01-31 23:59:59'");
        }
        Long epochMs = IsoTime.parse(text);
        if (epochMs == null) {
            return builder.error(
                    literal, "'" + text.replaceAll("\\s+", " ") + "' is not a timestamp; write " + IsoTime.FORMS);
        }
        return Typed.of(new Constant(epochMs), SqlType.TIMESTAMP, literal.getParserPosition());
    }

    /** {@code INTERVAL '5' MINUTE}. */
    Typed interval(SqlIntervalLiteral literal) {
        SqlIntervalLiteral.IntervalValue value = literal.getValueAs(SqlIntervalLiteral.IntervalValue.class);
        String text = value.getIntervalLiteral().strip();
        CalendarUnit unit = intervalUnit(literal, value.getIntervalQualifier());
        if (unit == null) {
            return Typed.unknown(literal.getParserPosition());
        }
        try {
            BigDecimal count = new BigDecimal(text).multiply(BigDecimal.valueOf(value.getSign()));
            long size = unit.months() == 0 ? unit.sizeMs() : unit.months();
            long total =
                    Decimals.bounded(count).multiply(BigDecimal.valueOf(size)).longValueExact();
            SqlType type = unit.months() == 0 ? SqlType.MILLIS : SqlType.MONTHS;
            return Typed.of(new Constant(total), type, literal.getParserPosition());
        } catch (ArithmeticException | NumberFormatException | EvaluationException e) {
            return builder.error(
                    literal,
                    "'" + text + "' is no number of whole " + (unit.months() == 0 ? "milliseconds" : "months")
                            + "; write such as INTERVAL '5' MINUTE");
        }
    }

    /** {@code INTERVAL n MINUTE}. */
    Typed intervalCall(SqlCall call) {
        Typed count = builder.build(call.operand(0));
        CalendarUnit unit = intervalUnit(call, (SqlIntervalQualifier) (SqlNode) call.operand(1));
        Node number = builder.promotion().required(count, SqlType.LONG, "INTERVAL");
        if (unit == null || number == null) {
            return Typed.unknown(call.getParserPosition());
        }
        long size = unit.months() == 0 ? unit.sizeMs() : unit.months();
        Node node = new Arithmetic.OfLongs(Arithmetic.Operator.TIMES, number, new Constant(size));
        return Typed.of(node, unit.months() == 0 ? SqlType.MILLIS : SqlType.MONTHS, call.getParserPosition());
    }

    private @Nullable CalendarUnit intervalUnit(SqlNode interval, SqlIntervalQualifier qualifier) {
        if (qualifier.timeUnitRange.endUnit != null) {
            builder.error(interval, "one unit an interval; write INTERVAL '1' HOUR + INTERVAL '30' MINUTE");
            return null;
        }
        return unit(qualifier);
    }

    private static String word(SqlIntervalQualifier qualifier) {
        return qualifier.timeFrameName != null
                ? qualifier.timeFrameName
                : qualifier.getStartUnit().name();
    }

    private @Nullable CalendarUnit unit(SqlNode node) {
        if (!(node instanceof SqlIntervalQualifier qualifier)) {
            builder.error(node, "a unit of time is expected; allowed: " + CalendarUnit.NAMES);
            return null;
        }
        CalendarUnit unit = CalendarUnit.named(word(qualifier));
        if (unit == null) {
            builder.error(node, "no unit '" + word(qualifier) + "'; allowed: " + CalendarUnit.NAMES);
        }
        return unit;
    }

    /** {@code EXTRACT(field FROM t)}. */
    Typed extract(SqlCall call) {
        Node time = timestamp(call.operand(1), "EXTRACT");
        String word = call.operand(0) instanceof SqlIntervalQualifier qualifier ? word(qualifier) : "";
        CalendarField field = CalendarField.named(word);
        if (field == null) {
            builder.error(call.operand(0), "EXTRACT has no '" + word + "'; allowed: " + CalendarField.NAMES);
        }
        return field == null || time == null
                ? Typed.of(Constant.NULL, SqlType.LONG, call.getParserPosition())
                : Typed.of(new TimeNodes.Extract(field, time), SqlType.LONG, call.getParserPosition());
    }

    /** {@code FLOOR(t TO unit)} and {@code CEIL(t TO unit)}. */
    Typed round(SqlCall call) {
        String name = call.getOperator().getName();
        Node time = timestamp(call.operand(0), name + "(t TO unit)");
        CalendarUnit unit = unit(call.operand(1));
        return rounded(call, unit, time, name.equals("CEIL"));
    }

    /** {@code DATE_TRUNC('hour', t)}. */
    Typed truncate(SqlCall call) {
        Typed word = builder.build(call.operand(0));
        Node time = timestamp(call.operand(1), "DATE_TRUNC");
        CalendarUnit unit = null;
        if (word.node() instanceof Constant constant && constant.value() instanceof String text) {
            unit = CalendarUnit.named(text);
        }
        if (unit == null && word.type() != SqlType.UNKNOWN) {
            builder.problems()
                    .error(
                            word.place(),
                            "DATE_TRUNC takes a unit first, as in DATE_TRUNC('hour', t); allowed: "
                                    + CalendarUnit.NAMES.toLowerCase(Locale.ROOT));
        }
        return rounded(call, unit, time, false);
    }

    private static Typed rounded(SqlCall call, @Nullable CalendarUnit unit, @Nullable Node time, boolean up) {
        Node node = unit == null || time == null ? Constant.NULL : new TimeNodes.Round(unit, up, time);
        return Typed.of(node, SqlType.TIMESTAMP, call.getParserPosition());
    }

    /** {@code TIMESTAMPADD(unit, n, t)}. */
    Typed add(SqlCall call) {
        CalendarUnit unit = unit(call.operand(0));
        Node count = builder.promotion().required(builder.build(call.operand(1)), SqlType.LONG, "TIMESTAMPADD");
        Node time = timestamp(call.operand(2), "TIMESTAMPADD");
        Node node =
                unit == null || count == null || time == null ? Constant.NULL : new TimeNodes.Add(unit, count, time);
        return Typed.of(node, SqlType.TIMESTAMP, call.getParserPosition());
    }

    /** {@code TIMESTAMPDIFF(unit, start, end)}. */
    Typed difference(SqlCall call) {
        CalendarUnit unit = unit(call.operand(0));
        Node start = timestamp(call.operand(1), "TIMESTAMPDIFF");
        Node end = timestamp(call.operand(2), "TIMESTAMPDIFF");
        Node node = unit == null || start == null || end == null
                ? Constant.NULL
                : new TimeNodes.Difference(unit, start, end);
        return Typed.of(node, SqlType.LONG, call.getParserPosition());
    }

    private @Nullable Node timestamp(SqlNode node, String where) {
        return builder.promotion().required(builder.build(node), SqlType.TIMESTAMP, where);
    }

    /** What the reference says of these forms: usage and sentence. */
    static List<FunctionReference.Entry> reference() {
        return List.of(
                new FunctionReference.Entry(
                        "EXTRACT(field FROM t)",
                        "A part of a time: " + CalendarField.NAMES
                                + "; WEEK is ISO's, DOW Sunday 1 to Saturday 7, ISODOW Monday 1, MILLISECOND includes"
                                + " the seconds."),
                new FunctionReference.Entry(
                        "FLOOR(t TO unit), CEIL(t TO unit)",
                        "The start of the unit (" + CalendarUnit.NAMES + ") that t lies in, or the next one; weeks"
                                + " begin on Monday."),
                new FunctionReference.Entry("DATE_TRUNC('unit', t)", "As FLOOR(t TO unit)."),
                new FunctionReference.Entry(
                        "TIMESTAMPADD(unit, n, t), t + INTERVAL 'n' unit, t + n * INTERVAL '1' unit",
                        "n units later; a day that a month lacks becomes its last."),
                new FunctionReference.Entry(
                        "TIMESTAMPDIFF(unit, start, end)", "Whole units from start to end, cut off towards zero."),
                new FunctionReference.Entry(
                        "TIMESTAMP '2026-01-31 23:59:59.999', TIMESTAMP '2026-01-31T23:59:59.999Z'",
                        "A time, in UTC unless it has an offset; finer digits are cut off."));
    }
}
