package io.tidemark.job;

import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.event.Field;
import io.tidemark.event.ResultSchema;
import io.tidemark.event.Schema;
import io.tidemark.spec.WindowSpec;
import io.tidemark.sql.AggregateCall;
import io.tidemark.sql.AggregateExpression;
import io.tidemark.sql.Compiled;
import io.tidemark.sql.Expression;
import io.tidemark.sql.SqlCompiler;
import io.tidemark.window.FunctionCatalog;
import io.tidemark.window.InputExpression;
import io.tidemark.window.WindowPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Compiles a window's expressions and lays out its accumulators; equal inputs and equal calls are kept once. */
final class WindowPlanner {
    private final Schema schema;
    private final FunctionCatalog catalog;
    private final AggregateLayout.Builder layout = AggregateLayout.builder();
    private final SortedMap<String, InputExpression> inputs = new TreeMap<>();
    private final Map<AggregateCall, Integer> results = new HashMap<>();

    private WindowPlanner(Schema schema, double accuracy) {
        this.schema = schema;
        this.catalog = new FunctionCatalog(accuracy);
    }

    /** The plan of {@code spec}, which has been validated, over events of {@code schema}. */
    static WindowPlan plan(WindowSpec spec, Schema schema) {
        return new WindowPlanner(schema, spec.accuracy()).plan(spec);
    }

    private WindowPlan plan(WindowSpec spec) {
        Map<String, AggregateExpression> aggregates = new LinkedHashMap<>();
        spec.aggregates()
                .forEach((name, text) ->
                        aggregates.put(name, value(text, SqlCompiler.aggregate(text, schema, catalog))));
        aggregates.values().forEach(aggregate -> aggregate.calls().forEach(this::input));
        List<WindowPlan.OutputExpression> outputs = new ArrayList<>();
        for (AggregateExpression aggregate : aggregates.values()) {
            outputs.add(new WindowPlan.OutputExpression(
                    aggregate.calls().stream().map(this::result).toList(), aggregate.outer()));
        }
        List<Field> key = spec.key().stream()
                .map(name -> schema.field(schema.indexOf(name)))
                .toList();
        List<Field> fields = new ArrayList<>();
        aggregates.forEach((name, aggregate) -> fields.add(new Field(name, aggregate.type(), true)));
        Expression where =
                spec.where() == null ? null : value(spec.where(), SqlCompiler.condition(spec.where(), schema));
        AggregateLayout built = layout.build();
        return new WindowPlan(
                schema,
                spec.key().stream().map(schema::indexOf).toList(),
                where,
                List.copyOf(inputs.values()),
                built,
                List.copyOf(outputs),
                new ResultSchema(spec.name(), new Schema(key), new Schema(fields)),
                WindowMeanings.of(spec, key, where, built.slots(List.copyOf(inputs.keySet()))));
    }

    private int result(AggregateCall call) {
        return results.computeIfAbsent(
                call,
                it -> countsEvents(it)
                        ? layout.addEventCount(catalog.function(it))
                        : layout.add(inputs.headMap(digest(it)).size(), catalog.function(it)));
    }

    private static boolean countsEvents(AggregateCall call) {
        return call.star() && call.filter() == null;
    }

    /** Inputs are in the order of their digests, so that the order of the aggregates is nothing to the state. */
    private void input(AggregateCall call) {
        if (!countsEvents(call)) {
            inputs.put(digest(call), new InputExpression(call.argument(), call.filter()));
        }
    }

    private static String digest(AggregateCall call) {
        return (call.star() ? "*" : call.argumentDigest())
                + (call.filter() == null ? "" : " FILTER " + call.filterDigest());
    }

    private static <T> T value(String text, Compiled<T> compiled) {
        if (compiled.value() == null) {
            throw new IllegalArgumentException(
                    text + ": " + compiled.problems().get(0).message());
        }
        return compiled.value();
    }
}
