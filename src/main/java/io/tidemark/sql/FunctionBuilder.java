package io.tidemark.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.jspecify.annotations.Nullable;

/** Checks calls of functions by name. */
final class FunctionBuilder {
    static final String NO_AGGREGATE = "an aggregate function does not go here; only a window's aggregates take them";

    private static final Map<String, ScalarFunction> FUNCTIONS = new HashMap<>();
    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("CHARACTER_LENGTH", "CHAR_LENGTH"),
            Map.entry("LENGTH", "CHAR_LENGTH"),
            Map.entry("SUBSTR", "SUBSTRING"),
            Map.entry("TRANSLATE3", "TRANSLATE"),
            Map.entry("CEILING", "CEIL"),
            Map.entry("TRUNC", "TRUNCATE"),
            Map.entry("POW", "POWER"),
            Map.entry("DAY", "DAYOFMONTH"));

    /** Functions with a check of their own, and how many arguments they take: least and most. */
    private static final Map<String, int[]> SPECIAL = Map.ofEntries(
            Map.entry("COALESCE", new int[] {1, Integer.MAX_VALUE}),
            Map.entry("IFNULL", new int[] {2, 2}),
            Map.entry("NVL", new int[] {2, 2}),
            Map.entry("NVL2", new int[] {3, 3}),
            Map.entry("NULLIF", new int[] {2, 2}),
            Map.entry("IF", new int[] {3, 3}),
            Map.entry("DECODE", new int[] {3, Integer.MAX_VALUE}),
            Map.entry("GREATEST", new int[] {1, Integer.MAX_VALUE}),
            Map.entry("LEAST", new int[] {1, Integer.MAX_VALUE}),
            Map.entry("MOD", new int[] {2, 2}),
            Map.entry("CONCAT", new int[] {1, Integer.MAX_VALUE}),
            Map.entry("CONCAT_WS", new int[] {2, Integer.MAX_VALUE}),
            Map.entry("DATE_TRUNC", new int[] {2, 2}),
            Map.entry("REGEXP_LIKE", new int[] {2, 2}),
            Map.entry("REGEXP_CONTAINS", new int[] {2, 2}),
            Map.entry("REGEXP_EXTRACT", new int[] {2, 3}),
            Map.entry("REGEXP_REPLACE", new int[] {3, 3}));

    private static final Set<String> AGGREGATES = Set.of(
            "COUNT",
            "SUM",
            "AVG",
            "MIN",
            "MAX",
            "FIRST",
            "LAST",
            "STDDEV",
            "STDDEV_POP",
            "STDDEV_SAMP",
            "VARIANCE",
            "VARIANCE_POP",
            "VAR_POP",
            "VAR_SAMP",
            "PERCENTILE",
            "MEDIAN",
            "MOST_FREQUENT",
            "RATIO",
            "RATE");

    private static final Set<String> NOT_DETERMINISTIC = Set.of(
            "NOW",
            "RAND",
            "RANDOM",
            "RAND_INTEGER",
            "UUID",
            "GEN_RANDOM_UUID",
            "GETDATE",
            "SYSDATE",
            "SYSTIMESTAMP",
            "PROCTIME",
            "UNIX_TIMESTAMP",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "USER",
            "SESSION_USER",
            "SYSTEM_USER");

    private static final Map<String, String> HINTS = Map.of(
            "LOG", "write LN(x) or LOG10(x)",
            "CONTAINS", "write POSITION(part IN text) > 0",
            "INSTR", "write POSITION(part IN text)",
            "DATEDIFF", "write TIMESTAMPDIFF(DAY, start, end)",
            "DATEADD", "write TIMESTAMPADD(DAY, n, t)",
            "ISNULL", "write x IS NULL",
            "LEN", "write LENGTH(text)",
            "TO_TIMESTAMP", "write CAST(text AS timestamp)");

    static {
        for (ScalarFunction function : StringFunction.values()) {
            FUNCTIONS.put(function.name(), function);
        }
        for (ScalarFunction function : NumberFunction.values()) {
            FUNCTIONS.put(function.name(), function);
        }
        for (ScalarFunction function : TimeFunction.values()) {
            FUNCTIONS.put(function.name(), function);
        }
    }

    private final ExpressionBuilder builder;

    FunctionBuilder(ExpressionBuilder builder) {
        this.builder = builder;
    }

    /** Whether the word stands for something that differs from run to run. */
    static boolean notDeterministic(String word) {
        String name = word.toUpperCase(Locale.ROOT);
        return NOT_DETERMINISTIC.contains(name) || name.startsWith("CURRENT_");
    }

    static String notDeterministicMessage(String word) {
        return word + " depends on the wall clock, chance or the session, so no two runs would agree;"
                + " use a field of the event";
    }

    /** Whether there is a function of that name. */
    static boolean known(String word) {
        String name = ALIASES.getOrDefault(word.toUpperCase(Locale.ROOT), word.toUpperCase(Locale.ROOT));
        return FUNCTIONS.containsKey(name) || SPECIAL.containsKey(name);
    }

    /** Whether nothing is known about that name: no function, and none that an error has a word for. */
    static boolean unheardOf(String word) {
        return !known(word) && !notDeterministic(word) && !HINTS.containsKey(word.toUpperCase(Locale.ROOT));
    }

    /** The names of all functions, in upper case. */
    static Set<String> names() {
        Set<String> names = new TreeSet<>(FUNCTIONS.keySet());
        names.addAll(SPECIAL.keySet());
        names.addAll(ALIASES.keySet());
        names.remove("TRANSLATE3"); // what the parser makes of TRANSLATE
        return names;
    }

    Typed call(SqlCall call) {
        String written = call.getOperator().getName();
        String upper = written.toUpperCase(Locale.ROOT);
        String name = ALIASES.getOrDefault(upper, upper);
        if (isAggregate(upper)) {
            return builder.error(call, NO_AGGREGATE);
        }
        if (call.getFunctionQuantifier() != null) {
            return builder.error(call, "DISTINCT and ALL only stand in an aggregate function");
        }
        ScalarFunction function = FUNCTIONS.get(name);
        if (function != null) {
            return ofForm(call, function);
        }
        int[] arity = SPECIAL.get(name);
        if (arity == null) {
            call.getOperandList().stream().filter(Objects::nonNull).forEach(builder::build); // for their errors
            return builder.error(call, unknown(written, upper));
        }
        if (call.operandCount() < arity[0] || call.operandCount() > arity[1]) {
            return builder.error(call, name + " takes " + count(arity[0], arity[1]) + ", not " + call.operandCount());
        }
        return special(call, name);
    }

    /** Whether it is the name of one of the contract's aggregate functions, but percentiles out of range. */
    static boolean isAggregate(String word) {
        String upper = word.toUpperCase(Locale.ROOT);
        return AGGREGATES.contains(upper) || upper.matches("P[5-9]\\d|P999");
    }

    private static String count(int least, int most) {
        String from = least + (least == 1 && most == 1 ? " argument" : " arguments");
        return most == least
                ? from
                : most == Integer.MAX_VALUE ? "at least " + from : least + " to " + most + " arguments";
    }

    private static String unknown(String written, String upper) {
        if (notDeterministic(upper)) {
            return notDeterministicMessage(written);
        }
        String hint = HINTS.get(upper);
        if (hint != null) {
            return "unknown function '" + written + "'; " + hint;
        }
        if (!upper.matches("[A-Z_][A-Z0-9_]*")) {
            return "'" + written + "' is not available in an expression; the reference lists the operators there are";
        }
        String suggestion = Suggestion.of(written, names());
        return "unknown function '" + written + "'"
                + (suggestion.startsWith("; did") ? suggestion : "; the reference lists those there are");
    }

    private Typed special(SqlCall call, String name) {
        return switch (name) {
            case "COALESCE", "IFNULL", "NVL" -> builder.choices().coalesce(call, name);
            case "NVL2" -> builder.choices().nvl2(call);
            case "NULLIF" -> builder.choices().nullIf(call);
            case "IF" -> builder.choices().ifThen(call);
            case "DECODE" -> builder.choices().decode(call);
            case "GREATEST" -> builder.choices().extreme(call, true);
            case "LEAST" -> builder.choices().extreme(call, false);
            case "MOD" -> new ArithmeticBuilder(builder).build(call);
            case "DATE_TRUNC" -> builder.times().truncate(call);
            case "CONCAT" -> concat(call);
            case "CONCAT_WS" -> joined(call);
            default -> regexp(call, name);
        };
    }

    private Typed ofForm(SqlCall call, ScalarFunction function) {
        FunctionForm form = function.form();
        List<Typed> arguments = builder.buildAll(call.getOperandList());
        if (!form.takes(arguments.size())) {
            return builder.error(
                    call,
                    function.name() + " takes "
                            + count(form.required(), form.parameters().size()) + ", not " + arguments.size() + "; "
                            + form.usage());
        }
        List<Node> nodes = new ArrayList<>();
        SqlType result = form.result();
        for (int i = 0; i < arguments.size(); i++) {
            Typed argument = arguments.get(i);
            SqlType parameter = form.parameter(i);
            Node node = parameter == SqlType.UNKNOWN
                    ? number(argument, function.name())
                    : builder.promotion().required(argument, parameter, function.name());
            if (node != null) {
                nodes.add(node);
            }
        }
        if (result == SqlType.UNKNOWN) {
            result = arguments.get(0).type();
        }
        if (nodes.size() < arguments.size()) {
            return Typed.of(
                    Constant.NULL,
                    result.numeric() || form.result() != SqlType.UNKNOWN ? result : SqlType.UNKNOWN,
                    call.getParserPosition());
        }
        return Typed.of(new FunctionCall(function, List.copyOf(nodes)), result, call.getParserPosition());
    }

    private @Nullable Node number(Typed argument, String name) {
        if (argument.type().numeric() || argument.type() == SqlType.NULL) {
            return argument.node();
        }
        if (argument.type() != SqlType.UNKNOWN) {
            builder.problems()
                    .error(
                            argument.place(),
                            name + " takes a number, this is " + argument.type().words());
        }
        return null;
    }

    private @Nullable List<Node> strings(List<SqlNode> operands, String name) {
        List<Node> nodes = new ArrayList<>();
        for (Typed operand : builder.buildAll(operands)) {
            Node node = builder.promotion().required(operand, SqlType.STRING, name);
            if (node != null) {
                nodes.add(node);
            }
        }
        return nodes.size() == operands.size() ? List.copyOf(nodes) : null;
    }

    private static Typed text(SqlCall call, @Nullable Node node) {
        return Typed.of(node == null ? Constant.NULL : node, SqlType.STRING, call.getParserPosition());
    }

    private Typed concat(SqlCall call) {
        List<Node> nodes = strings(call.getOperandList(), "CONCAT");
        return text(call, nodes == null ? null : new TextNodes.Concat(nodes));
    }

    private Typed joined(SqlCall call) {
        List<Node> nodes = strings(call.getOperandList(), "CONCAT_WS");
        return text(
                call,
                nodes == null ? null : new TextNodes.Joined(nodes.get(0), List.copyOf(nodes.subList(1, nodes.size()))));
    }

    /** {@code TRIM(BOTH 'x' FROM s)}; the parser fills in what is not written. */
    Typed trim(SqlCall call) {
        SqlTrimFunction.Flag flag = ((SqlLiteral) call.operand(0)).getValueAs(SqlTrimFunction.Flag.class);
        List<Node> nodes = strings(call.getOperandList().subList(1, 3), "TRIM");
        boolean start = flag != SqlTrimFunction.Flag.TRAILING;
        boolean end = flag != SqlTrimFunction.Flag.LEADING;
        return text(call, nodes == null ? null : new TextNodes.Trim(nodes.get(1), nodes.get(0), start, end));
    }

    private Typed regexp(SqlCall call, String name) {
        Node text = builder.promotion().required(builder.build(call.operand(0)), SqlType.STRING, name);
        Pattern pattern = pattern(call.operand(1), name);
        boolean found = name.equals("REGEXP_LIKE") || name.equals("REGEXP_CONTAINS");
        SqlType type = found ? SqlType.BOOLEAN : SqlType.STRING;
        Node node = Constant.NULL;
        if (found) {
            node = pattern == null || text == null ? node : new TextNodes.Found(pattern, text);
        } else if (name.equals("REGEXP_REPLACE")) {
            Node by = builder.promotion().required(builder.build(call.operand(2)), SqlType.STRING, name);
            node = pattern == null || text == null || by == null ? node : new TextNodes.Replaced(pattern, text, by);
        } else {
            int group = call.operandCount() == 3 ? group(call.operand(2), pattern) : 0;
            node = pattern == null || text == null || group < 0 ? node : new TextNodes.Extracted(pattern, text, group);
        }
        return Typed.of(node, type, call.getParserPosition());
    }

    private @Nullable Pattern pattern(SqlNode node, String name) {
        Typed pattern = builder.build(node);
        if (!(pattern.node() instanceof Constant constant) || !(constant.value() instanceof String text)) {
            if (pattern.type() != SqlType.UNKNOWN) {
                builder.error(node, "the pattern of " + name + " must be a literal, such as '^a.*z$'");
            }
            return null;
        }
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            builder.error(
                    node, "not a regular expression: " + e.getDescription() + " near character " + (e.getIndex() + 1));
            return null;
        }
    }

    private int group(SqlNode node, @Nullable Pattern pattern) {
        if (pattern == null) {
            return -1;
        }
        int groups = pattern.matcher("").groupCount();
        Typed group = builder.build(node);
        if (group.literal() != null && group.type() == SqlType.LONG) {
            long number = group.literal().longValueExact();
            if (number >= 0 && number <= groups) {
                return (int) number;
            }
        }
        builder.error(node, "the group must be a literal from 0 to " + groups);
        return -1;
    }
}
