package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Key;
import io.tidemark.event.Pane;
import io.tidemark.metric.Column;
import io.tidemark.window.CutSessions.Session;
import io.tidemark.window.CutSessions.Withdrawn;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Session windows of limited length: events of a key at most a gap apart are together, in the order of their times; one
 * that is {@code max} or more after a session's first begins a new session. The session that it cuts is
 * {@code [first, first + max)}, others are {@code [first, last + gap)}.
 *
 * <p>An event cuts a session when time has come to it, so that the cut is a matter of the events alone: a cut session
 * fires when the watermark reaches the next one's first event − 1 ms, at which all that comes before is known, and closes
 * there or, with a lateness, that long after its end − 1 ms if that is later.
 *
 * <p>An event behind time is taken among those of the sessions that are not closed. It is late, and changes nothing, if
 * the session that would hold it, cut with it in its place, is closed. Where it moves the bounds of sessions whose rows
 * are out, those are withdrawn first.
 *
 * <p>In state, a key: an accumulator for each distinct time of an event in an open session, since any of them may become
 * the first of one, and some 20 bytes an open session. One timer a key.
 */
public final class CutSessionOperator extends KeyedWindowOperator {
    private static final long serialVersionUID = 1;

    private final SessionCut cut;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient ValueState<CutSessions> indexes;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient SessionEvents events;

    /**
     * @param plan the window's expressions
     * @param cut which events make a session
     * @param emission when rows come out; without early rows
     * @param tags the side outputs
     */
    public CutSessionOperator(WindowPlan plan, SessionCut cut, Emission emission, WindowTags tags) {
        super(plan, emission, tags);
        this.cut = cut;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        indexes = getPartitionedState(new ValueStateDescriptor<>("sessions", new CutSessionsSerializer()));
        events = new SessionEvents(accumulators("accumulators"), aggregate);
    }

    @Override
    public void processElement(StreamRecord<WindowInput> element) throws Exception {
        WindowInput input = element.getValue();
        long time = time();
        CutSessions index = indexes.value();
        if (index == null) {
            index = new CutSessions();
        }
        settle(index, time); // timers that are due and stand back
        List<Session> after = cut.with(index.sessions, input.time(), events.times());
        if (closes(after, SessionCut.indexOf(after, input.time())) <= time) {
            late(input, time);
        } else {
            take(input, index, after, time);
            settle(index, time); // a session that the event has cut
        }
        keep(index);
    }

    @Override
    protected void fire(long due) throws Exception {
        CutSessions index = indexes.value();
        if (index == null) {
            return;
        }
        index.timer = CutSessions.NO_TIMER;
        settle(index, due);
        keep(index);
    }

    /** Counts the event, with which the sessions are {@code after}; rows that are out and no longer hold are replaced. */
    private void take(WindowInput input, CutSessions index, List<Session> after, long time) throws Exception {
        List<Session> before = index.sessions;
        for (int i = 0; i < before.size(); i++) {
            Session session = before.get(i);
            if (session.out() && !isThere(before, i, after)) {
                row(before, i, events.of(session), Pane.WITHDRAWN, input.readTime());
                index.withdrawn.add(new Withdrawn(session.first(), cut.end(before, i), session.revision() + 1));
            }
        }
        events.add(input);
        int own = SessionCut.indexOf(after, input.time());
        List<Session> sessions = new ArrayList<>(after);
        for (int i = 0; i < after.size(); i++) {
            int same = indexOfFirst(before, after.get(i).first());
            Session old = same < 0 ? null : before.get(same);
            boolean sameBounds = old != null && cut.end(before, same) == cut.end(after, i);
            if (old != null && sameBounds) {
                sessions.set(i, after.get(i).rows(old.out(), old.revision()));
            } else {
                int revision = index.takeRevision(after.get(i).first(), cut.end(after, i));
                sessions.set(i, after.get(i).rows(false, revision));
            }
            boolean sameRow = old != null && sameBounds && cut.isCut(before, same) == cut.isCut(after, i) && i != own;
            // One that the event has cut, and that has no row, has its first as if time had come to it.
            boolean revised = i >= own || old != null && old.out();
            if (!sameRow && revised && !emission.whenClosed() && fires(after, i) <= time) {
                sessions.set(i, rowOut(sessions, i, Pane.LATE, input.readTime()));
            }
        }
        index.sessions = sessions;
    }

    /** Whether there is a session in {@code after} with the bounds of {@code before}'s at {@code index}. */
    private boolean isThere(List<Session> before, int index, List<Session> after) {
        int same = indexOfFirst(after, before.get(index).first());
        return same >= 0 && cut.end(after, same) == cut.end(before, index);
    }

    private static int indexOfFirst(List<Session> sessions, long first) {
        int low = 0;
        int high = sessions.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long there = sessions.get(middle).first();
            if (there == first) {
                return middle;
            }
            if (there < first) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** Puts out the rows that are due at the watermark {@code time}, and closes sessions. Later ones are due later. */
    private void settle(CutSessions index, long time) throws Exception {
        int closed = 0;
        for (int i = 0; i < index.sessions.size() && fires(index.sessions, i) <= time; i++) {
            Session session = index.sessions.get(i);
            boolean closes = closes(index.sessions, i) <= time;
            if (session.out() && !closes) {
                continue;
            }
            WindowAccumulator accumulator = events.of(session);
            if (!session.out()) {
                Pane pane = emission.whenClosed() ? Pane.FINAL : Pane.ON_TIME;
                long due = emission.fires(cut.end(index.sessions, i));
                row(index.sessions, i, accumulator, pane, due);
                index.sessions.set(i, session.rows(true, session.revision() + 1));
            }
            if (closes) {
                counters.inc(Column.COUNTED, accumulator.eventCount);
                events.remove(session);
                closed++;
            }
        }
        index.sessions.subList(0, closed).clear();
        index.withdrawn.removeIf(bounds -> emission.closes(bounds.end()) <= time);
    }

    private Session rowOut(List<Session> sessions, int i, Pane pane, long due) throws Exception {
        Session session = sessions.get(i);
        row(sessions, i, events.of(session), pane, due);
        return session.rows(true, session.revision() + 1);
    }

    private void row(List<Session> sessions, int i, WindowAccumulator accumulator, Pane pane, long due) {
        Session session = sessions.get(i);
        emitter.row(
                (Key) getCurrentKey(),
                accumulator,
                new RowEmitter.Frame(
                        session.first(),
                        cut.end(sessions, i),
                        pane,
                        session.revision(),
                        due,
                        time(),
                        cut.isCut(sessions, i)));
    }

    /** The watermark at which the session at {@code i} has its row. */
    private long fires(List<Session> sessions, int i) {
        return emission.whenClosed() ? closes(sessions, i) : cut.decided(sessions, i);
    }

    /** The watermark at which the session at {@code i} takes no more events. */
    private long closes(List<Session> sessions, int i) {
        return Math.max(emission.closes(cut.end(sessions, i)), cut.decided(sessions, i));
    }

    private void keep(CutSessions index) throws Exception {
        long next = CutSessions.NO_TIMER;
        for (int i = 0; i < index.sessions.size(); i++) {
            boolean out = index.sessions.get(i).out();
            next = Math.min(next, out ? closes(index.sessions, i) : fires(index.sessions, i));
        }
        moveTimer(index.timer, next);
        index.timer = next;
        if (index.sessions.isEmpty()) {
            indexes.clear();
        } else {
            indexes.update(index);
        }
    }
}
