package io.tidemark.alert;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * One step of a pattern.
 *
 * @param name its name in the evidence; a step with {@code not} has no events
 * @param where what its events meet; null for any event
 * @param min how many events it has at least, from 1
 * @param max how many it has at most, or {@link #UNBOUNDED}
 * @param optional whether a match may have no event of it
 * @param greedy whether no event that meets {@code where} may lie between its last event and the next step's
 * @param not whether no event may meet {@code where} there
 * @param next how it follows the step before
 * @param repeat how its events follow each other
 */
public record PatternStep(
        String name,
        @Nullable StepCondition where,
        int min,
        int max,
        boolean optional,
        boolean greedy,
        boolean not,
        Contiguity next,
        Contiguity repeat)
        implements Serializable {
    /** {@link #max} of a step without an upper bound. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    /** Exactly one event. */
    public static PatternStep one(String name, @Nullable StepCondition where, Contiguity next) {
        return new PatternStep(name, where, 1, 1, false, false, false, next, next);
    }

    /** Whether it is one event or none. */
    boolean single() {
        return max == 1;
    }
}
