package io.tidemark.time;

import java.time.Duration;
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
    private final long outOfOrdernessMs;
    private final long idleAfterMs;
    private final Map<Integer, Partition> partitions = new HashMap<>();
    private long clockMs;
    private long watermark = Long.MIN_VALUE;

    private static final class Partition {
        long watermark = Long.MIN_VALUE;
        long heardMs;
    }

    /**
     * @param outOfOrderness how far a partition's watermark stays behind its highest event time, 0 or more
     * @param idleAfter after how long a partition that says nothing no longer holds time back
     * @param declared so many partitions, from 0 on, count before anything was heard of them
     */
    public PartitionTimes(Duration outOfOrderness, Duration idleAfter, int declared) {
        this.outOfOrdernessMs = outOfOrderness.toMillis();
        this.idleAfterMs = idleAfter.toMillis();
        for (int i = 0; i < declared; i++) {
            partitions.put(i, new Partition());
        }
    }

    /** An event of {@code time} was accepted from {@code partition}. */
    public void heard(int partition, long time) {
        Partition from = partitions.computeIfAbsent(partition, it -> new Partition());
        from.watermark = Math.max(from.watermark, BoundedOutOfOrderness.behind(time, outOfOrdernessMs));
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

    /** All that there is to know, for {@link #restore}: 16 bytes and 24 for each partition. */
    public List<Long> state() {
        List<Long> state = new ArrayList<>(List.of(clockMs, watermark));
        partitions.forEach(
                (number, partition) -> state.addAll(List.of((long) number, partition.watermark, partition.heardMs)));
        return state;
    }

    /** Goes on from {@code state}, if there is any. */
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
            partition.heardMs = values.next();
        }
    }

    private void advance() {
        long least = Long.MAX_VALUE;
        for (Partition partition : partitions.values()) {
            if (clockMs - partition.heardMs < idleAfterMs) {
                least = Math.min(least, partition.watermark);
            }
        }
        if (least != Long.MAX_VALUE) {
            watermark = Math.max(watermark, least);
        }
    }
}
