package io.tidemark.aggregate;

import io.tidemark.event.FieldType;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The aggregate functions by name. */
public final class AggregateFunctions {
    /** The finest accuracy of percentiles. */
    private static final double MIN_ACCURACY = 0.001;

    private static final double MAX_ACCURACY = 0.1;
    /** 1 %; a number from here to 1 may be meant as a share. */
    private static final BigDecimal LEAST_SHARE = BigDecimal.valueOf(1, 2);

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final Set<String> LATER = Set.of("first", "last", "most_frequent", "ratio", "rate");
    private static final Set<String> NAMES = makeNames();

    /** All names, for messages. */
    public static final String LISTED =
            "avg, count, max, median, min, p50 to p99, p999, percentile, stddev, stddev_pop, "
                    + "sum, variance, variance_pop";

    /** What other systems call them. */
    private static final Map<String, String> FOREIGN = foreign();

    /** The argument of a call, or the literal behind it, is none that the function takes. */
    public static final class WrongOperandException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        private final boolean parameter;

        private WrongOperandException(String message, boolean parameter) {
            super(message);
            this.parameter = parameter;
        }

        /** Whether it is the literal behind the argument. */
        public boolean isParameter() {
            return parameter;
        }
    }

    private AggregateFunctions() {}

    private static Set<String> makeNames() {
        Set<String> names = new TreeSet<>(List.of(
                "count",
                "sum",
                "avg",
                "min",
                "max",
                "stddev",
                "variance",
                "stddev_pop",
                "variance_pop",
                "percentile",
                "median",
                "p999"));
        for (int p = 50; p <= 99; p++) {
            names.add("p" + p);
        }
        return Collections.unmodifiableSet(names);
    }

    /** The names of all functions that can be used, lower case, sorted. */
    public static Set<String> names() {
        return NAMES;
    }

    /** The names of functions that a later version will have; {@link #resolve} says so. */
    public static Set<String> laterNames() {
        return LATER;
    }

    /**
     * The function of this name for an argument of this type.
     *
     * @param name in any case
     * @param star whether the argument is {@code *}; the argument is null then
     * @param distinct whether DISTINCT stands before the argument
     * @param argument the argument's type; null if there is no argument
     * @param parameters the literals after the first argument
     * @param accuracy relative accuracy of percentiles, 0.001 to 0.1
     * @throws IllegalArgumentException if there is none; the message is one line that says what is allowed
     */
    public static AggregateFunction resolve(
            String name,
            boolean star,
            boolean distinct,
            @Nullable FieldType argument,
            List<BigDecimal> parameters,
            double accuracy) {
        String known = name.toLowerCase(Locale.ROOT);
        checkName(known, distinct);
        if (star) {
            return countAll(known, parameters);
        }
        if (argument == null) {
            throw new IllegalArgumentException(known + " takes " + arguments(known) + ", such as " + example(known));
        }
        if (known.equals("percentile")) {
            check(parameters.size() == 1, "percentile takes a value and a percentage, such as percentile(x, 95)");
            return percentile(known, argument, parameters.get(0), accuracy);
        }
        check(parameters.isEmpty(), known + " takes one argument, such as " + example(known));
        return switch (known) {
            case "count" -> new AggregateFunction(known, FieldType.LONG, AccumulatorKind.COUNT, Reading.COUNT);
            case "sum" -> sum(known, argument);
            case "avg" -> average(known, argument);
            case "min" -> extreme(known, argument, Reading.MIN);
            case "max" -> extreme(known, argument, Reading.MAX);
            case "stddev" -> spread(known, argument, Reading.STDDEV);
            case "stddev_pop" -> spread(known, argument, Reading.STDDEV_POP);
            case "variance" -> spread(known, argument, Reading.VARIANCE);
            case "variance_pop" -> spread(known, argument, Reading.VARIANCE_POP);
            case "median" -> percentile(known, argument, BigDecimal.valueOf(50), accuracy);
            case "p999" -> percentile(known, argument, BigDecimal.valueOf(999, 1), accuracy);
            default -> percentile(known, argument, new BigDecimal(known.substring(1)), accuracy);
        };
    }

    /**
     * What to say of a word that is no name of a function: that a later version has it, or what it is called here; null
     * if nothing is known of it.
     *
     * @param word in any case
     */
    public static @Nullable String advice(String word) {
        String name = word.toLowerCase(Locale.ROOT);
        if (NAMES.contains(name)) {
            return null;
        }
        if (LATER.contains(name)) {
            return name + " is not available yet; there are " + LISTED;
        }
        if (name.matches("p\\d{1,4}")) {
            return "no function " + name + "; there are p50 to p99 and p999, for others write percentile(x, 25)";
        }
        String meant = FOREIGN.get(name);
        return meant == null ? null : "no function " + name + "; write " + meant;
    }

    private static Map<String, String> foreign() {
        Map<String, String> words = new HashMap<>();
        words.put("avg(x)", "mean average");
        words.put("stddev(x)", "std stdev stddev_samp sample_stddev standard_deviation");
        words.put("stddev_pop(x)", "stdevp stddevpop");
        words.put("variance(x)", "var var_samp");
        words.put("variance_pop(x)", "var_pop varp");
        words.put("min(x)", "minimum min_over_time every bool_and");
        words.put("max(x)", "maximum max_over_time any bool_or");
        words.put("sum(x)", "total sum_over_time");
        words.put(
                "percentile(x, 95), in percent",
                "quantile percentile_cont percentile_disc approx_percentile approx_quantile histogram_quantile"
                        + " quantile_over_time percentile_approx p");
        words.put("count(*) FILTER (WHERE …)", "count_if countif count_over_time");
        words.put("sum(x) FILTER (WHERE …)", "sum_if sumif");
        words.put(
                "count(DISTINCT x), which is not available yet",
                "count_distinct approx_count_distinct approx_distinct distinct_count ndv cardinality_estimate");
        words.put("first(x), which is not available yet", "first_value any_value earliest earliest_by_offset");
        words.put("last(x), which is not available yet", "last_value latest latest_by_offset");
        words.put("most_frequent(x, n), which is not available yet", "topk topkdistinct mode approx_top_k top_k");
        words.put(
                "an aggregate of one value, such as max(x)",
                "array_agg collect collect_list collect_set listagg string_agg group_concat histogram");
        Map<String, String> foreign = new HashMap<>();
        words.forEach((meant, others) -> {
            for (String other : others.split(" ", -1)) {
                foreign.put(other, meant);
            }
        });
        return foreign;
    }

    private static void checkName(String name, boolean distinct) {
        String advice = advice(name);
        check(advice == null, String.valueOf(advice));
        check(NAMES.contains(name), "no aggregate function " + name + "; there are " + LISTED);
        check(!distinct || !name.equals("count"), "count(DISTINCT ...) is not available yet");
        check(!distinct, "DISTINCT is not allowed in " + name + "; only count takes it");
    }

    private static AggregateFunction countAll(String name, List<BigDecimal> parameters) {
        check(name.equals("count"), "* is not allowed in " + name + "; only count takes it, write " + example(name));
        check(parameters.isEmpty(), "count(*) takes no further argument");
        return new AggregateFunction(name, FieldType.LONG, AccumulatorKind.COUNT, Reading.COUNT);
    }

    private static String arguments(String name) {
        return switch (name) {
            case "count" -> "* or one argument";
            case "percentile" -> "a value and a percentage";
            default -> "one argument";
        };
    }

    private static String example(String name) {
        return switch (name) {
            case "count" -> "count(*)";
            case "percentile" -> "percentile(x, 95)";
            default -> name + "(x)";
        };
    }

    private static AggregateFunction sum(String name, FieldType argument) {
        return new AggregateFunction(name, argument, sumKind(name, argument), Reading.SUM);
    }

    private static AggregateFunction average(String name, FieldType argument) {
        FieldType result = argument == FieldType.DECIMAL ? FieldType.DECIMAL : FieldType.DOUBLE;
        return new AggregateFunction(name, result, sumKind(name, argument), Reading.AVG);
    }

    private static AccumulatorKind sumKind(String name, FieldType argument) {
        return switch (argument) {
            case LONG -> AccumulatorKind.LONG_SUM;
            case DOUBLE -> AccumulatorKind.DOUBLE_SUM;
            case DECIMAL -> AccumulatorKind.DECIMAL_SUM;
            default -> throw notNumeric(name, argument);
        };
    }

    private static AggregateFunction spread(String name, FieldType argument, Reading reading) {
        AccumulatorKind kind = switch (argument) {
            case LONG -> AccumulatorKind.LONG_SQUARES;
            case DOUBLE -> AccumulatorKind.DOUBLE_SQUARES;
            case DECIMAL -> AccumulatorKind.DECIMAL_SQUARES;
            default -> throw notNumeric(name, argument);
        };
        return new AggregateFunction(name, FieldType.DOUBLE, kind, reading);
    }

    private static AggregateFunction extreme(String name, FieldType argument, Reading reading) {
        AccumulatorKind kind = switch (argument) {
            case LONG, TIMESTAMP -> AccumulatorKind.LONG_EXTREMES;
            case DOUBLE -> AccumulatorKind.DOUBLE_EXTREMES;
            case DECIMAL -> AccumulatorKind.DECIMAL_EXTREMES;
            case STRING -> AccumulatorKind.STRING_EXTREMES;
            case BOOLEAN -> AccumulatorKind.BOOLEAN_EXTREMES;
            case LIST ->
                throw new WrongOperandException(
                        name + " of a list; allowed are long, double, decimal, string, timestamp and boolean", false);
        };
        return new AggregateFunction(name, argument, kind, reading);
    }

    private static AggregateFunction percentile(
            String name, FieldType argument, BigDecimal percentage, double accuracy) {
        switch (argument) {
            case LONG, DOUBLE, DECIMAL -> {}
            default -> throw notNumeric(name, argument);
        }
        checkPercentage(percentage);
        check(
                accuracy >= MIN_ACCURACY && accuracy <= MAX_ACCURACY,
                "accuracy " + accuracy + " is out of range; it is from " + MIN_ACCURACY + " to " + MAX_ACCURACY);
        double quantile = percentage.movePointLeft(2).doubleValue();
        return AggregateFunction.quantile(name, quantile, accuracy);
    }

    private static void checkPercentage(BigDecimal percentage) {
        if (percentage.compareTo(BigDecimal.ONE) >= 0 && percentage.compareTo(HUNDRED) <= 0) {
            return;
        }
        String text = "percentile " + percentage + " is out of range; it is in percent, from 1 to 100";
        if (percentage.compareTo(BigDecimal.ONE) < 0 && percentage.compareTo(LEAST_SHARE) >= 0) {
            String meant = percentage.movePointRight(2).stripTrailingZeros().toPlainString();
            text += " (write " + meant + " for the share " + percentage + ")";
        }
        throw new WrongOperandException(text, true);
    }

    private static IllegalArgumentException notNumeric(String name, FieldType argument) {
        return new WrongOperandException(
                name + " of a " + argument.word() + "; allowed are long, double and decimal", false);
    }

    private static void check(boolean met, String message) {
        if (!met) {
            throw new IllegalArgumentException(message);
        }
    }
}
