package io.tidemark.alert;

import io.tidemark.event.AlertState;
import io.tidemark.event.Event;
import io.tidemark.event.EventSerializer;
import io.tidemark.event.EvidenceValues;
import io.tidemark.sql.Expression;
import java.util.List;
import java.util.Objects;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;

/**
 * Fires when a condition has held for some results in a row, and is resolved when it holds no more or when results stay
 * away. A missing window sets the count to 0 and leaves a firing alert firing.
 *
 * <p>In state, of a key that fires or has begun to count: some 20 bytes; of one that fires its last result too. It is gone
 * when the next window is due and has not come, where results count as they come after {@code stale-after}.
 */
public final class ThresholdOperator extends AlertOperator {
    private static final long serialVersionUID = 1;
    private static final String STALE = "stale";

    private final ThresholdPlan threshold;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient ValueState<ThresholdState> states;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient ValueState<Event> lastResults;

    /** A threshold over what {@code plan} sees. */
    public ThresholdOperator(AlertPlan plan, ThresholdPlan threshold, AlertTags tags) {
        super(plan, tags);
        this.threshold = threshold;
    }

    @Override
    public void open() throws Exception {
        super.open();
        states = getPartitionedState(descriptor());
        lastResults =
                getPartitionedState(new ValueStateDescriptor<>("last-result", new EventSerializer(plan().input())));
    }

    @Override
    public void finish() throws Exception {
        super.finish();
        setTimersAgain(descriptor(), state -> state.timer);
    }

    private static ValueStateDescriptor<ThresholdState> descriptor() {
        return new ValueStateDescriptor<>("threshold", new ThresholdState.Serializer());
    }

    @Override
    protected void seen(Event event) throws Exception {
        ThresholdState state = states.value();
        if (state == null) {
            state = new ThresholdState();
        }
        // A key's results can be ahead of the watermark, which waits for the slowest; what was due before comes first.
        boolean wasDue = !state.isEmpty() && deadline(state) < event.time();
        boolean fires = state.firing && !wasDue;
        Expression asked = fires && threshold.clear() != null ? threshold.clear() : threshold.when();
        boolean answer = asked.test(event);
        if (wasDue) {
            expire(state);
        }
        long end = bound(event, 1);
        if (!fires) {
            count(state, event, answer);
        } else if (answer == (threshold.clear() != null)) {
            emit(decision(AlertState.RESOLVED, state, event, at(state, end), event.position()));
            state.reset();
        }
        state.lastEnd = Math.max(state.lastEnd, end);
        keep(state, event);
    }

    /** One more result of a key that does not fire. */
    private void count(ThresholdState state, Event event, boolean met) {
        long end = bound(event, 1);
        if (!met) {
            state.count = 0;
            return;
        }
        boolean follows = threshold.stepMs() == 0 || end == state.lastEnd + threshold.stepMs();
        if (state.count == 0 || !follows) {
            state.count = 0;
            state.since = bound(event, 0);
        }
        state.count++;
        if (state.count >= threshold.count()) {
            state.count = 0;
            state.firing = true;
            emit(decision(AlertState.FIRING, state, event, at(state, end), event.position()));
        }
    }

    /** When a result that ends at {@code end} decides: events of a source may be older than those that also counted. */
    private static long at(ThresholdState state, long end) {
        return Math.max(end, state.lastEnd);
    }

    /** When, without a further result, a firing key is resolved, and a count is for nothing. */
    private long deadline(ThresholdState state) {
        long wait = state.firing || threshold.stepMs() == 0 ? threshold.staleMs() : threshold.stepMs();
        return wait == 0 ? ThresholdState.NO_TIMER : state.lastEnd + wait;
    }

    private void expire(ThresholdState state) throws Exception {
        if (state.firing) {
            Event last = Objects.requireNonNull(lastResults.value(), "a firing key has a last result");
            emit(decision(AlertState.RESOLVED, state, last, deadline(state), 0).because(STALE));
        }
        state.reset();
    }

    private void keep(ThresholdState state, Event event) throws Exception {
        long next = state.isEmpty() ? ThresholdState.NO_TIMER : deadline(state);
        moveTimer(state.timer, next);
        state.timer = next;
        if (state.isEmpty()) {
            states.clear();
        } else {
            states.update(state);
        }
        if (state.firing) {
            lastResults.update(event);
        } else {
            lastResults.clear();
        }
    }

    @Override
    protected void fire(long due) throws Exception {
        ThresholdState state = states.value();
        if (firesByEnd() || state == null) {
            return; // the end of input lets no time pass
        }
        long deadline = deadline(state);
        if (due < deadline) {
            // It was set before a duration grew.
            state.timer = deadline;
            moveTimer(ThresholdState.NO_TIMER, deadline);
            states.update(state);
            return;
        }
        expire(state);
        states.clear();
        lastResults.clear();
    }

    private Decision decision(AlertState what, ThresholdState state, Event result, long at, long position) {
        return Decision.of(what, state.since, at, plan().values(result, threshold.evidence()), position)
                .with(EvidenceValues.of(result, plan().input()));
    }

    /** The start (0) or end (1) of a result. */
    private long bound(Event event, int which) {
        List<Integer> bounds = threshold.bounds();
        if (bounds.isEmpty()) {
            return event.time();
        }
        return (Long) Objects.requireNonNull(event.get(bounds.get(which)), "bounds of a window");
    }
}
