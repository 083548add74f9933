package io.tidemark.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Checks logic, comparisons and LIKE; arithmetic is {@link ArithmeticBuilder}'s. */
final class OperatorBuilder {
    private final ExpressionBuilder builder;
    private final ArithmeticBuilder arithmetic;

    OperatorBuilder(ExpressionBuilder builder) {
        this.builder = builder;
        this.arithmetic = new ArithmeticBuilder(builder);
    }

    Typed arithmetic(SqlCall call) {
        return arithmetic.build(call);
    }

    Typed logic(SqlCall call) {
        SqlParserPos place = call.getParserPosition();
        SqlKind kind = call.getKind();
        if (kind == SqlKind.IS_NULL || kind == SqlKind.IS_NOT_NULL) {
            return nullTest(call);
        }
        if (kind == SqlKind.AND || kind == SqlKind.OR) {
            List<Node> operands = new ArrayList<>();
            for (SqlNode operand : ExpressionBuilder.chain(call)) {
                operands.add(builder.condition(operand));
            }
            List<Node> fixed = List.copyOf(operands);
            return Typed.of(kind == SqlKind.AND ? new Logic.And(fixed) : new Logic.Or(fixed), SqlType.BOOLEAN, place);
        }
        Node operand = builder.condition(call.operand(0));
        Node node = switch (kind) {
            case NOT -> new Logic.Not(operand);
            case IS_TRUE -> new Logic.Is(operand, true, false);
            case IS_NOT_TRUE -> new Logic.Is(operand, true, true);
            case IS_FALSE -> new Logic.Is(operand, false, false);
            default -> new Logic.Is(operand, false, true);
        };
        return Typed.of(node, SqlType.BOOLEAN, place);
    }

    private Typed nullTest(SqlCall call) {
        boolean truth = call.getOperator().getName().endsWith("UNKNOWN");
        Typed operand = builder.build(call.operand(0));
        Node tested = truth ? builder.condition(operand) : operand.node();
        Node node = new Logic.IsNull(tested, call.getKind() == SqlKind.IS_NOT_NULL);
        return Typed.of(node, SqlType.BOOLEAN, call.getParserPosition());
    }

    Typed comparison(SqlCall call) {
        List<Typed> operands = builder.buildAll(call.getOperandList());
        String name = "'" + call.getOperator().getName() + "'";
        SqlKind kind = call.getKind();
        boolean distinct = kind == SqlKind.IS_DISTINCT_FROM || kind == SqlKind.IS_NOT_DISTINCT_FROM;
        if (!distinct) {
            warnOfNull(operands, kind);
        }
        SqlType type = builder.promotion().common(operands, name);
        Node left = Promotion.converted(operands.get(0), type);
        Node right = Promotion.converted(operands.get(1), type);
        Order order = Order.of(type);
        Node node = distinct
                ? new Comparisons.Distinct(order, left, right, kind == SqlKind.IS_NOT_DISTINCT_FROM)
                : new Comparisons.Compare(operator(kind), order, left, right);
        return Typed.of(node, SqlType.BOOLEAN, call.getParserPosition());
    }

    private void warnOfNull(List<Typed> operands, SqlKind kind) {
        for (Typed operand : operands) {
            if (operand.type() == SqlType.NULL) {
                builder.problems()
                        .warning(
                                operand.place(),
                                "a comparison with NULL is never met; write "
                                        + (kind == SqlKind.NOT_EQUALS ? "IS NOT NULL" : "IS NULL"));
            }
        }
    }

    private static Comparisons.Operator operator(SqlKind kind) {
        return switch (kind) {
            case EQUALS -> Comparisons.Operator.EQUAL;
            case NOT_EQUALS -> Comparisons.Operator.NOT_EQUAL;
            case LESS_THAN -> Comparisons.Operator.LESS;
            case LESS_THAN_OR_EQUAL -> Comparisons.Operator.LESS_OR_EQUAL;
            case GREATER_THAN -> Comparisons.Operator.GREATER;
            default -> Comparisons.Operator.GREATER_OR_EQUAL;
        };
    }

    Typed between(SqlCall call) {
        List<Typed> operands = builder.buildAll(call.getOperandList());
        SqlType type = builder.promotion().common(operands, "BETWEEN");
        List<Node> nodes = Promotion.converted(operands, type);
        String name = call.getOperator().getName();
        Node node = new Comparisons.Between(
                Order.of(type),
                nodes.get(0),
                nodes.get(1),
                nodes.get(2),
                name.endsWith(" SYMMETRIC"),
                name.startsWith("NOT"));
        return Typed.of(node, SqlType.BOOLEAN, call.getParserPosition());
    }

    Typed in(SqlCall call) {
        if (!(call.operand(1) instanceof SqlNodeList list)) {
            return builder.error(call.operand(1), "no queries inside an expression; IN takes a list of values");
        }
        List<Typed> operands = new ArrayList<>();
        operands.add(builder.build(call.operand(0)));
        operands.addAll(builder.buildAll(list));
        SqlType type = builder.promotion().common(operands, "IN");
        Order order = Order.of(type);
        List<Node> nodes = Promotion.converted(operands, type);
        Set<Object> constants = new HashSet<>();
        List<Node> others = new ArrayList<>();
        boolean nullListed = false;
        for (int i = 1; i < nodes.size(); i++) {
            if (!(nodes.get(i) instanceof Constant constant)) {
                others.add(nodes.get(i));
            } else if (constant.value() == null) {
                nullListed = true;
                warnOfListedNull(operands.get(i));
            } else if (type != SqlType.UNKNOWN) {
                constants.add(order.canonical(constant.value()));
            }
        }
        Node node = new Comparisons.In(
                order, nodes.get(0), constants, nullListed, List.copyOf(others), call.getKind() == SqlKind.NOT_IN);
        return Typed.of(node, SqlType.BOOLEAN, call.getParserPosition());
    }

    private void warnOfListedNull(Typed operand) {
        if (operand.type() == SqlType.NULL) {
            builder.problems().warning(operand.place(), "NULL in a list is never found; write OR x IS NULL");
        }
    }

    Typed like(SqlCall call) {
        String name = call.getOperator().getName();
        Typed value = builder.build(call.operand(0));
        Typed pattern = builder.build(call.operand(1));
        Node text = builder.promotion().required(value, SqlType.STRING, "LIKE");
        Node like = builder.promotion().required(pattern, SqlType.STRING, "LIKE");
        int escape = call.operandCount() == 3 ? escape(call.operand(2)) : LikePattern.NO_ESCAPE;
        if (text == null || like == null) {
            return Typed.of(Constant.NULL, SqlType.BOOLEAN, call.getParserPosition());
        }
        boolean anyCase = name.endsWith("ILIKE");
        LikePattern constant = null;
        if (like instanceof Constant given && given.value() instanceof String words) {
            try {
                constant = LikePattern.of(words, escape, anyCase);
            } catch (EvaluationException e) {
                return builder.error(call.operand(1), String.valueOf(e.getMessage()));
            }
        }
        Node node = new LikeNode(text, like, constant, escape, anyCase, name.startsWith("NOT"));
        return Typed.of(node, SqlType.BOOLEAN, call.getParserPosition());
    }

    private int escape(SqlNode node) {
        if (node instanceof SqlLiteral literal && builder.build(literal).node() instanceof Constant constant) {
            String text = Objects.toString(constant.value(), "");
            if (text.codePointCount(0, text.length()) == 1) {
                return text.codePointAt(0);
            }
        }
        builder.error(node, "ESCAPE takes one character, as in ESCAPE '!'");
        return LikePattern.NO_ESCAPE;
    }

    Typed concat(SqlCall call) {
        List<SqlNode> parts = ExpressionBuilder.chain(call);
        List<Node> operands = new ArrayList<>();
        boolean wrong = false;
        for (SqlNode part : parts) {
            Typed operand = builder.build(part);
            if (operand.type() == SqlType.STRING || operand.type() == SqlType.NULL) {
                operands.add(operand.node());
                continue;
            }
            wrong = true;
            if (operand.type() != SqlType.UNKNOWN) {
                String hint =
                        operand.type() == SqlType.BOOLEAN ? "write OR for conditions" : "CAST(x AS string) makes one";
                builder.problems()
                        .error(
                                operand.place(),
                                "'||' joins strings, this is " + operand.type().words() + "; " + hint);
            }
        }
        if (wrong) {
            return Typed.unknown(call.getParserPosition());
        }
        return Typed.of(new TextNodes.Concat(List.copyOf(operands)), SqlType.STRING, call.getParserPosition());
    }
}
