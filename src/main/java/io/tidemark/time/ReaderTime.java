package io.tidemark.time;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The time of one reader: that of its partitions, and which of them are idle. A reader that cannot pass its records on,
 * because of back pressure, hears nothing and yet is not silent: the time between two ticks which it could not answer
 * does not count.
 */
final class ReaderTime {
    private final SourceTime source;
    private final Map<String, SplitTime> splits = new LinkedHashMap<>();
    private @Nullable Tick pending;
    private long blockedMs;
    private int given;
    private boolean heard;
    private boolean accepted;
    private long floorWithoutSplits = Long.MIN_VALUE;

    ReaderTime(SourceTime source) {
        this.source = source;
    }

    /** @param restored whether it came with the reader's own state, not from the enumerator */
    SplitTime add(TimedSplit<?> split, boolean restored) {
        given += restored ? 0 : 1;
        SplitTime time = new SplitTime(split, source.outOfOrdernessMs());
        splits.put(split.splitId(), time);
        return time;
    }

    void remove(String splitId) {
        splits.remove(splitId);
    }

    @Nullable
    SplitTime find(String splitId) {
        return splits.get(splitId);
    }

    Map<String, SplitTime> splits() {
        return splits;
    }

    void pause(Collection<String> stopped, Collection<String> resumed) {
        stopped.forEach(id -> pause(id, true));
        resumed.forEach(id -> pause(id, false));
    }

    private void pause(String id, boolean waits) {
        SplitTime split = splits.get(id);
        if (split != null) {
            split.paused(waits);
        }
    }

    /** A record has come, or might if it were asked for; {@code event} if it made an accepted event. */
    void heard(boolean event) {
        heard = true;
        accepted |= event;
    }

    /** Keeps {@code tick} until it is applied; true if the one before has not been, so that this reader is blocked. */
    boolean offer(Tick tick) {
        boolean blocked = pending != null;
        if (pending != null) {
            blockedMs += tick.activeMs() - pending.activeMs();
        }
        pending = tick;
        return blocked;
    }

    boolean hasTick() {
        return pending != null;
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
        }
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
