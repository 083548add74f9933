package io.tidemark.time;

import java.util.HashMap;
import java.util.Map;

/** What a source's enumerator knows of its readers' times, and what follows for the next {@link Tick}. */
final class EnumeratorTime {
    /** A reader that has left more ticks than this without an answer is blocked. */
    private static final int UNANSWERED = 3;

    private final String name;
    private final SourceTime source;
    private final Map<Integer, View> readers = new HashMap<>();
    private boolean started;
    private long startedAtActiveMs;
    private long spokeAtMs;
    private long quietBase = Long.MIN_VALUE;

    EnumeratorTime(String name, SourceTime source) {
        this.name = name;
        this.source = source;
    }

    /** One reader; nothing is known of its partitions until it has reported all that it was given. */
    private static final class View {
        int given;
        int unanswered;
        boolean spoke;
        Report last = new Report(0, 0, false, false, Report.Times.NONE);
        boolean reported;

        boolean isKnown() {
            return last.ended() || (reported && last.given() >= given);
        }
    }

    void addReader(int subtask) {
        readers.put(subtask, new View());
    }

    void removeReader(int subtask) {
        readers.remove(subtask);
    }

    void assign(int subtask, int splits) {
        readers.computeIfAbsent(subtask, key -> new View()).given += splits;
    }

    void report(int subtask, Report report, JobClock clock) {
        View view = readers.computeIfAbsent(subtask, key -> new View());
        view.unanswered = 0;
        view.reported = true;
        view.spoke |= report.accepted();
        view.last = report;
        if (report.heard() && !report.ended()) {
            clock.heard();
        }
    }

    boolean hasEnded(int subtask) {
        View view = readers.get(subtask);
        return view != null && view.last.ended();
    }

    /** The next tick at {@code nowMs} of the wall clock, for a source of {@code parallelism} readers. */
    Tick tick(JobClock clock, long nowMs, int parallelism) {
        long activeMs = clock.read(nowMs);
        if (!started) {
            started = true;
            startedAtActiveMs = activeMs;
            spokeAtMs = nowMs;
        }
        long least = leastActive(parallelism);
        clock.publish(name, least);
        long floor = least;
        if (least == JobClock.NONE) {
            boolean everIdle = hasPartitions() || activeMs - startedAtActiveMs >= source.idleAfterMs();
            floor = everIdle ? clock.leastOfOthers(name) : Long.MIN_VALUE;
        }
        Tick tick = new Tick(activeMs, floor == JobClock.NONE ? Long.MIN_VALUE : floor, quietFloor(nowMs));
        readers.values().forEach(view -> view.unanswered++);
        return tick;
    }

    /** {@link JobClock#NONE} if all partitions are idle, {@link Long#MIN_VALUE} if not all are known. */
    private long leastActive(int parallelism) {
        if (readers.size() < parallelism) {
            return Long.MIN_VALUE;
        }
        long least = JobClock.NONE;
        for (View view : readers.values()) {
            least = Math.min(least, view.isKnown() ? view.last.times().leastActive() : Long.MIN_VALUE);
        }
        return least;
    }

    private boolean hasPartitions() {
        return readers.values().stream().anyMatch(view -> view.last.partitions() > 0);
    }

    private long quietFloor(long nowMs) {
        if (source.quietAfterMs() == 0) {
            return Long.MIN_VALUE;
        }
        long least = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        for (View view : readers.values()) {
            boolean blocked = !view.last.ended() && (view.unanswered > UNANSWERED || !view.isKnown());
            if (view.spoke || blocked) {
                view.spoke = false;
                spokeAtMs = nowMs;
                quietBase = Long.MIN_VALUE;
            }
            least = Math.min(least, view.last.times().least());
            highest = Math.max(highest, view.last.times().highest());
        }
        long quietMs = nowMs - spokeAtMs - source.quietAfterMs();
        if (quietMs < 0 || highest == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        if (quietBase == Long.MIN_VALUE) {
            quietBase = least;
        }
        return Math.min(quietBase + quietMs, highest + source.horizonMs());
    }
}
