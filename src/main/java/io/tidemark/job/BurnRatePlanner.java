package io.tidemark.job;

import io.tidemark.aggregate.AggregateFunctions;
import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.alert.AlertPlan;
import io.tidemark.alert.BurnRateLadder;
import io.tidemark.event.Field;
import io.tidemark.event.ResultSchema;
import io.tidemark.event.Schema;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.AlertSpec.BurnWindow;
import io.tidemark.spec.Durations;
import io.tidemark.spec.WorkbookLadder;
import io.tidemark.sql.Expression;
import io.tidemark.time.StateMeaning.Facet;
import io.tidemark.window.InputExpression;
import io.tidemark.window.WindowPlan;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the operators of a burn rate need: its conditions compiled, its windows in milliseconds. */
final class BurnRatePlanner {
    private BurnRatePlanner() {}

    /** The ladder of {@code form}, which has been validated. */
    static BurnRateLadder ladder(AlertSpec.BurnRate form) {
        return new BurnRateLadder(
                WorkbookLadder.step(form.period()).toMillis(),
                form.period().toMillis(),
                BigDecimal.valueOf(form.objective()),
                form.minEvents(),
                windows(form).stream().map(BurnRatePlanner::pair).toList());
    }

    /** The pairs of {@code form}, the workbook's if it names none. */
    static List<BurnWindow> windows(AlertSpec.BurnRate form) {
        return form.windows() == null ? WorkbookLadder.windows(form.period()) : form.windows();
    }

    private static BurnRateLadder.Pair pair(BurnWindow window) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("long", Durations.format(window.longWindow()));
        fields.put("short", Durations.format(window.shortWindow()));
        fields.put("burn", window.burn());
        return new BurnRateLadder.Pair(
                name(window),
                window.longWindow().toMillis(),
                window.shortWindow().toMillis(),
                BigDecimal.valueOf(window.burn()),
                window.severity(),
                fields);
    }

    /** What tells a pair from the others; the factor is no part of it, so that it may change while an alert fires. */
    private static String name(BurnWindow window) {
        return Durations.format(window.longWindow()) + "/" + Durations.format(window.shortWindow());
    }

    /**
     * What a burn rate takes from an event: its key, whether it counts, and as the only aggregate whether it is good.
     *
     * @param form the validated burn rate
     * @param plan what alerts of all forms have in common
     */
    static WindowPlan counted(AlertSpec.BurnRate form, AlertPlan plan) {
        Schema schema = plan.input();
        Expression good = AlertPlanner.condition(form.good(), schema);
        Expression total = form.total() == null ? null : AlertPlanner.condition(form.total(), schema);
        AggregateLayout.Builder layout = AggregateLayout.builder();
        layout.add(0, AggregateFunctions.resolve("count", true, false, null, List.of(), 0.01));
        List<Field> fields = plan.keyFields().stream().map(schema::field).toList();
        return new WindowPlan(
                schema,
                plan.keyFields(),
                total,
                List.of(new InputExpression(null, good)),
                layout.build(),
                List.of(),
                new ResultSchema(plan.node(), new Schema(fields), new Schema(List.of())),
                plan.meaning());
    }

    /** What of {@code form} must not change while state is kept. */
    static List<Facet> facets(AlertSpec.BurnRate form) {
        String pairs = windows(form).stream().map(BurnRatePlanner::name).collect(Collectors.joining(", "));
        return List.of(
                new Facet(
                        "period",
                        Durations.format(form.period()),
                        Long.toString(form.period().toMillis())),
                new Facet("windows", pairs, pairs));
    }
}
