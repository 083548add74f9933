package io.tidemark.alert;

import io.tidemark.alert.AbsenceState.Stretch;
import io.tidemark.event.AlertState;
import io.tidemark.event.Event;
import io.tidemark.event.EventSerializer;
import io.tidemark.event.EvidenceValues;
import java.util.List;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;

/**
 * Fires when time reaches a key's last event + {@code absent-for}, and is resolved when time reaches the first event after
 * that. All is decided by the watermark, so the order of arrival is nothing. The end of input lets no time pass: no key is
 * absent by it; a firing one that has spoken again is resolved.
 *
 * <p>In state, a key: its last event, until the key is forgotten; and while events are ahead of the watermark one for each
 * silence between them.
 */
public final class AbsenceOperator extends AlertOperator {
    private static final long serialVersionUID = 1;

    private final long absentMs;
    private final long forgetMs;
    private final List<Integer> evidence;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient ValueState<AbsenceState> states;

    /**
     * @param plan what it sees
     * @param absentMs how long a key may be silent
     * @param forgetMs a key silent for so long is forgotten; more than {@code absentMs}
     * @param evidence the places of what is told of the last event
     */
    public AbsenceOperator(AlertPlan plan, long absentMs, long forgetMs, List<Integer> evidence, AlertTags tags) {
        super(plan, tags);
        this.absentMs = absentMs;
        this.forgetMs = forgetMs;
        this.evidence = evidence;
    }

    @Override
    public void open() throws Exception {
        super.open();
        states = getPartitionedState(descriptor());
    }

    @Override
    public void finish() throws Exception {
        super.finish();
        setTimersAgain(descriptor(), state -> state.timer);
    }

    private ValueStateDescriptor<AbsenceState> descriptor() {
        return new ValueStateDescriptor<>("absence", new AbsenceStateSerializer(new EventSerializer(plan().input())));
    }

    @Override
    protected void seen(Event event) throws Exception {
        AbsenceState state = states.value();
        if (state == null) {
            state = new AbsenceState();
        }
        state.add(event, absentMs);
        long next = next(state);
        moveTimer(state.timer, next);
        state.timer = next;
        states.update(state);
    }

    @Override
    protected void fire(long due) throws Exception {
        AbsenceState state = states.value();
        if (state == null) {
            return;
        }
        if (firesByEnd()) {
            if (state.firing && speaksAgain(state)) {
                resolve(state);
                state.timer = next(state);
                states.update(state);
            }
            return;
        }
        if (due < next(state)) {
            // It was set before the durations grew.
            setTimer(state);
            return;
        }
        if (!state.firing) {
            state.firing = true;
            emit(decision(AlertState.FIRING, state, state.stretches.get(0).end() + absentMs, 0));
        } else if (speaksAgain(state)) {
            resolve(state);
        } else {
            state.stretches.remove(0); // forgotten
            state.firing = false;
        }
        if (state.stretches.isEmpty()) {
            states.clear();
            return;
        }
        setTimer(state);
    }

    private void setTimer(AbsenceState state) throws Exception {
        state.timer = next(state);
        moveTimer(AbsenceState.NO_TIMER, state.timer);
        states.update(state);
    }

    /** When time decides what comes next. */
    private long next(AbsenceState state) {
        long end = state.stretches.get(0).end();
        if (!state.firing) {
            return end + absentMs;
        }
        return speaksAgain(state) ? state.stretches.get(1).first() : end + forgetMs;
    }

    /** Whether a firing key is known to speak before it is forgotten. */
    private boolean speaksAgain(AbsenceState state) {
        return state.stretches.size() > 1
                && state.stretches.get(1).first() <= state.stretches.get(0).end() + forgetMs;
    }

    private void resolve(AbsenceState state) {
        Stretch next = state.stretches.get(1);
        emit(decision(AlertState.RESOLVED, state, next.first(), next.firstPosition()));
        state.stretches.remove(0);
        state.firing = false;
    }

    private Decision decision(AlertState what, AbsenceState state, long at, long position) {
        Event last = state.stretches.get(0).last();
        return Decision.of(what, last.time(), at, plan().values(last, evidence), position)
                .with(EvidenceValues.of(last, plan().input()));
    }
}
