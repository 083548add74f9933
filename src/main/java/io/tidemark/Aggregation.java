package io.tidemark;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The aggregates of a window, in order. Each {@code addX(name)} without a field reads the processor's single
 * {@code withValue}; {@code addX(name, field)} reads the field of that name.
 */
public final class Aggregation {
    /** The name of the field that {@link StreamProcessorBuilder#withValue} makes. */
    static final String VALUE = "value";

    private final Map<String, String> expressions = new LinkedHashMap<>();
    private final java.util.List<String> duplicates = new java.util.ArrayList<>();

    Aggregation() {}

    /** The number of events: {@code count(*)}. */
    public Aggregation addCount(String name) {
        return add(name, "count(*)");
    }

    /** Sum of the value. */
    public Aggregation addSum(String name) {
        return addSum(name, VALUE);
    }

    /** Sum of {@code field}. */
    public Aggregation addSum(String name, String field) {
        return call(name, "sum", field);
    }

    /** Average of the value. */
    public Aggregation addAvg(String name) {
        return addAvg(name, VALUE);
    }

    /** Average of {@code field}. */
    public Aggregation addAvg(String name, String field) {
        return call(name, "avg", field);
    }

    /** Least value. */
    public Aggregation addMin(String name) {
        return addMin(name, VALUE);
    }

    /** Least {@code field}. */
    public Aggregation addMin(String name, String field) {
        return call(name, "min", field);
    }

    /** Greatest value. */
    public Aggregation addMax(String name) {
        return addMax(name, VALUE);
    }

    /** Greatest {@code field}. */
    public Aggregation addMax(String name, String field) {
        return call(name, "max", field);
    }

    /** Sample standard deviation of the value. */
    public Aggregation addStddev(String name) {
        return addStddev(name, VALUE);
    }

    /** Sample standard deviation of {@code field}. */
    public Aggregation addStddev(String name, String field) {
        return call(name, "stddev", field);
    }

    /** Sample variance of the value. */
    public Aggregation addVariance(String name) {
        return addVariance(name, VALUE);
    }

    /** Sample variance of {@code field}. */
    public Aggregation addVariance(String name, String field) {
        return call(name, "variance", field);
    }

    /** Median of the value. */
    public Aggregation addP50(String name) {
        return addP50(name, VALUE);
    }

    /** Median of {@code field}. */
    public Aggregation addP50(String name, String field) {
        return call(name, "p50", field);
    }

    /** 95th percentile of the value. */
    public Aggregation addP95(String name) {
        return addP95(name, VALUE);
    }

    /** 95th percentile of {@code field}. */
    public Aggregation addP95(String name, String field) {
        return call(name, "p95", field);
    }

    /** 99th percentile of the value. */
    public Aggregation addP99(String name) {
        return addP99(name, VALUE);
    }

    /** 99th percentile of {@code field}. */
    public Aggregation addP99(String name, String field) {
        return call(name, "p99", field);
    }

    /** 99.9th percentile of the value. */
    public Aggregation addP999(String name) {
        return addP999(name, VALUE);
    }

    /** 99.9th percentile of {@code field}. */
    public Aggregation addP999(String name, String field) {
        return call(name, "p999", field);
    }

    /** The percentile {@code percent} of {@code field}, from 1 to 100. */
    public Aggregation addPercentile(String name, String field, double percent) {
        return add(
                name,
                "percentile(" + quoted(field) + ", "
                        + java.math.BigDecimal.valueOf(percent).toPlainString() + ")");
    }

    /** Any SQL expression over aggregate functions, such as {@code count(*) FILTER (WHERE status >= 500)}. */
    public Aggregation add(String name, String expression) {
        if (expressions.put(name, expression) != null) {
            duplicates.add(name);
        }
        return this;
    }

    private Aggregation call(String name, String function, String field) {
        return add(name, function + "(" + quoted(field) + ")");
    }

    private static String quoted(String field) {
        return "`" + field + "`";
    }

    Map<String, String> expressions() {
        return expressions;
    }

    java.util.List<String> duplicates() {
        return duplicates;
    }
}
