package io.tidemark.job;

import io.tidemark.alert.AlertPlan;
import io.tidemark.alert.AlertTags;
import io.tidemark.event.Alert;
import io.tidemark.event.Event;
import io.tidemark.event.Schema;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.WindowSpec;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.jspecify.annotations.Nullable;

/** The plan and the operator that a job makes of an alert's specification, for tests of the operators alone. */
public final class PlannedAlerts {
    private PlannedAlerts() {}

    @SuppressWarnings("NullAway") // the operators alone need no stream
    private static AlertInput input(Schema schema, @Nullable WindowSpec window) {
        return new AlertInput(schema, window, null);
    }

    /** See {@link AlertPlanner#plan}. */
    public static AlertPlan plan(AlertSpec spec, Schema schema, @Nullable WindowSpec window) {
        return AlertPlanner.plan(spec, input(schema, window));
    }

    /** See {@link AlertOperators#of}. */
    public static OneInputStreamOperator<Event, Alert> operator(
            AlertSpec spec, Schema schema, @Nullable WindowSpec window, AlertTags tags) {
        return AlertOperators.of(spec, input(schema, window), plan(spec, schema, window), tags);
    }
}
