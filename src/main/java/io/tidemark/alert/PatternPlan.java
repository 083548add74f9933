package io.tidemark.alert;

import java.io.Serializable;
import java.util.List;

/**
 * A pattern over the events of one key, checked.
 *
 * <p>A <b>match</b> gives to each step that is not a {@code not} a run of {@code min} to {@code max} events that meet its
 * condition, or none if the step is optional; at least one event in all. The events are in the order of their times,
 * equal times in order of arrival, and the last is <i>less than</i> {@code withinMs} after the first. Let {@code x} and
 * {@code y} be two neighbours in that order:
 *
 * <ul>
 *   <li>If both belong to one step, its {@link PatternStep#repeat} says what may lie between them, else {@link
 *       PatternStep#next} of the step of {@code y} does, all steps between being optional.
 *   <li>{@link Contiguity#STRICT}: nothing. {@link Contiguity#RELAXED}: events that do not meet the condition of the step
 *       of {@code y}. {@link Contiguity#ANY}: any events.
 *   <li>If the step of {@code x} is greedy and takes more than one number of events, and {@code y} belongs to another
 *       step, neither {@code y} nor an event between them meets the condition of the step of {@code x}.
 *   <li>If a strict {@code not} stands behind the step of {@code x} and {@code y} belongs to another step, the event that
 *       follows {@code x} at once does not meet it. If a relaxed {@code not} stands there, neither {@code y} nor an event
 *       between them does, also where {@code y} is a further event of the same step.
 * </ul>
 *
 * <p>If the pattern ends with a {@code not}, what holds for {@code y} holds for every event after the last one that is
 * less than {@code withinMs} after the first; such a match is decided by time, at the first event's + {@code withinMs}.
 * Conditions that name earlier steps see the last events of those steps that the match has by then.
 *
 * <p>Of all matches, {@link AfterMatch} leaves some out: taken in the order of their first events, then of their last
 * ones, then of the others one by one, each that comes out removes those behind it that it skips.
 *
 * <p>Source: Flink CEP 2.2, which decides where the contract is silent: that {@code greedy} keeps out what would have
 * prolonged the step even when {@code max} is reached, that it does nothing to a last step, and that a relaxed {@code not}
 * acts between the events of the step before it.
 *
 * @param steps the steps in order; the first is no {@code not}, none after an optional one is
 * @param withinMs the time that a match takes is less than this, in milliseconds
 * @param afterMatch which matches are left out after one
 */
public record PatternPlan(List<PatternStep> steps, long withinMs, AfterMatch afterMatch) implements Serializable {
    /** Refuses what no caller may ask for; users' mistakes are found before. */
    public PatternPlan {
        steps = List.copyOf(steps);
        if (steps.isEmpty() || steps.get(0).not() || withinMs <= 0) {
            throw new IllegalArgumentException("a pattern begins with a step that is not a not, and has a within");
        }
    }

    /** Whether a condition names an earlier step. */
    boolean readsEarlierSteps() {
        return steps.stream()
                .anyMatch(step -> step.where() != null && step.where().readsEarlierSteps());
    }

    /** Whether its matches are decided by time alone. */
    public boolean endsWithNot() {
        return steps.get(steps.size() - 1).not();
    }
}
