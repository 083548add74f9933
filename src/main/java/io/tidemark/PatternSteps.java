package io.tidemark;

import io.tidemark.spec.AlertSpec.Contiguity;
import io.tidemark.spec.AlertSpec.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The steps of a pattern, in order; see {@link Alerting#pattern}. */
public final class PatternSteps {
    private final List<Step> steps = new ArrayList<>();

    PatternSteps() {}

    /** A step that one event takes, strictly behind the one before. */
    public PatternSteps step(String name, String where) {
        return step(name, where, step -> step);
    }

    /**
     * A step.
     *
     * @param name names it in conditions, messages and evidence
     * @param where the SQL condition an event must meet, or null for any event
     * @param more how often it comes and how it follows the one before
     */
    public PatternSteps step(String name, @Nullable String where, UnaryOperator<PatternStepSettings> more) {
        steps.add(more.apply(new PatternStepSettings(
                        new Step(name, where, 1, 1L, false, false, false, (Contiguity) null, (Contiguity) null)))
                .spec());
        return this;
    }

    List<Step> steps() {
        return List.copyOf(steps);
    }
}
