package io.tidemark.window;

import java.util.ArrayList;
import java.util.List;

/** The open sessions of one key, in order of time, and its timer. */
final class SessionIndex implements KeyIndex {
    /** In place of {@link #timer}: none. */
    static final long NO_TIMER = Long.MAX_VALUE;

    /** The sessions, ordered by their first event. */
    List<Session> sessions = new ArrayList<>();

    /** The number of the next session's accumulator. */
    long nextId;

    /** When the key's timer fires, or {@link #NO_TIMER}. */
    long timer = NO_TIMER;

    /** One session; its accumulator is kept apart. */
    static final class Session {
        /** The number of its accumulator. */
        final long id;

        /** Time of its first event, milliseconds since the epoch. */
        long first;

        /** Time of its last event, milliseconds since the epoch. */
        long last;

        /** The next revision; above 0 if a row of these bounds has come out. */
        int revision;

        Session(long id, long first, long last, int revision) {
            this.id = id;
            this.first = first;
            this.last = last;
            this.revision = revision;
        }

        Session copy() {
            return new Session(id, first, last, revision);
        }
    }

    @Override
    public boolean isEmpty() {
        return sessions.isEmpty();
    }

    @Override
    public long timer() {
        return timer;
    }

    @Override
    public int heapBytes() {
        return 80 + 48 * sessions.size();
    }

    /** Adds a session at its place. */
    void add(Session session) {
        int at = 0;
        while (at < sessions.size() && sessions.get(at).first <= session.first) {
            at++;
        }
        sessions.add(at, session);
    }
}
