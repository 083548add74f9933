package io.tidemark.alert;

import io.tidemark.event.Event;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.cep.configuration.SharedBufferCacheConfig;
import org.apache.flink.cep.nfa.ComputationState;
import org.apache.flink.cep.nfa.NFA;
import org.apache.flink.cep.nfa.NFAState;
import org.apache.flink.cep.nfa.NFAStateSerializer;
import org.apache.flink.cep.nfa.State;
import org.apache.flink.cep.nfa.StateTransition;
import org.apache.flink.cep.nfa.StateTransitionAction;
import org.apache.flink.cep.nfa.aftermatch.AfterMatchSkipStrategy;
import org.apache.flink.cep.nfa.sharedbuffer.SharedBuffer;
import org.apache.flink.cep.nfa.sharedbuffer.SharedBufferAccessor;
import org.apache.flink.cep.pattern.conditions.IterativeCondition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the matches of a pattern among the events of the current key with Flink CEP's automaton, which gets them in order.
 * Differs from Flink's own operator in that a key whose partial matches are gone leaves nothing behind, and in that of
 * complete matches with one first event the {@link MatchOrder} decides which comes out.
 *
 * <p>In state, a key with partial matches: a pointer for each, and each of their events once.
 */
final class PatternMatcher implements AutoCloseable {
    /** In place of a time: none. */
    static final long NEVER = Long.MAX_VALUE;

    private static final ValueStateDescriptor<NFAState> MATCHES =
            new ValueStateDescriptor<>("matches", new NFAStateSerializer());

    /** Flink logs how its cache does, from a timer's thread; as seldom as can be. */
    private static final SharedBufferCacheConfig CACHE = new SharedBufferCacheConfig(1024, 1024, Duration.ofDays(1000));

    private final PatternPlan plan;
    private final List<String> steps;
    private final AfterMatchSkipStrategy afterMatch;
    private final StepEvaluation evaluation;
    private final NFA<Event> automaton;
    private final Map<String, State<Event>> graph = new HashMap<>();
    private final ValueState<NFAState> matches;
    private final SharedBuffer<Event> buffer;

    /** Gets what becomes of events. */
    interface Output {
        /** A match is complete. */
        void match(Match match);

        /**
         * An event has been taken in.
         *
         * @param failure why a condition had no value for it, so that it has no effect; null if all had one
         */
        void taken(Event event, @Nullable String failure);
    }

    PatternMatcher(PatternPlan plan, TypeSerializer<Event> events, KeyedStateStore store) {
        this.plan = plan;
        this.steps = plan.steps().stream().map(PatternStep::name).toList();
        this.afterMatch = plan.afterMatch().strategy();
        this.evaluation = new StepEvaluation(plan.steps());
        this.automaton = PatternGraph.automaton(plan, evaluation);
        automaton.getStates().forEach(state -> graph.put(state.getName(), state));
        this.matches = store.getState(MATCHES);
        this.buffer = new SharedBuffer<>(store, events, CACHE);
    }

    /** Why a condition that depends on the event alone has no value for {@code event}; null if all have one. */
    @Nullable
    String failure(Event event) {
        return evaluation.failure(event);
    }

    /**
     * Lets the time of the current key pass to {@code time}, then takes {@code events}, which are of that time, in order.
     * Is called at the times of all events, in order, and in between at the latest when it asks for it.
     *
     * @return the time at which it is to be called again if no event is sooner, or {@link #NEVER}
     */
    long advance(long time, List<Event> events, Output output) throws Exception {
        NFAState kept = matches.value();
        try (SharedBufferAccessor<Event> accessor = buffer.getAccessor()) {
            NFAState state = ordered(kept == null ? automaton.createInitialNFAState() : kept, accessor);
            if (kept != null) {
                put(automaton.advanceTime(accessor, state, time, afterMatch).f0, output);
            }
            for (Event event : events) {
                String failure = plan.readsEarlierSteps() ? failure(event, state, accessor) : null;
                output.taken(event, failure);
                if (failure == null) {
                    put(automaton.process(accessor, state, event, time, afterMatch, () -> 0), output);
                }
            }
            return keep(kept, state, time, accessor);
        }
    }

    private long keep(@Nullable NFAState kept, NFAState state, long time, SharedBufferAccessor<Event> accessor)
            throws Exception {
        if (kept != null || state.isStateChanged()) {
            accessor.advanceTime(time + 1); // forgets how many events of this time there were
        }
        ComputationState oldest = state.getPartialMatches().peek();
        if (oldest == null || oldest.getStartEventID() == null) {
            if (kept != null) {
                matches.clear();
            }
            return NEVER;
        }
        if (state.isStateChanged()) {
            matches.update(state);
        }
        return oldest.getStartTimestamp() + plan.withinMs();
    }

    /** The same state, its complete matches in {@link MatchOrder}. */
    private NFAState ordered(NFAState state, SharedBufferAccessor<Event> accessor) {
        Queue<ComputationState> complete = new PriorityQueue<>(new MatchOrder(accessor, steps));
        complete.addAll(state.getCompletedMatches());
        return new NFAState(state.getPartialMatches(), complete);
    }

    private void put(Collection<Map<String, List<Event>>> found, Output output) {
        for (Map<String, List<Event>> match : found) {
            Map<String, List<Event>> events = new LinkedHashMap<>();
            long since = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (String step : steps) {
                List<Event> taken = match.get(step);
                if (taken != null) {
                    events.put(step, taken);
                    since = Math.min(since, taken.get(0).time());
                    last = Math.max(last, taken.get(taken.size() - 1).time());
                }
            }
            output.match(new Match(events, since, plan.endsWithNot() ? since + plan.withinMs() : last));
        }
    }

    /**
     * Why a condition that the automaton is about to ask for has no value, or null. It is asked before, since the automaton
     * cannot take back half a step.
     */
    private @Nullable String failure(Event event, NFAState state, SharedBufferAccessor<Event> accessor)
            throws Exception {
        evaluation.takeFailure();
        for (ComputationState partial : state.getPartialMatches()) {
            IterativeCondition.Context<Event> context = new PartialMatch(partial, accessor, event.time());
            Deque<State<Event>> open = new ArrayDeque<>();
            open.push(Objects.requireNonNull(graph.get(partial.getCurrentStateName())));
            while (!open.isEmpty()) {
                for (StateTransition<Event> edge : open.pop().getStateTransitions()) {
                    IterativeCondition<Event> condition = edge.getCondition();
                    boolean met = condition == null || condition.filter(event, context);
                    if (met && edge.getAction() == StateTransitionAction.PROCEED) {
                        open.push(edge.getTargetState());
                    }
                }
            }
        }
        return evaluation.takeFailure();
    }

    @Override
    public void close() throws IOException {
        buffer.releaseCacheStatisticsTimer();
    }

    /** The events of a partial match, read once. */
    private static final class PartialMatch implements IterativeCondition.Context<Event> {
        private final ComputationState partial;
        private final SharedBufferAccessor<Event> accessor;
        private final long time;
        private @Nullable Map<String, List<Event>> events;

        PartialMatch(ComputationState partial, SharedBufferAccessor<Event> accessor, long time) {
            this.partial = partial;
            this.accessor = accessor;
            this.time = time;
        }

        @Override
        public Iterable<Event> getEventsForPattern(String step) {
            if (events == null) {
                events = partial.getPreviousBufferEntry() == null
                        ? Map.of()
                        : accessor.materializeMatch(
                                accessor.extractPatterns(partial.getPreviousBufferEntry(), partial.getVersion())
                                        .get(0));
            }
            return events.getOrDefault(step, List.of());
        }

        @Override
        public long timestamp() {
            return time;
        }

        @Override
        public long currentProcessingTime() {
            return 0;
        }
    }
}
