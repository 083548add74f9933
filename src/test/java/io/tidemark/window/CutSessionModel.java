package io.tidemark.window;

import io.tidemark.spec.WindowSpec;
import io.tidemark.window.WindowModel.Given;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the contract says of sessions with {@code max}, written down as plainly as can be: time goes on millisecond by
 * millisecond, and at each the events that it has come to are sorted and cut anew.
 */
final class CutSessionModel {
    /** A session as the events up to now make it. */
    private static final class Cut {
        final List<Given> events = new ArrayList<>();
        long end;
        boolean truncated;

        long start() {
            return events.get(0).time();
        }

        String bounds() {
            return start() + "," + end;
        }
    }

    /** A key: its events that are in no closed session, the rows that hold by bounds, and the next revisions. */
    private static final class KeyState {
        final List<Given> open = new ArrayList<>();
        final Map<String, Cut> out = new TreeMap<>();
        final Map<String, Integer> revisions = new HashMap<>();
    }

    private final long gap;
    private final long max;
    private final long lateness;
    private final boolean whenClosed;
    private final Map<String, KeyState> keys = new TreeMap<>();
    private final List<String> rows = new ArrayList<>();
    private final List<Long> late = new ArrayList<>();
    private long time = Long.MIN_VALUE;
    private long counted;

    CutSessionModel(WindowSpec spec) {
        WindowSpec.Session session = (WindowSpec.Session) spec.assigner();
        this.gap = session.gap().toMillis();
        this.max = Objects.requireNonNull(session.max()).toMillis();
        this.lateness = spec.allowedLateness().toMillis();
        this.whenClosed = spec.emit() == WindowSpec.Emit.FINAL;
    }

    List<String> rows() {
        return rows;
    }

    List<Long> late() {
        return late;
    }

    long counted() {
        return counted;
    }

    /** The sessions of the events that are at most {@code until}: the contract's sentence. */
    private List<Cut> sessions(List<Given> events, long until) {
        List<Given> sorted = events.stream()
                .filter(event -> event.time() <= until)
                .sorted(Comparator.comparingLong(Given::time))
                .toList();
        List<Cut> sessions = new ArrayList<>();
        Cut current = null;
        for (Given event : sorted) {
            long last = current == null
                    ? 0
                    : current.events.get(current.events.size() - 1).time();
            if (current == null || event.time() - last > gap || event.time() - current.start() >= max) {
                if (current != null && event.time() - last <= gap) {
                    current.truncated = true;
                    current.end = current.start() + max;
                }
                current = new Cut();
                sessions.add(current);
            }
            current.events.add(event);
            current.end = event.time() + gap;
        }
        return sessions;
    }

    void event(Given event) {
        KeyState key = keys.computeIfAbsent(String.valueOf(event.key()), name -> new KeyState());
        if (time != Long.MIN_VALUE && event.time() <= time + 1) {
            eventThatTimeHasComeTo(event, key);
        } else {
            counted++;
            key.open.add(event);
        }
    }

    private void eventThatTimeHasComeTo(Given event, KeyState key) {
        List<Given> with = new ArrayList<>(key.open);
        with.add(event);
        List<Cut> after = sessions(with, time + 1);
        Cut own = after.stream()
                .filter(session -> session.events.contains(event))
                .findFirst()
                .orElseThrow();
        if (own.end - 1 + lateness <= time) {
            late.add(event.position());
            return;
        }
        counted++;
        key.open.add(event);
        List<Long> withdrawnStarts = new ArrayList<>();
        for (Cut old : List.copyOf(key.out.values())) {
            if (after.stream().noneMatch(session -> session.bounds().equals(old.bounds()))) {
                row(event.key(), key, old, "withdrawn");
                key.out.remove(old.bounds());
                withdrawnStarts.add(old.start());
            }
        }
        for (Cut session : after) {
            Cut old = key.out.get(session.bounds());
            boolean revised =
                    session.start() >= own.start() || old != null || withdrawnStarts.contains(session.start());
            boolean same = old != null && old.truncated == session.truncated && session != own;
            if (!whenClosed && session.end - 1 <= time && revised && !same) {
                row(event.key(), key, session, "late");
                key.out.put(session.bounds(), session);
            }
        }
        settle(event.key(), key, time);
    }

    void watermark(long to) {
        if (to <= time) {
            return;
        }
        long least = keys.values().stream()
                .flatMap(key -> key.open.stream())
                .mapToLong(Given::time)
                .min()
                .orElse(0);
        long greatest = keys.values().stream()
                .flatMap(key -> key.open.stream())
                .mapToLong(Given::time)
                .max()
                .orElse(0);
        long from = Math.max(time, least - 2) + 1;
        long through = Math.min(to, greatest + gap + max + lateness);
        time = to;
        for (long moment = from; moment <= through; moment++) {
            for (Map.Entry<String, KeyState> key : keys.entrySet()) {
                settle(key.getKey(), key.getValue(), moment);
            }
        }
    }

    private void settle(@Nullable String name, KeyState key, long moment) {
        for (Cut session : sessions(key.open, moment + 1)) {
            boolean closed = session.end - 1 + lateness <= moment;
            if (!key.out.containsKey(session.bounds()) && (whenClosed ? closed : session.end - 1 <= moment)) {
                row(name, key, session, whenClosed ? "final" : "on-time");
                key.out.put(session.bounds(), session);
            }
            if (closed) {
                key.open.removeAll(session.events);
                key.out.remove(session.bounds());
            }
        }
    }

    private void row(@Nullable String name, KeyState key, Cut session, String pane) {
        int revision = key.revisions.merge(session.bounds(), 1, Integer::sum) - 1;
        rows.add(name + " [" + session.bounds() + ") " + pane + " #" + revision + " @" + time + " "
                + WindowModel.values(session.events) + (session.truncated ? " cut" : " whole"));
    }
}
