package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Event;
import io.tidemark.event.Key;
import org.jspecify.annotations.Nullable;

/**
 * What every window stage takes: the contribution of one event, or of several of one key and slice. Exactly one of
 * {@code values} and {@code partial} is set.
 *
 * @param key the key it belongs to
 * @param time event time in milliseconds since the epoch; of a partial, that of any of its events
 * @param readTime see {@link Event#readTime()}
 * @param values one value per input of the accumulators, or null
 * @param partial an accumulator of several events, or null
 * @param event the event itself if it may be behind time, for the late side output; null if it cannot be
 */
@SuppressWarnings("ArrayRecordComponent") // travels between operators, never compared
public record WindowInput(
        Key key,
        long time,
        long readTime,
        @Nullable Object @Nullable [] values,
        @Nullable WindowAccumulator partial,
        @Nullable Event event) {}
