package io.tidemark.time;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.Origin;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * The watermark of one source in a replay, where time is driven by the records alone: after each accepted event the
 * least watermark of the partitions seen so far, if it is higher than the last. No clock, no idleness.
 */
public final class ReplayWatermarks implements WatermarkGenerator<Decoded> {
    private final long outOfOrdernessMs;
    private final Map<Integer, Long> partitions = new HashMap<>();
    private long emitted = Long.MIN_VALUE;

    /** Watermarks that stay behind by {@code outOfOrderness}, 0 or more, and 1 ms. */
    public ReplayWatermarks(Duration outOfOrderness) {
        this.outOfOrdernessMs = outOfOrderness.toMillis();
    }

    @Override
    public void onEvent(Decoded decoded, long timestamp, WatermarkOutput output) {
        Event event = decoded.event();
        if (event == null) {
            return;
        }
        Origin origin = event.origin();
        int partition = origin == null ? -1 : origin.partition();
        partitions.merge(partition, BoundedOutOfOrderness.behind(event.time(), outOfOrdernessMs), Math::max);
        long least = Long.MAX_VALUE;
        for (long watermark : partitions.values()) {
            least = Math.min(least, watermark);
        }
        if (least > emitted) {
            emitted = least;
            output.emitWatermark(new Watermark(least));
        }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        // All is emitted with the records.
    }
}
