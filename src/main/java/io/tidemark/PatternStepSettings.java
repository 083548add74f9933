package io.tidemark;

import io.tidemark.spec.AlertSpec.Contiguity;
import io.tidemark.spec.AlertSpec.Step;
import org.jspecify.annotations.Nullable;

/** How often a step of a pattern comes, and how it follows the one before. Immutable. */
public final class PatternStepSettings {
    private final Step step;

    PatternStepSettings(Step step) {
        this.step = step;
    }

    /** So often. */
    public PatternStepSettings times(long count) {
        return times(count, count);
    }

    /** At least and at most so often; null is no limit. */
    public PatternStepSettings times(long min, @Nullable Long max) {
        return new PatternStepSettings(new Step(
                step.name(),
                step.where(),
                min,
                max,
                step.optional(),
                step.greedy(),
                step.not(),
                step.next(),
                step.repeat()));
    }

    /** It may be missing. */
    public PatternStepSettings optional() {
        return new PatternStepSettings(new Step(
                step.name(),
                step.where(),
                step.min(),
                step.max(),
                true,
                step.greedy(),
                step.not(),
                step.next(),
                step.repeat()));
    }

    /** It takes as many events as it can. */
    public PatternStepSettings greedy() {
        return new PatternStepSettings(new Step(
                step.name(),
                step.where(),
                step.min(),
                step.max(),
                step.optional(),
                true,
                step.not(),
                step.next(),
                step.repeat()));
    }

    /** No such event may come. */
    public PatternStepSettings not() {
        return new PatternStepSettings(new Step(
                step.name(),
                step.where(),
                step.min(),
                step.max(),
                step.optional(),
                step.greedy(),
                true,
                step.next(),
                step.repeat()));
    }

    /** How it follows the step before; default strictly. */
    public PatternStepSettings next(Contiguity contiguity) {
        return new PatternStepSettings(new Step(
                step.name(),
                step.where(),
                step.min(),
                step.max(),
                step.optional(),
                step.greedy(),
                step.not(),
                contiguity,
                step.repeat()));
    }

    /** How its repetitions follow each other; default as {@link #next}. */
    public PatternStepSettings repeat(Contiguity contiguity) {
        return new PatternStepSettings(new Step(
                step.name(),
                step.where(),
                step.min(),
                step.max(),
                step.optional(),
                step.greedy(),
                step.not(),
                step.next(),
                contiguity));
    }

    Step spec() {
        return step;
    }
}
