package io.tidemark.spec;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a source's time moves.
 *
 * @param outOfOrderness how far a partition's watermark stays behind its highest event time
 * @param idleAfter after how long without a record a partition no longer holds time back
 * @param futureLimit how far an event may be ahead of the wall clock, or null for no limit
 * @param notBefore the earliest event time that is accepted, or null for no limit
 * @param quietAfter after how long without a record the source's time goes on by the wall clock, or null for never
 * @param maxDrift how far ahead of the slowest partition of all sources a partition of any source may be before it waits;
 *     null if this source does not ask for it
 */
public record WatermarkSpec(
        Duration outOfOrderness,
        Duration idleAfter,
        @Nullable Duration futureLimit,
        @Nullable Instant notBefore,
        @Nullable Duration quietAfter,
        @Nullable Duration maxDrift) {
    /** The defaults: 10 s, 1 min, 5 min, 2000-01-01. */
    public static final WatermarkSpec DEFAULT = new WatermarkSpec(
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Instant.parse("2000-01-01T00:00:00Z"));

    /** One whose time never goes on by the wall clock, and which waits for no other. */
    public WatermarkSpec(
            Duration outOfOrderness, Duration idleAfter, @Nullable Duration futureLimit, @Nullable Instant notBefore) {
        this(outOfOrderness, idleAfter, futureLimit, notBefore, null, null);
    }
}
