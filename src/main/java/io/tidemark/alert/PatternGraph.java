package io.tidemark.alert;

import io.tidemark.event.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.cep.nfa.NFA;
import org.apache.flink.cep.nfa.State;
import org.apache.flink.cep.nfa.State.StateType;

/**
 * A plan to the states of Flink CEP's automaton, by the sentences of {@link PatternPlan}: a state is what a partial match
 * may go on with, a further event of its last step or the first of a later one. An event that takes it on leads to one
 * partial match for each way on from there.
 *
 * <p>Flink's own compiler is not used, since what it makes of some patterns follows no rule (2.2): of several {@code not}
 * in a row it forgets all but one; a {@code not} does not keep out the event that completes the match; one before an
 * optional step goes on behind it, if that has several events; one at the end finds no match whose last step may have more
 * events, unless another event follows; greed holds for one event only where a {@code not} follows. What both make of all
 * other patterns is the same.
 */
final class PatternGraph {
    private static final String END = "$end";

    private final PatternPlan plan;
    private final StepEvaluation evaluation;
    private final Map<String, State<Event>> states = new LinkedHashMap<>();
    private final Deque<Way> open = new ArrayDeque<>();
    private final State<Event> end = new State<>(END, StateType.Final);

    private PatternGraph(PatternPlan plan, StepEvaluation evaluation) {
        this.plan = plan;
        this.evaluation = evaluation;
    }

    /**
     * A way on for a partial match.
     *
     * @param from the step of its last event
     * @param times how many events of that step it has, if {@code to} is the same; else 0
     * @param to the step of its next event; behind the last step, if it waits for time
     * @param moved whether an event has passed since its last one, which matters where that must not be just any
     */
    private record Way(int from, int times, int to, boolean moved) {}

    /** The automaton of {@code plan}, which asks {@code evaluation} for its conditions. */
    static NFA<Event> automaton(PatternPlan plan, StepEvaluation evaluation) {
        PatternGraph graph = new PatternGraph(plan, evaluation);
        return new NFA<>(graph.build(), Map.of(), plan.withinMs(), false);
    }

    private Collection<State<Event>> build() {
        State<Event> start = new State<>(name(0) + ":start", StateType.Start);
        states.put(start.getName(), start);
        states.put(END, end);
        for (int step = 0; step == 0 || plan.steps().get(step - 1).optional(); step++) {
            State<Event> first = start;
            if (step > 0) {
                first = new State<>(name(step) + ":start", StateType.Normal);
                states.put(first.getName(), first);
                start.addProceed(first, evaluation.condition(List.of(), List.of()));
            }
            take(first, step, 1, greedy(0, step));
            if (step + 1 == plan.steps().size()) {
                break;
            }
        }
        while (!open.isEmpty()) {
            edges(open.pop());
        }
        return new ArrayList<>(states.values());
    }

    /** Adds to {@code state} the edges of an event that becomes the {@code times}-th of {@code step}. */
    private void take(State<Event> state, int step, int times, List<Integer> notMet) {
        var condition = evaluation.condition(List.of(step), notMet);
        PatternStep taken = plan.steps().get(step);
        if (times < taken.max()) {
            boolean counted = taken.max() != PatternStep.UNBOUNDED || times < taken.min();
            state.addTake(state(new Way(step, counted ? times : taken.min(), step, false)), condition);
        }
        if (times >= taken.min()) {
            int next = step;
            do {
                next = positive(next + 1);
                if (next < plan.steps().size()) {
                    state.addTake(state(new Way(step, 0, next, false)), condition);
                }
            } while (next < plan.steps().size() && plan.steps().get(next).optional());
            if (next == plan.steps().size()) {
                state.addTake(plan.endsWithNot() ? state(new Way(step, 0, next, false)) : end, condition);
            }
        }
    }

    /** The first step from {@code step} on that is no {@code not}, or the number of steps. */
    private int positive(int step) {
        int next = step;
        while (next < plan.steps().size() && plan.steps().get(next).not()) {
            next++;
        }
        return next;
    }

    private State<Event> state(Way way) {
        boolean waits = way.to() == plan.steps().size();
        boolean repeats = way.to() == way.from();
        boolean moved = way.moved() || repeats || nots(way.from(), true).isEmpty();
        Way known = new Way(way.from(), way.times(), way.to(), moved);
        String name = (waits ? END : name(way.to())) + ":" + name(way.from()) + (repeats ? "*" + way.times() : "")
                + (moved ? "" : "!");
        return states.computeIfAbsent(name, added -> {
            open.push(known);
            return new State<>(added, waits ? StateType.Pending : StateType.Normal);
        });
    }

    /** What an event does to a partial match on this way. */
    private void edges(Way way) {
        State<Event> state = state(way);
        List<Integer> forbidden = new ArrayList<>(nots(way.from(), false));
        boolean repeats = way.to() == way.from();
        if (!repeats) {
            forbidden.addAll(greedy(way.from(), way.to()));
        }
        if (!way.moved()) {
            forbidden.addAll(nots(way.from(), true));
        }
        State<Event> moved = state(new Way(way.from(), way.times(), way.to(), true));
        if (way.to() == plan.steps().size()) {
            state.addIgnore(moved, evaluation.condition(List.of(), forbidden));
            return;
        }
        take(state, way.to(), repeats ? way.times() + 1 : 1, forbidden);
        PatternStep step = plan.steps().get(way.to());
        Contiguity contiguity = repeats ? step.repeat() : step.next();
        if (contiguity != Contiguity.STRICT) {
            List<Integer> skipped = new ArrayList<>(forbidden);
            if (contiguity == Contiguity.RELAXED) {
                skipped.add(way.to());
            }
            state.addIgnore(moved, evaluation.condition(List.of(), skipped));
        }
    }

    /** The {@code not}s right behind {@code step}. */
    private List<Integer> nots(int step, boolean strict) {
        List<Integer> found = new ArrayList<>();
        for (int i = step + 1; i < plan.steps().size() && plan.steps().get(i).not(); i++) {
            if (strict == (plan.steps().get(i).next() == Contiguity.STRICT)) {
                found.add(i);
            }
        }
        return found;
    }

    /** The steps from {@code from} up to before {@code to} whose greed matters. */
    private List<Integer> greedy(int from, int to) {
        List<Integer> found = new ArrayList<>();
        for (int i = from; i < to; i++) {
            PatternStep step = plan.steps().get(i);
            if (step.greedy() && step.min() != step.max()) {
                found.add(i);
            }
        }
        return found;
    }

    private String name(int step) {
        return plan.steps().get(step).name();
    }
}
