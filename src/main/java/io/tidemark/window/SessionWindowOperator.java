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
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Session windows: events of a key at most a gap apart are together, in {@code [first, last + gap)}. An event joins the
 * open sessions that it touches and makes one of them; a closed session takes nothing more. Where late events change the
 * bounds of a session whose row is out, that row is withdrawn first.
 *
 * <p>In state, a key: an accumulator and some 20 bytes an open session. One timer a key.
 */
public final class SessionWindowOperator extends CachedWindowOperator<SessionIndex> {
    private static final long serialVersionUID = 1;

    private final long gapMs;

    /**
     * @param plan the window's expressions
     * @param gapMs events at most so far apart are together, in milliseconds
     * @param emission when rows come out; without early rows
     * @param tags the side outputs
     * @param mostHeap how many bytes the cache of windows may take at most
     */
    public SessionWindowOperator(WindowPlan plan, long gapMs, Emission emission, WindowTags tags, long mostHeap) {
        super(plan, emission, tags, mostHeap);
        this.gapMs = gapMs;
    }

    @Override
    TypeSerializer<SessionIndex> indexSerializer() {
        return new SessionIndexSerializer();
    }

    @Override
    SessionIndex newIndex() {
        return new SessionIndex();
    }

    @Override
    public void processElement(StreamRecord<WindowInput> element) throws Exception {
        WindowInput input = element.getValue();
        long time = time();
        KeyedWindows<SessionIndex>.OfKey key = windows.current();
        SessionIndex index = key.index();
        fireDue(index);
        List<Session> touched = touched(index, input, time);
        if (touched.isEmpty() && emission.closes(input.lastTime() + gapMs) <= time) {
            late(input, time);
            return;
        }
        Session session = join(key, touched, input);
        if (!emission.whenClosed() && emission.fires(end(session)) <= time) {
            row(session, Objects.requireNonNull(key.get(session.id)), Pane.LATE, input.readTime());
        }
        keep(key);
    }

    private List<Session> touched(SessionIndex index, WindowInput input, long time) {
        List<Session> touched = new ArrayList<>(1);
        for (Session session : index.sessions) {
            if (session.first - gapMs <= input.lastTime()
                    && input.time() <= session.last + gapMs
                    && emission.closes(end(session)) > time) {
                touched.add(session);
            }
        }
        return touched;
    }

    /** Makes one session of {@code touched} and the event; rows that are out and no longer hold are withdrawn. */
    private Session join(KeyedWindows<SessionIndex>.OfKey key, List<Session> touched, WindowInput input)
            throws Exception {
        long first = input.time();
        long last = input.lastTime();
        for (Session session : touched) {
            first = Math.min(first, session.first);
            last = Math.max(last, session.last);
        }
        boolean sameBounds = touched.size() == 1 && touched.get(0).first == first && touched.get(0).last == last;
        Session joined = touched.isEmpty() ? new Session(key.index().nextId++, first, last, 0) : touched.get(0);
        WindowAccumulator all = null;
        for (Session session : touched) {
            WindowAccumulator own = Objects.requireNonNull(key.get(session.id));
            if (!sameBounds && session.revision > 0) {
                row(session, own, Pane.WITHDRAWN, input.readTime());
            }
            if (all == null) {
                all = own;
            } else {
                all = aggregate.merge(all, own);
                key.remove(session.id);
            }
            key.index().sessions.remove(session);
        }
        key.put(joined.id, aggregate.addTo(all, input));
        joined.first = first;
        joined.last = last;
        joined.revision = sameBounds ? joined.revision : 0;
        key.index().add(joined);
        return joined;
    }

    @Override
    protected void fire(long due) throws Exception {
        KeyedWindows<SessionIndex>.OfKey key = windows.current();
        SessionIndex index = key.index();
        index.timer = SessionIndex.NO_TIMER;
        for (Iterator<Session> sessions = index.sessions.iterator(); sessions.hasNext(); ) {
            Session session = sessions.next();
            if (emission.fires(end(session)) > due) {
                continue;
            }
            WindowAccumulator accumulator = Objects.requireNonNull(key.get(session.id));
            if (session.revision == 0) {
                row(session, accumulator, emission.whenClosed() ? Pane.FINAL : Pane.ON_TIME, due(session));
            }
            if (emission.closes(end(session)) <= due) {
                counters.inc(Column.COUNTED, accumulator.eventCount);
                key.remove(session.id);
                sessions.remove();
            }
        }
        keep(key);
    }

    private void row(Session session, WindowAccumulator accumulator, Pane pane, long due) {
        emitter.row(
                (Key) getCurrentKey(),
                accumulator,
                new RowEmitter.Frame(session.first, end(session), pane, session.revision++, due, time()));
    }

    private void keep(KeyedWindows<SessionIndex>.OfKey key) throws Exception {
        SessionIndex index = key.index();
        long next = SessionIndex.NO_TIMER;
        for (Session session : index.sessions) {
            next = Math.min(next, session.revision == 0 ? emission.fires(end(session)) : emission.closes(end(session)));
        }
        moveTimer(index.timer, next);
        index.timer = next;
        key.keep();
    }

    private long due(Session session) {
        return emission.fires(end(session));
    }

    private long end(Session session) {
        return session.last + gapMs;
    }
}
