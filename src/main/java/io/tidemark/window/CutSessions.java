package io.tidemark.window;

import java.util.ArrayList;
import java.util.List;

/** The open sessions of one key whose length is limited, in order of time, and its timer. Their events are kept apart. */
final class CutSessions {
    /** In place of {@link #timer}: none. */
    static final long NO_TIMER = Long.MAX_VALUE;

    /** The sessions, ordered by their first event. */
    List<Session> sessions = new ArrayList<>();

    /** What was withdrawn and may come back, since late events move the cuts. */
    List<Withdrawn> withdrawn = new ArrayList<>();

    /** When the key's timer fires, or {@link #NO_TIMER}. */
    long timer = NO_TIMER;

    /**
     * One session.
     *
     * @param first time of its first event, milliseconds since the epoch
     * @param last time of its last event, milliseconds since the epoch
     * @param out whether it has a row that holds
     * @param revision the number of its next row
     */
    record Session(long first, long last, boolean out, int revision) {
        /** One that has no row yet. */
        static Session of(long first, long last) {
            return new Session(first, last, false, 0);
        }

        /** The same events, and what is out of them. */
        Session rows(boolean isOut, int nextRevision) {
            return new Session(first, last, isOut, nextRevision);
        }
    }

    /**
     * Bounds that have had rows, the last of them {@code withdrawn}; should they come back, their rows are counted on.
     *
     * @param start inclusive start, milliseconds since the epoch
     * @param end exclusive end, milliseconds since the epoch
     * @param revision the number of the next row
     */
    record Withdrawn(long start, long end, int revision) {}

    /** Takes what is known of the rows of {@code [start, end)}, and says the number of the next. */
    int takeRevision(long start, long end) {
        for (int i = 0; i < withdrawn.size(); i++) {
            if (withdrawn.get(i).start() == start && withdrawn.get(i).end() == end) {
                return withdrawn.remove(i).revision();
            }
        }
        return 0;
    }
}
