package io.tidemark.job;

import io.tidemark.alert.AbsenceOperator;
import io.tidemark.alert.AlertPlan;
import io.tidemark.alert.AlertTags;
import io.tidemark.alert.PatternOperator;
import io.tidemark.event.Alert;
import io.tidemark.event.Event;
import io.tidemark.spec.AlertSpec;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;

/** The operator of each form of alert. */
final class AlertOperators {
    private AlertOperators() {}

    /**
     * The operator that makes alerts of keyed events.
     *
     * @param spec a validated alert
     * @param input what it reads
     * @param plan what all forms have in common
     * @param tags where late and failed events go
     */
    static OneInputStreamOperator<Event, Alert> of(AlertSpec spec, AlertInput input, AlertPlan plan, AlertTags tags) {
        if (spec.form() instanceof AlertSpec.Threshold threshold) {
            return AlertPlanner.threshold(threshold, input, plan, tags);
        }
        if (spec.form() instanceof AlertSpec.Pattern pattern) {
            return new PatternOperator(plan, PatternPlanner.plan(pattern, input.schema()), tags);
        }
        if (spec.form() instanceof AlertSpec.Absence absence) {
            return new AbsenceOperator(
                    plan,
                    absence.absentFor().toMillis(),
                    absence.forgetAfter().toMillis(),
                    AlertPlanner.evidence(input, plan),
                    tags);
        }
        throw new IllegalArgumentException(spec.name() + " is no form of one operator");
    }
}
