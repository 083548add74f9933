package io.tidemark.time;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * How a source's time moves: each partition's watermark is its highest accepted event time − the out-of-orderness −
 * 1 ms, and Flink takes the least of the partitions that are not idle. Rejected and skipped records move nothing. Idle
 * time is measured on Flink's own clock, which stands still while the job is under back pressure.
 */
public final class EventTimeStrategy implements WatermarkStrategy<Decoded> {
    private static final long serialVersionUID = 1;

    private final Duration outOfOrderness;
    private final Duration idleAfter;

    /**
     * @param outOfOrderness how far behind the highest event time the watermark stays, 0 or more
     * @param idleAfter after how long without an accepted event a partition no longer holds time back, over 0
     */
    public EventTimeStrategy(Duration outOfOrderness, Duration idleAfter) {
        if (outOfOrderness.isNegative()) {
            throw new IllegalArgumentException("out-of-orderness " + outOfOrderness + "; allowed are 0 and more");
        }
        if (idleAfter.isNegative() || idleAfter.isZero()) {
            throw new IllegalArgumentException("idle-after " + idleAfter + "; allowed is more than 0");
        }
        this.outOfOrderness = outOfOrderness;
        this.idleAfter = idleAfter;
    }

    @Override
    public WatermarkGenerator<Decoded> createWatermarkGenerator(WatermarkGeneratorSupplier.Context context) {
        return new IdlePartitions(
                new BoundedOutOfOrderness(outOfOrderness.toMillis()), idleAfter, context.getInputActivityClock());
    }

    @Override
    public TimestampAssigner<Decoded> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
        return EventTimeStrategy::timestamp;
    }

    /** The event's time; of a record without an event, the record's own. */
    private static long timestamp(Decoded decoded, long recordTimestamp) {
        Event event = decoded.event();
        return event == null ? recordTimestamp : event.time();
    }
}
