package io.tidemark.window;

import io.tidemark.window.CutSessions.Session;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Which events of a key make a session: those at most a gap apart, in the order of their times, until one is too long
 * after the session's first; that one begins the next. So the sessions are a matter of the events alone, in whatever order
 * they come.
 *
 * <p>Lists of sessions are ordered by time. A session is cut if the next one begins within its gap.
 *
 * @param gapMs events at most so far apart are together, in milliseconds
 * @param maxMs an event so long or longer after a session's first begins a new one, in milliseconds
 */
public record SessionCut(long gapMs, long maxMs) implements Serializable {
    /** Looks up the times of the events held. */
    interface Times {
        /** The greatest that is less than {@code border}. */
        long before(long border) throws Exception;

        /** The least that is not less than {@code border}. */
        long from(long border) throws Exception;
    }

    /**
     * The sessions once there is an event at {@code at}, too. Those that stay as they were are the same objects; a new one,
     * or one with another first or last event, has no rows.
     *
     * @param before the sessions so far; not changed
     * @param times the times of all their events
     */
    List<Session> with(List<Session> before, long at, Times times) throws Exception {
        List<Session> after = new ArrayList<>(before.size() + 1);
        int next = 0;
        while (next < before.size() && before.get(next).first() <= at) {
            after.add(before.get(next++));
        }
        Session own = Session.of(at, at);
        if (!after.isEmpty()) {
            Session reached = after.get(after.size() - 1);
            if (at <= reached.last()) {
                return before;
            }
            if (follows(reached, at) && fits(reached, at)) {
                after.remove(after.size() - 1);
                own = Session.of(reached.first(), at);
            }
        }
        while (next < before.size()) {
            Session following = before.get(next);
            if (!follows(own, following.first()) || !fits(own, following.first())) {
                break; // from here on, nothing moves
            }
            next++;
            if (fits(own, following.last())) {
                own = Session.of(own.first(), following.last());
            } else {
                long border = own.first() + maxMs;
                after.add(Session.of(own.first(), times.before(border)));
                own = Session.of(times.from(border), following.last());
            }
        }
        after.add(own);
        after.addAll(before.subList(next, before.size()));
        return after;
    }

    private boolean follows(Session session, long at) {
        return at - session.last() <= gapMs;
    }

    private boolean fits(Session session, long at) {
        return at - session.first() < maxMs;
    }

    /** Whether more events follow the session at {@code index} within its gap. */
    boolean isCut(List<Session> sessions, int index) {
        return index + 1 < sessions.size()
                && follows(sessions.get(index), sessions.get(index + 1).first());
    }

    /** The exclusive end of the session at {@code index}. */
    long end(List<Session> sessions, int index) {
        Session session = sessions.get(index);
        return isCut(sessions, index) ? session.first() + maxMs : session.last() + gapMs;
    }

    /**
     * The watermark at which all events are known that can decide on the end of the session at {@code index}, unless late
     * ones come: it is the next session's first event that cuts it.
     */
    long decided(List<Session> sessions, int index) {
        return isCut(sessions, index)
                ? sessions.get(index + 1).first() - 1
                : sessions.get(index).last() + gapMs - 1;
    }

    /** The index of the session that holds the event at {@code at}; there must be one. */
    static int indexOf(List<Session> sessions, long at) {
        int index = sessions.size() - 1;
        while (sessions.get(index).first() > at) {
            index--;
        }
        return index;
    }
}
