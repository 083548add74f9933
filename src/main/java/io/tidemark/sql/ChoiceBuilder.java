package io.tidemark.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;

/** Checks CASE and the functions that choose one of their arguments. */
final class ChoiceBuilder {
    private final ExpressionBuilder builder;

    ChoiceBuilder(ExpressionBuilder builder) {
        this.builder = builder;
    }

    Typed caseWhen(SqlCall call) {
        SqlCase node = (SqlCase) call;
        List<SqlNode> whens = node.getWhenOperands().getList();
        List<Typed> results = builder.buildAll(node.getThenOperands().getList());
        results.add(builder.build(Objects.requireNonNull(node.getElseOperand())));
        SqlNode value = sharedValue(whens);
        if (value != null) {
            return caseOfValue(call, value, whens, results);
        }
        List<Node> conditions = new ArrayList<>();
        for (SqlNode when : whens) {
            conditions.add(builder.condition(when));
        }
        return choice(call, conditions, results, "CASE");
    }

    /**
     * The value of {@code CASE value WHEN …}, which the parser has turned into a comparison a branch that all share one
     * node; null if this is {@code CASE WHEN}.
     */
    private static @org.jspecify.annotations.Nullable SqlNode sharedValue(List<SqlNode> whens) {
        SqlNode value = null;
        for (SqlNode when : whens) {
            boolean compared = when.getKind() == SqlKind.EQUALS || when.getKind() == SqlKind.IN;
            if (whens.size() < 2 || !compared) {
                return null;
            }
            SqlNode left = ((SqlCall) when).operand(0);
            if (value != null && value != left) {
                return null;
            }
            value = left;
        }
        return value;
    }

    private Typed caseOfValue(SqlCall call, SqlNode value, List<SqlNode> whens, List<Typed> results) {
        List<Typed> compared = new ArrayList<>();
        List<Typed> perKey = new ArrayList<>();
        compared.add(builder.build(value));
        for (int i = 0; i < whens.size(); i++) {
            SqlNode key = ((SqlCall) whens.get(i)).operand(1);
            List<? extends SqlNode> keys = key instanceof SqlNodeList list ? list.getList() : List.of(key);
            for (SqlNode each : keys) {
                compared.add(builder.build(each));
                perKey.add(results.get(i));
            }
        }
        perKey.add(results.get(results.size() - 1));
        return choiceOf(call, compared, perKey, false);
    }

    /** The first operand is compared with the others; the last result is for none of them. */
    private Typed choiceOf(SqlCall call, List<Typed> compared, List<Typed> results, boolean nullsMatch) {
        SqlType keyType = builder.promotion().common(compared, nullsMatch ? "DECODE" : "CASE");
        SqlType type =
                builder.promotion().common(results, nullsMatch ? "the results of DECODE" : "the results of CASE");
        List<Node> keys = Promotion.converted(compared, keyType);
        List<Node> nodes = Promotion.converted(results, type);
        Node node = new Choices.Switch(
                Order.of(keyType),
                nullsMatch,
                keys.get(0),
                List.copyOf(keys.subList(1, keys.size())),
                List.copyOf(nodes.subList(0, nodes.size() - 1)),
                nodes.get(nodes.size() - 1));
        return Typed.of(node, type, call.getParserPosition());
    }

    private Typed choice(SqlCall call, List<Node> conditions, List<Typed> results, String name) {
        SqlType type = builder.promotion().common(results, "the results of " + name);
        List<Node> nodes = Promotion.converted(results, type);
        Node node = new Choices.Case(
                List.copyOf(conditions), List.copyOf(nodes.subList(0, nodes.size() - 1)), nodes.get(nodes.size() - 1));
        return Typed.of(node, type, call.getParserPosition());
    }

    /** {@code IF(condition, then, otherwise)}. */
    Typed ifThen(SqlCall call) {
        List<Node> conditions = List.of(builder.condition((SqlNode) call.operand(0)));
        List<Typed> results = builder.buildAll(call.getOperandList().subList(1, 3));
        return choice(call, conditions, results, "IF");
    }

    /** {@code NVL2(x, if not null, if null)}. */
    Typed nvl2(SqlCall call) {
        Node notNull = new Logic.IsNull(builder.build(call.operand(0)).node(), true);
        List<Typed> results = builder.buildAll(call.getOperandList().subList(1, 3));
        return choice(call, List.of(notNull), results, "NVL2");
    }

    /** {@code DECODE(x, key, result, …, otherwise)}; a null equals a null. */
    Typed decode(SqlCall call) {
        List<Typed> arguments = builder.buildAll(call.getOperandList());
        List<Typed> compared = new ArrayList<>();
        List<Typed> results = new ArrayList<>();
        compared.add(arguments.get(0));
        int i = 1;
        for (; i + 1 < arguments.size(); i += 2) {
            compared.add(arguments.get(i));
            results.add(arguments.get(i + 1));
        }
        results.add(
                i < arguments.size()
                        ? arguments.get(i)
                        : Typed.of(Constant.NULL, SqlType.NULL, call.getParserPosition()));
        return choiceOf(call, compared, results, true);
    }

    Typed coalesce(SqlCall call, String name) {
        List<Typed> operands = builder.buildAll(call.getOperandList());
        SqlType type = builder.promotion().common(operands, name);
        return Typed.of(new Choices.Coalesce(Promotion.converted(operands, type)), type, call.getParserPosition());
    }

    Typed nullIf(SqlCall call) {
        List<Typed> operands = builder.buildAll(call.getOperandList());
        SqlType type = builder.promotion().common(operands, "NULLIF");
        List<Node> nodes = Promotion.converted(operands, type);
        Node node = new Comparisons.NullIf(Order.of(type), nodes.get(0), nodes.get(1));
        return Typed.of(node, type, call.getParserPosition());
    }

    Typed extreme(SqlCall call, boolean greatest) {
        List<Typed> operands = builder.buildAll(call.getOperandList());
        SqlType type = builder.promotion().common(operands, greatest ? "GREATEST" : "LEAST");
        Node node = new Comparisons.Extreme(Order.of(type), greatest, Promotion.converted(operands, type));
        return Typed.of(node, type, call.getParserPosition());
    }
}
