package io.tidemark.time;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a source's enumerator knows of its readers' times, and what follows for the next {@link Tick}. */
final class EnumeratorTime {
    /** A reader that has left more ticks than this without an answer is blocked. */
    private static final int UNANSWERED = 3;

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final SourceId id;
    private final SourceTime source;
    private final JobTime job;
    private final Map<Integer, View> readers = new HashMap<>();
    private @Nullable QuietTime quiet;
    private long startedAtActiveMs;

    EnumeratorTime(SourceId id, SourceTime source, JobTime job) {
        this.id = id;
        this.source = source;
        this.job = job;
    }

    /** Joins {@code clock}: until its readers are known nobody runs ahead of this source. */
    void join(JobClock clock) {
        clock.publish(id, UNKNOWN, UNKNOWN);
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
        QuietTime silence = quiet;
        if (silence == null) {
            silence = new QuietTime(source, nowMs);
            quiet = silence;
            startedAtActiveMs = activeMs;
        }
        boolean waitedLong = activeMs - startedAtActiveMs >= source.idleAfterMs();
        boolean known = hasPartitions() || waitedLong;
        long least = leastActive(parallelism, waitedLong);
        clock.publish(id, least, least == JobClock.NONE && !known ? UNKNOWN : least);
        long floor = least;
        if (least == JobClock.NONE) {
            floor = known ? clock.leastOfOthers(id) : UNKNOWN;
        }
        Tick tick = new Tick(
                activeMs, floor == JobClock.NONE ? UNKNOWN : floor, quietFloor(silence, nowMs), ceiling(clock));
        readers.values().forEach(view -> view.unanswered++);
        return tick;
    }

    /**
     * {@link JobClock#NONE} if all partitions are idle, unknown if not all are known. A source that had come to its end
     * before the job was started again has no readers any more, which is known after as long as a partition may be silent.
     */
    private long leastActive(int parallelism, boolean waitedLong) {
        if (readers.size() < parallelism) {
            return readers.isEmpty() && waitedLong ? JobClock.NONE : UNKNOWN;
        }
        long least = JobClock.NONE;
        for (View view : readers.values()) {
            least = Math.min(least, view.isKnown() ? view.last.times().leastActive() : UNKNOWN);
        }
        return least;
    }

    private boolean hasPartitions() {
        return readers.values().stream().anyMatch(view -> view.last.partitions() != 0);
    }

    /** The watermark that is the allowed drift ahead of the slowest partition of all sources. */
    private long ceiling(JobClock clock) {
        long slowest = clock.slowest();
        long ceiling = slowest + job.maxDriftMs();
        return !job.aligned() || ceiling < slowest ? Long.MAX_VALUE : ceiling;
    }

    private long quietFloor(QuietTime quiet, long nowMs) {
        long least = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        for (View view : readers.values()) {
            boolean blocked = !view.last.ended() && (view.unanswered > UNANSWERED || !view.isKnown());
            if (view.spoke || blocked) {
                view.spoke = false;
                quiet.spoke(nowMs);
            }
            least = Math.min(least, view.last.times().least());
            highest = Math.max(highest, view.last.times().highest());
        }
        return quiet.floor(nowMs, least, highest);
    }
}
