package io.tidemark.alert;

import io.tidemark.event.Event;
import io.tidemark.sql.EvaluationException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.cep.pattern.conditions.IterativeCondition;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a pattern's conditions, as Flink CEP asks for them: for each partial match and more than once for an event.
 * What depends on the event alone is evaluated once.
 */
final class StepEvaluation {
    private enum Known {
        NOT_YET,
        MET,
        NOT_MET
    }

    private final @Nullable StepCondition[] conditions;
    private final Known[] known;
    private @Nullable Event at;
    private @Nullable String failure;

    StepEvaluation(List<PatternStep> steps) {
        conditions = steps.stream().map(PatternStep::where).toArray(StepCondition[]::new);
        known = new Known[conditions.length];
    }

    /** Why a condition that depends on the event alone has no value for {@code event}; null if all have one. */
    @Nullable
    String failure(Event event) {
        failure = null;
        for (int step = 0; step < conditions.length; step++) {
            StepCondition condition = conditions[step];
            if (condition != null && !condition.readsEarlierSteps()) {
                test(step, event, none -> null);
            }
        }
        return failure;
    }

    /** Why a condition had no value since this was asked last, or null. */
    @Nullable
    String takeFailure() {
        String taken = failure;
        failure = null;
        return taken;
    }

    /** For Flink CEP: whether an event meets the conditions of all steps of {@code met}, and of none of {@code notMet}. */
    IterativeCondition<Event> condition(List<Integer> met, List<Integer> notMet) {
        return new Tested(met, notMet);
    }

    private boolean test(int step, Event event, Function<String, @Nullable Event> lastOf) {
        StepCondition condition = conditions[step];
        if (condition == null) {
            return true;
        }
        if (condition.readsEarlierSteps()) {
            return evaluate(condition, event, lastOf);
        }
        if (event != at) {
            at = event;
            Arrays.fill(known, Known.NOT_YET);
        }
        if (known[step] == Known.NOT_YET) {
            known[step] = evaluate(condition, event, lastOf) ? Known.MET : Known.NOT_MET;
        }
        return known[step] == Known.MET;
    }

    private boolean evaluate(StepCondition condition, Event event, Function<String, @Nullable Event> lastOf) {
        try {
            return condition.test(event, lastOf);
        } catch (EvaluationException e) {
            failure = e.getMessage();
            return false;
        }
    }

    @SuppressWarnings("serial") // is made where it is used, and never travels
    private final class Tested extends IterativeCondition<Event> {
        private final List<Integer> met;
        private final List<Integer> notMet;

        Tested(List<Integer> met, List<Integer> notMet) {
            this.met = List.copyOf(met);
            this.notMet = List.copyOf(notMet);
        }

        @Override
        public boolean filter(Event event, Context<Event> context) {
            for (int step : met) {
                if (!test(step, event, name -> last(context, name))) {
                    return false;
                }
            }
            for (int step : notMet) {
                if (test(step, event, name -> last(context, name))) {
                    return false;
                }
            }
            return true;
        }

        private @Nullable Event last(Context<Event> context, String name) {
            try {
                Event last = null;
                for (Event event : context.getEventsForPattern(name)) {
                    last = event;
                }
                return last;
            } catch (Exception e) {
                throw new IllegalStateException("the events of step " + name + " cannot be read", e);
            }
        }
    }
}
