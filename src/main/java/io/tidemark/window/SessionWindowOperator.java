package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Key;
import io.tidemark.event.Pane;
import io.tidemark.metric.Column;
import io.tidemark.window.SessionIndex.Session;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Session windows: events of a key at most a gap apart are together, in {@code [first, last + gap)}. An event joins the
 * open sessions that it touches and makes one of them; a closed session takes nothing more. Where late events change the
 * bounds of a session whose row is out, that row is withdrawn first.
 *
 * <p>In state, a key: an accumulator and some 20 bytes an open session. One timer a key.
 */
public final class SessionWindowOperator extends KeyedWindowOperator {
    private static final long serialVersionUID = 1;

    private final long gapMs;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient ValueState<SessionIndex> indexes;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient MapState<Long, WindowAccumulator> accumulators;

    /**
     * @param plan the window's expressions
     * @param gapMs events at most so far apart are together, in milliseconds
     * @param emission when rows come out; without early rows
     * @param tags the side outputs
     */
    public SessionWindowOperator(WindowPlan plan, long gapMs, Emission emission, WindowTags tags) {
        super(plan, emission, tags);
        this.gapMs = gapMs;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        indexes = getPartitionedState(new ValueStateDescriptor<>("sessions", new SessionIndexSerializer()));
        accumulators = accumulators("accumulators");
    }

    @Override
    public void processElement(StreamRecord<WindowInput> element) throws Exception {
        WindowInput input = element.getValue();
        long time = time();
        SessionIndex index = indexes.value();
        if (index == null) {
            index = new SessionIndex();
        }
        List<Session> touched = touched(index, input.time(), time);
        if (touched.isEmpty() && emission.closes(input.time() + gapMs) <= time) {
            late(input, time);
            return;
        }
        Session session = join(index, touched, input);
        // Timers that are due but were interrupted by a barrier will do their part.
        long past = Math.min(time, index.timer - 1);
        if (!emission.whenClosed() && emission.fires(end(session)) <= past) {
            row(session, Objects.requireNonNull(accumulators.get(session.id)), Pane.LATE, input.readTime());
        }
        keep(index);
    }

    private List<Session> touched(SessionIndex index, long at, long time) {
        List<Session> touched = new ArrayList<>(1);
        for (Session session : index.sessions) {
            if (session.first - gapMs <= at && at <= session.last + gapMs && emission.closes(end(session)) > time) {
                touched.add(session);
            }
        }
        return touched;
    }

    /** Makes one session of {@code touched} and the event; rows that are out and no longer hold are withdrawn. */
    private Session join(SessionIndex index, List<Session> touched, WindowInput input) throws Exception {
        long first = input.time();
        long last = input.time();
        for (Session session : touched) {
            first = Math.min(first, session.first);
            last = Math.max(last, session.last);
        }
        boolean sameBounds = touched.size() == 1 && touched.get(0).first == first && touched.get(0).last == last;
        Session joined = touched.isEmpty() ? new Session(index.nextId++, first, last, 0) : touched.get(0);
        WindowAccumulator all = touched.isEmpty() ? aggregate.createAccumulator() : null;
        for (Session session : touched) {
            WindowAccumulator own = Objects.requireNonNull(accumulators.get(session.id));
            if (!sameBounds && session.revision > 0) {
                row(session, own, Pane.WITHDRAWN, input.readTime());
            }
            if (all == null) {
                all = own;
            } else {
                all = aggregate.merge(all, own);
                accumulators.remove(session.id);
            }
            index.sessions.remove(session);
        }
        accumulators.put(joined.id, aggregate.add(input, Objects.requireNonNull(all)));
        joined.first = first;
        joined.last = last;
        joined.revision = sameBounds ? joined.revision : 0;
        index.add(joined);
        return joined;
    }

    @Override
    public void onEventTime(InternalTimer<Key, VoidNamespace> timer) throws Exception {
        SessionIndex index = indexes.value();
        if (index == null) {
            return;
        }
        long due = timer.getTimestamp();
        index.timer = SessionIndex.NO_TIMER;
        for (Iterator<Session> sessions = index.sessions.iterator(); sessions.hasNext(); ) {
            Session session = sessions.next();
            if (emission.fires(end(session)) > due) {
                continue;
            }
            WindowAccumulator accumulator = Objects.requireNonNull(accumulators.get(session.id));
            if (session.revision == 0) {
                row(session, accumulator, emission.whenClosed() ? Pane.FINAL : Pane.ON_TIME, due(session));
            }
            if (emission.closes(end(session)) <= due) {
                counters.inc(Column.COUNTED, accumulator.eventCount);
                accumulators.remove(session.id);
                sessions.remove();
            }
        }
        keep(index);
    }

    private void row(Session session, WindowAccumulator accumulator, Pane pane, long due) {
        emitter.row(
                (Key) getCurrentKey(),
                accumulator,
                new RowEmitter.Frame(session.first, end(session), pane, session.revision++, due, time()));
    }

    private void keep(SessionIndex index) throws Exception {
        long next = SessionIndex.NO_TIMER;
        for (Session session : index.sessions) {
            next = Math.min(next, session.revision == 0 ? emission.fires(end(session)) : emission.closes(end(session)));
        }
        moveTimer(index.timer, next);
        index.timer = next;
        if (index.sessions.isEmpty()) {
            indexes.clear();
        } else {
            indexes.update(index);
        }
    }

    private long due(Session session) {
        return emission.fires(end(session));
    }

    private long end(Session session) {
        return session.last + gapMs;
    }
}
