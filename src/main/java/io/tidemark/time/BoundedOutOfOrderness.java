package io.tidemark.time;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * The watermark of one partition: its highest accepted event time − the out-of-orderness − 1 ms. The 1 ms since a
 * watermark says that no event of its own time will come either, and events of one time may follow each other.
 */
final class BoundedOutOfOrderness implements WatermarkGenerator<Decoded> {
    private final long outOfOrdernessMs;
    private long watermark = Long.MIN_VALUE;

    BoundedOutOfOrderness(long outOfOrdernessMs) {
        this.outOfOrdernessMs = outOfOrdernessMs;
    }

    /** The watermark behind an event of {@code time}; never below the least there is. */
    static long behind(long time, long outOfOrdernessMs) {
        long watermark = time - outOfOrdernessMs - 1;
        return watermark > time ? Long.MIN_VALUE : watermark;
    }

    @Override
    public void onEvent(Decoded decoded, long timestamp, WatermarkOutput output) {
        Event event = decoded.event();
        if (event != null) {
            watermark = Math.max(watermark, behind(event.time(), outOfOrdernessMs));
        }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        if (watermark != Long.MIN_VALUE) {
            output.emitWatermark(new Watermark(watermark));
        }
    }
}
