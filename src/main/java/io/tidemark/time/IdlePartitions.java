package io.tidemark.time;

import io.tidemark.event.Decoded;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarksWithIdleness;
import org.apache.flink.util.clock.RelativeClock;

/**
 * Flink's idleness, for which only accepted events are a sign of life: a partition of nothing but rejected records would
 * else hold the time of all others back for ever.
 */
final class IdlePartitions implements WatermarkGenerator<Decoded> {
    private final WatermarksWithIdleness<Decoded> watermarks;

    IdlePartitions(WatermarkGenerator<Decoded> watermarks, Duration idleAfter, RelativeClock clock) {
        this.watermarks = new WatermarksWithIdleness<>(watermarks, idleAfter, clock);
    }

    @Override
    public void onEvent(Decoded decoded, long timestamp, WatermarkOutput output) {
        if (decoded.event() != null) {
            watermarks.onEvent(decoded, timestamp, output);
        }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        watermarks.onPeriodicEmit(output);
    }
}
