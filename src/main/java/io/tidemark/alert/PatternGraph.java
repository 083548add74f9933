package io.tidemark.alert;

import io.tidemark.event.Event;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.cep.nfa.NFA;
import org.apache.flink.cep.nfa.State;
import org.apache.flink.cep.nfa.StateTransition;
import org.apache.flink.cep.nfa.StateTransitionAction;
import org.apache.flink.cep.nfa.compiler.NFACompiler;
import org.apache.flink.cep.nfa.compiler.NFAStateNameHandler;
import org.apache.flink.cep.pattern.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A plan to Flink CEP's pattern and automaton, with what the automaton of Flink 2.2 gets wrong put right:
 *
 * <ul>
 *   <li>Of several {@code not} in a row it forgets all but one. Here those of a kind become one, whose condition is met if
 *       any is, the strict one stands first, and the other acts between the events of the step before all the same.
 *   <li>A match whose last step may have more events, such as {@code times: {min: 2}}, was no match before a last
 *       {@code not} unless another event followed. Here its states wait for the time.
 * </ul>
 */
final class PatternGraph {
    private final PatternPlan plan;
    private final StepEvaluation evaluation;

    private PatternGraph(PatternPlan plan, StepEvaluation evaluation) {
        this.plan = plan;
        this.evaluation = evaluation;
    }

    /** The automaton of {@code plan}, which asks {@code evaluation} for its conditions. */
    static NFA<Event> automaton(PatternPlan plan, StepEvaluation evaluation) {
        PatternGraph graph = new PatternGraph(plan, evaluation);
        Collection<State<Event>> states = NFACompiler.compileFactory(graph.pattern(), false)
                .createNFA()
                .getStates();
        return new NFA<>(graph.repaired(states), Map.of(), plan.withinMs(), false);
    }

    private Pattern<Event, Event> pattern() {
        List<PatternStep> steps = plan.steps();
        Pattern<Event, Event> pattern = Pattern.begin(
                steps.get(0).name(), plan.afterMatch().strategy());
        taken(pattern, 0);
        for (int i = 1; i < steps.size(); i++) {
            PatternStep step = steps.get(i);
            if (!step.not()) {
                pattern = switch (step.next()) {
                    case STRICT -> pattern.next(step.name());
                    case RELAXED -> pattern.followedBy(step.name());
                    case ANY -> pattern.followedByAny(step.name());
                };
                taken(pattern, i);
            } else if (!steps.get(i - 1).not()) {
                pattern = kept(pattern, i);
            }
        }
        return pattern.within(Duration.ofMillis(plan.withinMs()));
    }

    /** Sets the condition and the number of events of a step that is no {@code not}. */
    private void taken(Pattern<Event, Event> pattern, int index) {
        PatternStep step = plan.steps().get(index);
        if (step.where() != null) {
            pattern.where(evaluation.condition(index));
        }
        if (!step.single()) {
            if (step.max() == PatternStep.UNBOUNDED) {
                pattern.timesOrMore(step.min());
            } else {
                pattern.times(step.min(), step.max());
            }
            if (step.repeat() == Contiguity.STRICT) {
                pattern.consecutive();
            } else if (step.repeat() == Contiguity.ANY) {
                pattern.allowCombinations();
            }
            if (step.greedy()) {
                pattern.greedy();
            }
        }
        if (step.optional()) {
            pattern.optional();
        }
    }

    /** Adds the {@code not}s from {@code index} on up to the next step that is none, at most one of a kind. */
    private Pattern<Event, Event> kept(Pattern<Event, Event> before, int index) {
        Pattern<Event, Event> pattern = before;
        List<Integer> strict = nots(index, true);
        if (!strict.isEmpty()) {
            pattern = pattern.notNext(plan.steps().get(strict.get(0)).name());
            anyOf(pattern, strict);
        }
        List<Integer> relaxed = nots(index, false);
        if (!relaxed.isEmpty()) {
            pattern = pattern.notFollowedBy(plan.steps().get(relaxed.get(0)).name());
            anyOf(pattern, relaxed);
        }
        return pattern;
    }

    private List<Integer> nots(int index, boolean strict) {
        List<Integer> found = new ArrayList<>();
        for (int i = index; i < plan.steps().size() && plan.steps().get(i).not(); i++) {
            if (strict == (plan.steps().get(i).next() == Contiguity.STRICT)) {
                found.add(i);
            }
        }
        return found;
    }

    private void anyOf(Pattern<Event, Event> pattern, List<Integer> steps) {
        if (steps.stream().allMatch(step -> plan.steps().get(step).where() != null)) {
            steps.forEach(step -> pattern.or(evaluation.condition(step)));
        } // else any event meets it
    }

    /** Copies of {@code states}; their kind cannot be changed. */
    private Collection<State<Event>> repaired(Collection<State<Event>> states) {
        Map<String, State<Event>> copies = new LinkedHashMap<>();
        for (State<Event> state : states) {
            boolean waits = state.getStateType() == State.StateType.Normal && waitsForTime(state);
            copies.put(
                    state.getName(),
                    new State<>(state.getName(), waits ? State.StateType.Pending : state.getStateType()));
        }
        for (State<Event> state : states) {
            for (StateTransition<Event> edge : state.getStateTransitions()) {
                copies.get(state.getName())
                        .addStateTransition(
                                edge.getAction(), copies.get(edge.getTargetState().getName()), edge.getCondition());
            }
        }
        for (int i = 1; i < plan.steps().size(); i++) {
            if (plan.steps().get(i).not() && !plan.steps().get(i - 1).not()) {
                stopBetweenRepetitions(copies, i);
            }
        }
        return copies.values();
    }

    /** Whether a state that is not done leads to one that waits for the time of a last {@code not}, without an event. */
    private static boolean waitsForTime(State<Event> state) {
        Deque<State<Event>> open = new ArrayDeque<>(List.of(state));
        while (!open.isEmpty()) {
            for (StateTransition<Event> edge : open.pop().getStateTransitions()) {
                if (edge.getAction() == StateTransitionAction.PROCEED) {
                    if (edge.getTargetState().isPending()) {
                        return true;
                    }
                    open.push(edge.getTargetState());
                }
            }
        }
        return false;
    }

    /** Where a strict {@code not} stands first at {@code index}, Flink lets the relaxed one act only after the last event. */
    private void stopBetweenRepetitions(Map<String, State<Event>> states, int index) {
        List<Integer> relaxed = nots(index, false);
        if (nots(index, true).isEmpty() || relaxed.isEmpty()) {
            return;
        }
        State<Event> stop = stop(states, plan.steps().get(relaxed.get(0)).name());
        if (stop == null) {
            return; // no state needs it: the not is the last step's, which waits in a state of its own
        }
        for (String state : repeating(states, plan.steps().get(index - 1).name())) {
            states.get(state)
                    .addProceed(stop, stop.getStateTransitions().iterator().next().getCondition());
        }
    }

    private static @Nullable State<Event> stop(Map<String, State<Event>> states, String name) {
        return states.values().stream()
                .filter(state -> state.isStop() && original(state).equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The names of those states of a step that have an event of it and wait for a further one. */
    private static Set<String> repeating(Map<String, State<Event>> states, String step) {
        Set<String> found = new HashSet<>();
        Deque<State<Event>> open = new ArrayDeque<>();
        states.values().stream()
                .filter(state -> original(state).equals(step))
                .flatMap(state -> state.getStateTransitions().stream())
                .filter(edge -> edge.getAction() == StateTransitionAction.TAKE)
                .map(StateTransition::getTargetState)
                .forEach(open::push);
        while (!open.isEmpty()) {
            State<Event> state = open.pop();
            if (original(state).equals(step) && found.add(state.getName())) {
                state.getStateTransitions().stream()
                        .filter(edge -> edge.getAction() == StateTransitionAction.IGNORE)
                        .map(StateTransition::getTargetState)
                        .forEach(open::push);
            }
        }
        return found;
    }

    private static String original(State<Event> state) {
        return NFAStateNameHandler.getOriginalNameFromInternal(state.getName());
    }
}
