package io.tidemark.job;

import io.tidemark.alert.AfterMatch;
import io.tidemark.alert.Contiguity;
import io.tidemark.alert.PatternPlan;
import io.tidemark.alert.PatternStep;
import io.tidemark.alert.StepCondition;
import io.tidemark.event.Schema;
import io.tidemark.spec.AlertSpec;
import io.tidemark.sql.Compiled;
import io.tidemark.sql.Expression;
import io.tidemark.sql.SqlCompiler;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles the conditions of a pattern and fills in its defaults. */
public final class PatternPlanner {
    private final Schema schema;
    private final List<PatternStep> steps = new ArrayList<>();

    private PatternPlanner(Schema schema) {
        this.schema = schema;
    }

    /** The plan of {@code spec}, which has been validated, over events of {@code schema}. */
    public static PatternPlan plan(AlertSpec.Pattern spec, Schema schema) {
        PatternPlanner planner = new PatternPlanner(schema);
        for (int i = 0; i < spec.steps().size(); i++) {
            planner.add(spec.steps().get(i), i == spec.steps().size() - 1);
        }
        return new PatternPlan(planner.steps, spec.within().toMillis(), afterMatch(spec.afterMatch()));
    }

    private void add(AlertSpec.Step step, boolean last) {
        Contiguity next = contiguity(next(step, last));
        Long max = step.max();
        steps.add(new PatternStep(
                step.name(),
                step.where() == null ? null : condition(step.where()),
                Math.toIntExact(step.min()),
                max == null ? PatternStep.UNBOUNDED : Math.toIntExact(max),
                step.optional(),
                step.greedy(),
                step.not(),
                next,
                step.repeat() == null ? next : contiguity(step.repeat())));
    }

    /** How {@code step} follows the one before: as given, or by default. */
    static AlertSpec.Contiguity next(AlertSpec.Step step, boolean last) {
        if (step.next() != null) {
            return step.next();
        }
        return step.not() && last ? AlertSpec.Contiguity.RELAXED : AlertSpec.Contiguity.STRICT;
    }

    private StepCondition condition(String text) {
        Expression alone = SqlCompiler.condition(text, schema).value();
        if (alone != null) {
            return StepCondition.of(alone, schema.size());
        }
        List<String> earlier = steps.stream()
                .filter(step -> !step.not())
                .map(PatternStep::name)
                .toList();
        Compiled<Expression> compiled = SqlCompiler.stepCondition(text, schema, earlier);
        if (compiled.value() == null) {
            throw new IllegalArgumentException(
                    text + ": " + compiled.problems().get(0).message());
        }
        return new StepCondition(compiled.value(), schema.size(), earlier);
    }

    private static Contiguity contiguity(AlertSpec.Contiguity contiguity) {
        return switch (contiguity) {
            case STRICT -> Contiguity.STRICT;
            case RELAXED -> Contiguity.RELAXED;
            case ANY -> Contiguity.ANY;
        };
    }

    private static AfterMatch afterMatch(AlertSpec.AfterMatch afterMatch) {
        return switch (afterMatch.skip()) {
            case SKIP_PAST_LAST -> new AfterMatch(AfterMatch.Kind.PAST_LAST, null);
            case SKIP_TO_NEXT -> new AfterMatch(AfterMatch.Kind.TO_NEXT, null);
            case NO_SKIP -> new AfterMatch(AfterMatch.Kind.NONE, null);
            case SKIP_TO_FIRST -> toStep(AfterMatch.Kind.TO_FIRST, afterMatch.step());
            case SKIP_TO_LAST -> toStep(AfterMatch.Kind.TO_LAST, afterMatch.step());
        };
    }

    private static AfterMatch toStep(AfterMatch.Kind kind, @Nullable String step) {
        return new AfterMatch(kind, step);
    }
}
