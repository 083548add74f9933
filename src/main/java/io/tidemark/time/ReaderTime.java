package io.tidemark.time;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The time of one reader: that of its partitions, and which of them are idle. A reader that cannot pass its records on,
 * because of back pressure, hears nothing and yet is not silent: the time between two ticks which it could not answer
 * does not count.
 */
final class ReaderTime {
    private final SourceTime source;
    private final JobTime job;
    private final Map<String, SplitTime> splits = new LinkedHashMap<>();
    private @Nullable Tick pending;
    private long blockedMs;
    private int given;
    private boolean heard;
    private boolean accepted;
    private long floorWithoutSplits = Long.MIN_VALUE;
    private long ceiling;
    private boolean unsettled = true;
    private boolean allWait;

    ReaderTime(SourceTime source, JobTime job) {
        this.source = source;
        this.job = job;
        this.ceiling = job.aligned() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** Which partitions begin to wait for others, and which need not any longer. */
    record Turn(List<String> stopped, List<String> resumed) {
        boolean isNone() {
            return stopped.isEmpty() && resumed.isEmpty();
        }
    }

    /** @param restored whether it came with the reader's own state, not from the enumerator */
    SplitTime add(TimedSplit<?> split, boolean restored) {
        given += restored ? 0 : 1;
        SplitTime time = new SplitTime(split, source.outOfOrdernessMs());
        splits.put(split.splitId(), time);
        unsettled = true;
        return time;
    }

    void remove(String splitId) {
        splits.remove(splitId);
        unsettled = true;
    }

    @Nullable
    SplitTime find(String splitId) {
        return splits.get(splitId);
    }

    Map<String, SplitTime> splits() {
        return splits;
    }

    /** An accepted event of {@code time} has come from {@code split}. */
    void accept(SplitTime split, long time) {
        split.accept(time);
        if (job.aligned() && split.isAhead(ceiling)) {
            unsettled = true;
        }
    }

    /** Whether {@link #align()} may have something to say. */
    boolean isUnsettled() {
        return unsettled;
    }

    /** Lets partitions wait that are ahead of the others, and those go on that are not any longer. */
    Turn align() {
        unsettled = false;
        List<String> stopped = new ArrayList<>();
        List<String> resumed = new ArrayList<>();
        allWait = !splits.isEmpty();
        splits.forEach((id, split) -> {
            boolean ahead = split.isAhead(ceiling);
            if (ahead != split.isPaused()) {
                split.paused(ahead);
                (ahead ? stopped : resumed).add(id);
            }
            allWait &= ahead;
        });
        return new Turn(stopped, resumed);
    }

    /** Whether there is nothing to be read until others have gone on. */
    boolean waits() {
        return allWait;
    }

    /** A record has come, or might if it were asked for; {@code event} if it made an accepted event. */
    void heard(boolean event) {
        heard = true;
        accepted |= event;
    }

    /** Keeps {@code tick} until it is applied; if the one before has not been, this reader is blocked. */
    void offer(Tick tick) {
        if (pending != null) {
            blockedMs += tick.activeMs() - pending.activeMs();
        }
        pending = tick;
    }

    /** Lifts what the tick says is to be lifted and tells how things stand then; null without a tick. */
    @Nullable
    Report apply() {
        Tick tick = pending;
        if (tick == null) {
            return null;
        }
        pending = null;
        for (SplitTime split : splits.values()) {
            split.pass(tick.activeMs() - blockedMs, source.idleAfterMs());
            split.lift(split.isIdle() ? Math.max(tick.idleFloor(), tick.quietFloor()) : tick.quietFloor());
            heard |= split.isPaused();
            accepted |= split.isPaused();
        }
        ceiling = tick.ceiling();
        unsettled |= job.aligned();
        floorWithoutSplits = Math.max(floorWithoutSplits, Math.max(tick.idleFloor(), tick.quietFloor()));
        Report report = new Report(given, splits.size(), heard, accepted, times());
        heard = false;
        accepted = false;
        return report;
    }

    /** The watermark of a reader without partitions, which follows the others; {@link Long#MIN_VALUE} if unknown. */
    long floorWithoutSplits() {
        return floorWithoutSplits;
    }

    private Report.Times times() {
        long leastActive = Long.MAX_VALUE;
        long least = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        for (SplitTime split : splits.values()) {
            long watermark = split.watermark();
            if (!split.isIdle()) {
                leastActive = Math.min(leastActive, watermark);
            }
            if (watermark != Long.MIN_VALUE) {
                least = Math.min(least, watermark);
            }
            highest = Math.max(highest, split.highest());
        }
        return new Report.Times(leastActive, least, highest);
    }
}
