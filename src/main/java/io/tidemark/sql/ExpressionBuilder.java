package io.tidemark.sql;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;

/**
 * Checks a syntax tree and makes nodes of it, in one go: every part gets its type, every error is reported at its own
 * place, and a part with an error goes on as {@link SqlType#UNKNOWN}, so that one run finds all errors.
 */
final class ExpressionBuilder {
    /** Levels of nesting that evaluation and serialization surely have the stack for. */
    private static final int MAX_DEPTH = 200;

    private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private final Scope scope;
    private final Problems problems;
    private final Promotion promotion;
    private final OperatorBuilder operators;
    private final ChoiceBuilder choices;
    private final FunctionBuilder functions;
    private final TimeBuilder times;
    private int depth;
    private boolean tooDeep;

    ExpressionBuilder(Scope scope, Problems problems) {
        this.scope = scope;
        this.problems = problems;
        this.promotion = new Promotion(problems);
        this.operators = new OperatorBuilder(this);
        this.choices = new ChoiceBuilder(this);
        this.times = new TimeBuilder(this);
        this.functions = new FunctionBuilder(this);
    }

    Problems problems() {
        return problems;
    }

    Promotion promotion() {
        return promotion;
    }

    ChoiceBuilder choices() {
        return choices;
    }

    TimeBuilder times() {
        return times;
    }

    /** Reports an error and gives what stands for the part that has it. */
    Typed error(SqlNode node, String message) {
        problems.error(node.getParserPosition(), message);
        return Typed.unknown(node.getParserPosition());
    }

    /** The checked part of the expression. */
    Typed build(SqlNode node) {
        if (depth >= MAX_DEPTH) {
            return tooDeep(node);
        }
        depth++;
        try {
            if (node instanceof SqlLiteral literal) {
                return literal(literal);
            }
            if (node instanceof SqlIdentifier name) {
                return name(name);
            }
            if (node instanceof SqlCall call) {
                Typed aggregate = scope.aggregate(call);
                return aggregate != null ? aggregate : call(call);
            }
            return error(node, "this is not available in an expression; the reference lists what is");
        } finally {
            depth--;
        }
    }

    private Typed tooDeep(SqlNode node) {
        if (!tooDeep) {
            tooDeep = true;
            return error(node, "nested too deeply; at most " + MAX_DEPTH + " levels");
        }
        return Typed.unknown(node.getParserPosition());
    }

    List<Typed> buildAll(List<? extends SqlNode> nodes) {
        List<Typed> operands = new ArrayList<>();
        for (SqlNode node : nodes) {
            operands.add(build(node));
        }
        return operands;
    }

    /** A part that must be boolean. */
    Node condition(SqlNode node) {
        return condition(build(node));
    }

    Node condition(Typed operand) {
        if (operand.type() != SqlType.BOOLEAN && !operand.type().open()) {
            problems.error(
                    operand.place(),
                    "a condition must be boolean, this is " + operand.type().words() + "; compare it, as in x > 0");
            return Constant.NULL;
        }
        return operand.node();
    }

    /** The operands of a chain such as {@code a AND b AND c}, without recursion, which long chains would overflow. */
    static List<SqlNode> chain(SqlCall call) {
        Deque<SqlNode> operands = new ArrayDeque<>();
        SqlNode left = call;
        while (left instanceof SqlCall inner && inner.getOperator() == call.getOperator()) {
            operands.addFirst(inner.operand(1));
            left = inner.operand(0);
        }
        operands.addFirst(left);
        return new ArrayList<>(operands);
    }

    private Typed name(SqlIdentifier name) {
        if (name.isStar()) {
            return error(name, "'*' only stands in count(*)");
        }
        if (!name.isSimple()) {
            Typed qualified = scope.qualified(name);
            return qualified != null ? qualified : error(name, "'" + name + "' has a dot; name the field alone");
        }
        return scope.field(name);
    }

    private Typed literal(SqlLiteral literal) {
        SqlParserPos place = literal.getParserPosition();
        if (literal instanceof SqlNumericLiteral) {
            return number((SqlNumericLiteral) literal, place);
        }
        if (literal instanceof SqlCharStringLiteral text) {
            NlsString value = text.getValueAs(NlsString.class);
            if (value.getCharsetName() != null) {
                return error(literal, "a string has no character set here; write 'text'");
            }
            return Typed.of(new Constant(value.getValue()), SqlType.STRING, place);
        }
        if (literal instanceof SqlUnknownLiteral time) {
            return times.literal(time);
        }
        if (literal instanceof SqlIntervalLiteral interval) {
            return times.interval(interval);
        }
        if (literal.getTypeName() == SqlTypeName.BOOLEAN) {
            // UNKNOWN is a boolean literal without a value.
            return Typed.of(new Constant((Boolean) literal.getValue()), SqlType.BOOLEAN, place);
        }
        if (literal.getTypeName() == SqlTypeName.NULL) {
            return Typed.of(Constant.NULL, SqlType.NULL, place);
        }
        return error(
                literal,
                "this kind of literal is not available; there are numbers, 'text', TRUE, FALSE, NULL,"
                        + " TIMESTAMP '…', INTERVAL '…' unit");
    }

    private Typed number(SqlNumericLiteral literal, SqlParserPos place) {
        BigDecimal value = literal.bigDecimalValue();
        if (value == null
                || Math.abs((long) value.scale()) > Decimals.MAX_DIGITS
                || value.precision() > Decimals.MAX_DIGITS) {
            return error(literal, "the number has too many digits");
        }
        boolean whole = literal.getTypeName() == SqlTypeName.DECIMAL && literal.getScale() == 0;
        if (!whole) {
            double number = value.doubleValue();
            if (!Double.isFinite(number)) {
                return error(literal, "the number is too large for a double; at most 1.7976931348623157E308");
            }
            return new Typed(new Constant(number), SqlType.DOUBLE, place, value);
        }
        if (value.compareTo(LONG_MIN) < 0 || value.compareTo(LONG_MAX) > 0) {
            return new Typed(new Constant(value), SqlType.DECIMAL, place, value);
        }
        return new Typed(new Constant(value.longValueExact()), SqlType.LONG, place, value);
    }

    private Typed call(SqlCall call) {
        SqlKind kind = call.getKind();
        return switch (kind) {
            case AND, OR, NOT, IS_NULL, IS_NOT_NULL, IS_TRUE, IS_FALSE, IS_NOT_TRUE, IS_NOT_FALSE ->
                operators.logic(call);
            case EQUALS,
                    NOT_EQUALS,
                    LESS_THAN,
                    LESS_THAN_OR_EQUAL,
                    GREATER_THAN,
                    GREATER_THAN_OR_EQUAL,
                    IS_DISTINCT_FROM,
                    IS_NOT_DISTINCT_FROM -> operators.comparison(call);
            case IN, NOT_IN -> operators.in(call);
            case BETWEEN -> operators.between(call);
            case LIKE -> operators.like(call);
            case PLUS, MINUS, TIMES, DIVIDE, MOD, MINUS_PREFIX, PLUS_PREFIX -> operators.arithmetic(call);
            case CASE -> choices.caseWhen(call);
            case CAST, SAFE_CAST -> new CastBuilder(this).cast(call);
            case EXTRACT -> times.extract(call);
            case FLOOR, CEIL -> call.operandCount() == 2 ? times.round(call) : functions.call(call);
            case TIMESTAMP_ADD -> times.add(call);
            case TIMESTAMP_DIFF -> times.difference(call);
            case INTERVAL -> times.intervalCall(call);
            case TRIM -> functions.trim(call);
            default -> other(call, kind);
        };
    }

    private Typed other(SqlCall call, SqlKind kind) {
        if (call.getOperator().getName().equals("||")) {
            return operators.concat(call);
        }
        if (kind.belongsTo(SqlKind.QUERY) || kind == SqlKind.EXISTS || kind == SqlKind.UNIQUE) {
            return error(call, "no queries inside an expression; a join or table brings in other data");
        }
        return switch (kind) {
            case OVER -> error(call, "no window functions inside an expression; a window's aggregates do that");
            case FILTER, WITHIN_GROUP, WITHIN_DISTINCT, IGNORE_NULLS, RESPECT_NULLS ->
                error(call.operand(0), FunctionBuilder.NO_AGGREGATE);
            case SOME, ALL -> error(call, "SOME, ANY and ALL are not available; write IN or several comparisons");
            case RLIKE, SIMILAR, POSIX_REGEX_CASE_SENSITIVE, POSIX_REGEX_CASE_INSENSITIVE ->
                error(call, "this is not available; write REGEXP_LIKE(text, 'pattern')");
            case ROW -> error(call, "rows of several values are not available; write one value");
            case LITERAL_CHAIN -> error(call, "two strings side by side; write || between them");
            case ITEM, DOT, ARRAY_VALUE_CONSTRUCTOR, MAP_VALUE_CONSTRUCTOR, MULTISET_VALUE_CONSTRUCTOR ->
                error(call, "lists and maps are not available in an expression; IS NULL takes a field that is a list");
            default -> functions.call(call);
        };
    }
}
