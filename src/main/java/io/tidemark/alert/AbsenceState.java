package io.tidemark.alert;

import io.tidemark.event.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * When a key has spoken: stretches without an absence, in order of time. There is one but for events ahead of the
 * watermark.
 */
final class AbsenceState {
    static final long NO_TIMER = Long.MAX_VALUE;

    final List<Stretch> stretches;

    /** Whether the silence behind the first stretch has been told. */
    boolean firing;

    long timer = NO_TIMER;

    AbsenceState() {
        this(new ArrayList<>(1));
    }

    AbsenceState(List<Stretch> stretches) {
        this.stretches = stretches;
    }

    /**
     * Events that are no absence apart.
     *
     * @param first time of the first one
     * @param firstPosition its {@link Event#position()}
     * @param last the last one; of several at one time the one that came last
     */
    record Stretch(long first, long firstPosition, Event last) {
        long end() {
            return last.time();
        }
    }

    /** Adds an event behind which the key must speak again within {@code absentMs}. */
    void add(Event event, long absentMs) {
        long time = event.time();
        int from = 0;
        while (from < stretches.size() && stretches.get(from).end() + absentMs < time) {
            from++;
        }
        Stretch merged = new Stretch(time, event.position(), event);
        int to = from;
        while (to < stretches.size() && stretches.get(to).first() - absentMs <= time) {
            merged = merged(stretches.get(to++), merged);
        }
        stretches.subList(from, to).clear();
        stretches.add(from, merged);
    }

    private static Stretch merged(Stretch known, Stretch added) {
        Stretch begin = known.first() <= added.first() ? known : added;
        Event last = known.end() > added.end() ? known.last() : added.last();
        return new Stretch(begin.first(), begin.firstPosition(), last);
    }

    AbsenceState copy() {
        AbsenceState copy = new AbsenceState(new ArrayList<>(stretches));
        copy.firing = firing;
        copy.timer = timer;
        return copy;
    }
}
