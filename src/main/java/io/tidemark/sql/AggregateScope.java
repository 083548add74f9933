package io.tidemark.sql;

import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The names of an expression over aggregates: its values are the results of aggregate calls; fields stand only inside
 * these. Collects the calls, each once.
 */
final class AggregateScope implements Scope {
    private final Schema schema;
    private final AggregateCatalog catalog;
    private final Problems problems;
    private final Map<AggregateCall, Integer> calls = new LinkedHashMap<>();

    AggregateScope(Schema schema, AggregateCatalog catalog, Problems problems) {
        this.schema = schema;
        this.catalog = catalog;
        this.problems = problems;
    }

    /** The calls in order of their first appearance. */
    List<AggregateCall> calls() {
        return List.copyOf(calls.keySet());
    }

    @Override
    public Typed field(SqlIdentifier name) {
        String word = name.getSimple();
        String message = schema.indexOf(word) < 0
                ? FieldScope.unknown(word, FieldScope.names(schema))
                : "'" + word + "' stands outside an aggregate function; write such as max(" + word + ")";
        problems.error(name.getParserPosition(), message);
        return Typed.unknown(name.getParserPosition());
    }

    @Override
    public @Nullable Typed aggregate(SqlCall call) {
        SqlKind kind = call.getKind();
        if (kind == SqlKind.FILTER) {
            return call.operand(0) instanceof SqlCall inner && isAggregate(inner)
                    ? build(inner, call.operand(1))
                    : error(call, "FILTER belongs behind an aggregate function, such as count(*)");
        }
        if (kind == SqlKind.WITHIN_GROUP || kind == SqlKind.WITHIN_DISTINCT) {
            return error(call, "WITHIN is not available; write percentile(x, 95)");
        }
        if (kind == SqlKind.IGNORE_NULLS || kind == SqlKind.RESPECT_NULLS) {
            return error(call.operand(0), "aggregates always skip nulls; leave out IGNORE NULLS and RESPECT NULLS");
        }
        if (isAggregate(call)) {
            return build(call, null);
        }
        String advice = catalog.advice(name(call));
        if (advice != null) {
            return error(call, advice);
        }
        return isUnknown(call) || FunctionBuilder.isAggregate(name(call)) ? unknown(call) : null;
    }

    private boolean isAggregate(SqlCall call) {
        return catalog.names().contains(name(call));
    }

    private static String name(SqlCall call) {
        return call.getOperator().getName().toLowerCase(Locale.ROOT);
    }

    private static boolean isUnknown(SqlCall call) {
        return call.getKind() == SqlKind.OTHER_FUNCTION && FunctionBuilder.unheardOf(name(call));
    }

    private Typed unknown(SqlCall call) {
        if (FunctionBuilder.isAggregate(name(call))) {
            return error(call, "'" + name(call) + "' is not available yet" + catalog.listed());
        }
        List<String> names = new ArrayList<>(catalog.names());
        names.addAll(FunctionBuilder.names());
        String suggestion = Suggestion.of(name(call), names);
        return error(
                call,
                "unknown function '" + call.getOperator().getName() + "'"
                        + (suggestion.startsWith("; did") ? suggestion : catalog.listed()));
    }

    private Typed error(SqlNode node, String message) {
        problems.error(node.getParserPosition(), message);
        return Typed.unknown(node.getParserPosition());
    }

    private Typed build(SqlCall call, @Nullable SqlNode condition) {
        List<SqlNode> operands = written(call);
        boolean star = operands.size() == 1 && operands.get(0) instanceof SqlIdentifier name && name.isStar();
        SqlLiteral quantifier = call.getFunctionQuantifier();
        boolean distinct =
                quantifier != null && quantifier.symbolValue(SqlSelectKeyword.class) == SqlSelectKeyword.DISTINCT;
        ExpressionBuilder inner = new ExpressionBuilder(new ArgumentScope(), problems);
        Typed argument = star || operands.isEmpty() ? null : inner.build(operands.get(0));
        Node filter = condition == null ? null : inner.condition(condition);
        List<BigDecimal> parameters = parameters(operands);
        if (parameters == null || (argument != null && !usable(argument))) {
            return Typed.unknown(call.getParserPosition());
        }
        FieldType argumentType = argument == null ? null : argument.type().fieldType();
        AggregateCatalog.Resolution resolution =
                catalog.resolve(new AggregateCatalog.Signature(name(call), star, distinct, argumentType, parameters));
        FieldType type = resolution.type();
        if (type == null) {
            problems.error(place(resolution.part(), call, operands), String.valueOf(resolution.error()));
            return Typed.unknown(call.getParserPosition());
        }
        Expression value =
                argument == null || argumentType == null ? null : new Expression(argument.node(), argumentType);
        Expression met = filter == null ? null : new Expression(filter, FieldType.BOOLEAN);
        AggregateCall built =
                new AggregateCall(name(call), star, distinct, value, met, parameters, type, digest(value), digest(met));
        int index = calls.computeIfAbsent(built, added -> calls.size());
        return Typed.of(new FieldValue(index, Integer.toString(index)), SqlType.of(type), call.getParserPosition());
    }

    private static String digest(@Nullable Expression expression) {
        return expression == null ? "" : expression.digest();
    }

    /** The operands without the 0 that the parser adds to FIRST and LAST. */
    private static List<SqlNode> written(SqlCall call) {
        List<SqlNode> operands = call.getOperandList();
        boolean added =
                operands.size() == 2 && operands.get(1).getParserPosition().getLineNum() == 0;
        return added ? operands.subList(0, 1) : operands;
    }

    private boolean usable(Typed argument) {
        SqlType type = argument.type();
        if (type == SqlType.LIST) {
            problems.error(argument.place(), "a list only stands in IS [NOT] NULL");
        } else if (type.interval()) {
            problems.error(argument.place(), "an interval is only added to or subtracted from a timestamp");
        } else if (type == SqlType.NULL) {
            problems.error(argument.place(), "NULL alone has no type; write CAST(NULL AS type)");
        } else {
            return type != SqlType.UNKNOWN;
        }
        return false;
    }

    private @Nullable List<BigDecimal> parameters(List<SqlNode> operands) {
        List<BigDecimal> parameters = new ArrayList<>();
        boolean wrong = false;
        for (SqlNode operand : operands.subList(Math.min(1, operands.size()), operands.size())) {
            if (operand instanceof SqlNumericLiteral literal && literal.bigDecimalValue() != null) {
                parameters.add(literal.bigDecimalValue());
            } else {
                problems.error(
                        operand.getParserPosition(),
                        "only a literal number follows the argument here, as in percentile(x, 95)");
                wrong = true;
            }
        }
        return wrong ? null : List.copyOf(parameters);
    }

    private static SqlParserPos place(AggregateCatalog.Part part, SqlCall call, List<SqlNode> operands) {
        int index = part == AggregateCatalog.Part.CALL ? -1 : part == AggregateCatalog.Part.ARGUMENT ? 0 : 1;
        return index >= 0 && index < operands.size()
                ? operands.get(index).getParserPosition()
                : call.getParserPosition();
    }

    /** Inside an aggregate call: the fields, and no further aggregate. */
    private final class ArgumentScope implements Scope {
        private final FieldScope fields = new FieldScope(schema, problems);

        @Override
        public Typed field(SqlIdentifier name) {
            return fields.field(name);
        }

        @Override
        public @Nullable Typed aggregate(SqlCall call) {
            return isAggregate(call) || call.getKind() == SqlKind.FILTER
                    ? error(call, "aggregate functions are not nested; each takes an expression over fields")
                    : null;
        }
    }
}
