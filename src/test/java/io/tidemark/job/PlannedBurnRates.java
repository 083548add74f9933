package io.tidemark.job;

import io.tidemark.alert.AlertPlan;
import io.tidemark.alert.AlertTags;
import io.tidemark.alert.BurnCells;
import io.tidemark.alert.BurnRateLadder;
import io.tidemark.alert.BurnRateOperator;
import io.tidemark.event.Event;
import io.tidemark.event.Schema;
import io.tidemark.metric.NodeKind;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.WorkbookLadder;
import io.tidemark.window.WindowInput;
import io.tidemark.window.WindowInputOperator;
import io.tidemark.window.WindowPlan;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;

/** The operators that a job makes of a burn rate's specification, keyed by the first field, for tests of them alone. */
public final class PlannedBurnRates {
    private PlannedBurnRates() {}

    /** See {@link BurnRatePlanner#ladder}. */
    public static BurnRateLadder ladder(AlertSpec.BurnRate form) {
        return BurnRatePlanner.ladder(form);
    }

    /** See {@link BurnRatePlanner#counted}. */
    public static WindowPlan counted(AlertSpec.BurnRate form, Schema schema) {
        return BurnRatePlanner.counted(form, plan(form, schema));
    }

    private static AlertPlan plan(AlertSpec.BurnRate form, Schema schema) {
        AlertSpec alert = new AlertSpec("slo", "in", List.of("k"), "none", Map.of(), null, null, form);
        return new AlertPlan(
                "slo", schema, List.of(0), "none", Map.of(), null, AlertMeanings.of(alert, List.of(schema.field(0))));
    }

    /** The operator in front of the key shuffle. */
    public static OneInputStreamOperator<Event, WindowInput> front(
            AlertSpec.BurnRate form, Schema schema, long mostHeap, AlertTags tags) {
        return new WindowInputOperator(
                counted(form, schema),
                new BurnCells(WorkbookLadder.step(form.period()).toMillis()),
                mostHeap,
                tags.failed(),
                NodeKind.ALERT);
    }

    /** The operator behind it. */
    public static BurnRateOperator operator(AlertSpec.BurnRate form, Schema schema, long mostHeap, AlertTags tags) {
        return new BurnRateOperator(plan(form, schema), counted(form, schema), ladder(form), tags, mostHeap);
    }
}
