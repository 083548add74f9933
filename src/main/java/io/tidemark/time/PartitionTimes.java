package io.tidemark.time;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The time of one source whose partitions are told apart, on a clock of its own: the least watermark of the partitions
 * that are not idle. It never goes back. Not thread-safe.
 */
public final class PartitionTimes {
    private final SourceTime source;
    private final QuietTime quiet;
    private final Map<Integer, Partition> partitions = new HashMap<>();
    private long clockMs;
    private long silentMs;
    private long watermark = Long.MIN_VALUE;

    private static final class Partition {
        long watermark = Long.MIN_VALUE;
        long highest = Long.MIN_VALUE;
        long heardMs;
    }

    /**
     * @param source how its time moves
     * @param declared so many partitions, from 0 on, count before anything was heard of them
     */
    public PartitionTimes(SourceTime source, int declared) {
        this.source = source;
        this.quiet = new QuietTime(source, 0);
        for (int i = 0; i < declared; i++) {
            partitions.put(i, new Partition());
        }
    }

    /** An event of {@code time} was accepted from {@code partition}. */
    public void heard(int partition, long time) {
        Partition from = partitions.computeIfAbsent(partition, it -> new Partition());
        from.watermark = Math.max(from.watermark, BoundedOutOfOrderness.behind(time, source.outOfOrdernessMs()));
        from.highest = Math.max(from.highest, time);
        quiet.spoke(silentMs);
        from.heardMs = clockMs;
        advance();
    }

    /** The clock passed by {@code millis} while something arrived, though not from this source. */
    public void waited(long millis) {
        clockMs += millis;
        advance();
    }

    /** The clock passed by {@code millis} while {@code speaking} went on giving events that move no time. */
    public void waited(long millis, int speaking) {
        clockMs += millis;
        partitions.computeIfAbsent(speaking, it -> new Partition()).heardMs = clockMs;
        quiet.spoke(silentMs);
        advance();
    }

    /** The clock passed by {@code millis} while nothing at all arrived, which makes nobody idle but the source quiet. */
    public void silent(long millis) {
        silentMs += millis;
        long least = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        for (Partition partition : partitions.values()) {
            least = partition.watermark == Long.MIN_VALUE ? least : Math.min(least, partition.watermark);
            highest = Math.max(highest, partition.highest);
        }
        long floor = quiet.floor(silentMs, Math.max(least, watermark), highest);
        partitions.values().forEach(partition -> partition.watermark = Math.max(partition.watermark, floor));
        reached(floor); // also when all are idle
        advance();
    }

    /** Time has reached {@code time}, whatever the partitions say. */
    public void reached(long time) {
        watermark = Math.max(watermark, time);
    }

    /** The watermark; {@link Long#MIN_VALUE} before the first. */
    public long watermark() {
        return watermark;
    }

    /** All that there is to know, for {@link #restore}: 16 bytes and 32 for each partition. */
    public List<Long> state() {
        List<Long> state = new ArrayList<>(List.of(clockMs, watermark));
        partitions.forEach((number, partition) ->
                state.addAll(List.of((long) number, partition.watermark, partition.highest, partition.heardMs)));
        return state;
    }

    /** Goes on from {@code state}, if there is any; that nothing has arrived counts from then on. */
    public void restore(Iterable<Long> state) {
        Iterator<Long> values = state.iterator();
        if (values.hasNext()) {
            clockMs = values.next();
            watermark = values.next();
        }
        while (values.hasNext()) {
            Partition partition = new Partition();
            partitions.put((int) (long) values.next(), partition);
            partition.watermark = values.next();
            partition.highest = values.next();
            partition.heardMs = values.next();
        }
    }

    private void advance() {
        long least = Long.MAX_VALUE;
        for (Partition partition : partitions.values()) {
            if (clockMs - partition.heardMs < source.idleAfterMs()) {
                least = Math.min(least, partition.watermark);
            }
        }
        if (least != Long.MAX_VALUE) {
            watermark = Math.max(watermark, least);
        }
    }
}
