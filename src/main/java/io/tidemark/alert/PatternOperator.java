package io.tidemark.alert;

import io.tidemark.event.AlertState;
import io.tidemark.event.Event;
import io.tidemark.event.EventSerializer;
import io.tidemark.event.EvidenceValues;
import io.tidemark.event.Key;
import io.tidemark.sql.EvaluationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.internal.InternalListState;
import org.jspecify.annotations.Nullable;

/**
 * Finds patterns in the events of each key. Events wait for the watermark, so that they are taken in the order of their
 * times, and where these are equal in that of their arrival.
 *
 * <p>The end of input lets no time pass: what waits is taken, and matches that others held back come out, but none that
 * time alone decides.
 *
 * <p>In state, a key: the events that wait, a timer for each of their times; and while there are partial matches what
 * {@link PatternMatcher} keeps of them and a timer. Nothing stays of a key whose partial matches are gone.
 */
public final class PatternOperator extends AlertOperator {
    private static final long serialVersionUID = 1;

    private final PatternPlan pattern;

    /** By their time, which is the namespace: an event is added to those of its time without reading them. */
    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient InternalListState<Key, Long, Event> waiting;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient PatternMatcher matcher;

    /** A pattern in what {@code plan} sees. */
    public PatternOperator(AlertPlan plan, PatternPlan pattern, AlertTags tags) {
        super(plan, tags);
        this.pattern = pattern;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        EventSerializer events = new EventSerializer(plan().input());
        ListState<Event> byTime =
                getOrCreateKeyedState(LongSerializer.INSTANCE, new ListStateDescriptor<>("waiting", events));
        waiting = (InternalListState<Key, Long, Event>) byTime;
        matcher = new PatternMatcher(pattern, events, context.getKeyedStateStore());
    }

    @Override
    protected boolean decidesLater() {
        return pattern.readsEarlierSteps();
    }

    @Override
    protected void seen(Event event) throws Exception {
        String failure = matcher.failure(event);
        if (failure != null) {
            throw new EvaluationException(failure);
        }
        waiting.setCurrentNamespace(event.time());
        waiting.add(event);
        addTimer(event.time());
    }

    @Override
    protected void fire(long due) throws Exception {
        waiting.setCurrentNamespace(due);
        List<Event> events = waiting.getInternal();
        if (events != null) {
            waiting.clear();
        }
        long next = matcher.advance(due, events == null ? List.of() : events, new Found());
        if (next != PatternMatcher.NEVER) {
            addTimer(next);
        }
    }

    @Override
    public void close() throws Exception {
        super.close();
        if (matcher != null) {
            matcher.close();
        }
    }

    private final class Found implements PatternMatcher.Output {
        @Override
        public void match(Match match) {
            if (!pattern.endsWithNot() || match.at() <= passed()) {
                emit(decision(match));
            }
        }

        @Override
        public void taken(Event event, @Nullable String failure) {
            if (decidesLater()) {
                decided(event, failure);
            }
        }
    }

    private Decision decision(Match match) {
        Map<String, @Nullable Object> evidence = new LinkedHashMap<>();
        Event last = null;
        for (PatternStep step : pattern.steps()) {
            if (!step.not()) {
                List<Event> events = match.events().getOrDefault(step.name(), List.of());
                evidence.put(
                        step.name(),
                        events.stream()
                                .map(event -> EvidenceValues.of(event, plan().input()))
                                .toList());
                last = events.isEmpty() ? last : events.get(events.size() - 1);
            }
        }
        long position = last == null || pattern.endsWithNot() ? 0 : last.position();
        // Several matches may have one beginning; what they are made of tells them apart.
        return Decision.of(AlertState.MATCHED, match.since(), match.at(), evidence, position)
                .ofPair(evidence.toString(), null);
    }
}
