package io.tidemark.sql;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Checks {@code CAST} and {@code TRY_CAST}. */
final class CastBuilder {
    private static final Map<String, SqlType> TYPES = Map.of(
            "STRING", SqlType.STRING,
            "VARCHAR", SqlType.STRING,
            "LONG", SqlType.LONG,
            "BIGINT", SqlType.LONG,
            "DOUBLE", SqlType.DOUBLE,
            "BOOLEAN", SqlType.BOOLEAN,
            "DECIMAL", SqlType.DECIMAL,
            "TIMESTAMP", SqlType.TIMESTAMP);

    private static final Map<String, String> OTHER_WORDS = Map.ofEntries(
            Map.entry("INT", "long"),
            Map.entry("INTEGER", "long"),
            Map.entry("SMALLINT", "long"),
            Map.entry("TINYINT", "long"),
            Map.entry("FLOAT", "double"),
            Map.entry("REAL", "double"),
            Map.entry("NUMERIC", "decimal"),
            Map.entry("NUMBER", "decimal"),
            Map.entry("CHAR", "string"),
            Map.entry("CHARACTER", "string"),
            Map.entry("TEXT", "string"),
            Map.entry("BOOL", "boolean"),
            Map.entry("DATE", "timestamp"),
            Map.entry("DATETIME", "timestamp"));

    private static final String ALLOWED = "string, long, double, boolean, decimal, timestamp";
    private static final int MAX_PRECISION = Decimals.MAX_DIGITS;

    private final ExpressionBuilder builder;

    CastBuilder(ExpressionBuilder builder) {
        this.builder = builder;
    }

    Typed cast(SqlCall call) {
        Typed operand = builder.build(call.operand(0));
        SqlNode target = call.operand(1);
        if (call.operandCount() != 2 || !(target instanceof SqlDataTypeSpec spec)) {
            return builder.error(call, "CAST(x AS type) has no format; allowed types: " + ALLOWED);
        }
        String word = spec.getTypeNameSpec().getTypeName().toString();
        SqlType type = TYPES.get(word.toUpperCase(Locale.ROOT));
        if (type == null || spec.getCollectionsTypeName() != null) {
            String use = OTHER_WORDS.get(word.toUpperCase(Locale.ROOT));
            return builder.error(
                    spec, "no type '" + word + "' here; " + (use == null ? "allowed: " + ALLOWED : "use " + use));
        }
        int precision = 0;
        int scale = 0;
        if (spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic && basic.getPrecision() >= 0) {
            precision = basic.getPrecision();
            scale = Math.max(0, basic.getScale());
            if (type != SqlType.DECIMAL || precision < 1 || precision > MAX_PRECISION || scale > precision) {
                return builder.error(spec, "only a decimal has a size here, decimal(digits, of them after the point)");
            }
        }
        if (type == SqlType.LONG && ((SqlNode) call.operand(0)).getKind() == SqlKind.DIVIDE) {
            // Whoever writes CAST(a / b AS long) knows that the fraction is lost.
            builder.problems().withdrawWarnings(((SqlNode) call.operand(0)).getParserPosition());
        }
        return cast(call, operand, type, List.of(precision, scale));
    }

    private Typed cast(SqlCall call, Typed operand, SqlType type, List<Integer> size) {
        SqlType from = operand.type();
        if (from.open()) {
            return Typed.of(Constant.NULL, type, call.getParserPosition());
        }
        if (!possible(from, type)) {
            return castError(operand, type);
        }
        if (operand.literal() != null && type == SqlType.DECIMAL) {
            // The digits as written, not those of the double between.
            operand = Typed.of(new Constant(operand.literal()), SqlType.DECIMAL, operand.place());
            from = SqlType.DECIMAL;
        }
        if (from == type && size.get(0) == 0) {
            return Typed.of(operand.node(), type, call.getParserPosition());
        }
        boolean tried = call.getKind() == SqlKind.SAFE_CAST;
        Node node = new Casts.Cast(operand.node(), from, type, size.get(0), size.get(1), tried);
        return Typed.of(node, type, call.getParserPosition());
    }

    private Typed castError(Typed operand, SqlType type) {
        String hint = hint(operand.type(), type);
        builder.problems()
                .error(
                        operand.place(),
                        operand.type().words() + " is not cast to " + type.words()
                                + Objects.requireNonNullElse(hint, ""));
        return Typed.of(Constant.NULL, type, operand.place());
    }

    private static @Nullable String hint(SqlType from, SqlType to) {
        if (from.numeric() && to == SqlType.TIMESTAMP) {
            return "; write TIMESTAMP_MILLIS(n) or TIMESTAMP_SECONDS(n)";
        }
        if (from == SqlType.TIMESTAMP && to.numeric()) {
            return "; write UNIX_MILLIS(t) or UNIX_SECONDS(t)";
        }
        if (from == SqlType.BOOLEAN && to.numeric()) {
            return "; write CASE WHEN b THEN 1 ELSE 0 END";
        }
        if (from.numeric() && to == SqlType.BOOLEAN) {
            return "; write x <> 0";
        }
        return from == SqlType.LIST ? "; a list only stands in IS [NOT] NULL" : null;
    }

    private static boolean possible(SqlType from, SqlType to) {
        if (from == SqlType.LIST || from.interval()) {
            return false;
        }
        return switch (to) {
            case STRING -> true;
            case LONG, DOUBLE, DECIMAL -> from.numeric() || from == SqlType.STRING;
            default -> from == to || from == SqlType.STRING;
        };
    }
}
