package io.tidemark.window;

import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Event;
import io.tidemark.event.Key;
import org.jspecify.annotations.Nullable;

/**
 * What every window stage takes: the contribution of one event, or of several of one key and {@linkplain PartialCells
 * cell}. Exactly one of {@code values} and {@code partial} is set; none of an {@linkplain #isEventAlone event alone}.
 *
 * @param key the key it belongs to
 * @param time event time in milliseconds since the epoch; of a partial, that of its first event
 * @param lastTime of a partial, the time of its last event; else {@code time}
 * @param readTime see {@link Event#readTime()}
 * @param values one value per input of the accumulators, or null
 * @param partial an accumulator of several events, or null
 * @param event the event itself if it may be behind time, for the late side output; null if it cannot be
 */
@SuppressWarnings("ArrayRecordComponent") // travels between operators, never compared
public record WindowInput(
        Key key,
        long time,
        long lastTime,
        long readTime,
        @Nullable Object @Nullable [] values,
        @Nullable WindowAccumulator partial,
        @Nullable Event event) {

    static WindowInput ofEvent(Key key, Event event, @Nullable Object[] values, boolean mayBeLate) {
        return new WindowInput(
                key, event.time(), event.time(), event.readTime(), values, null, mayBeLate ? event : null);
    }

    static WindowInput ofPartial(Key key, long first, long last, WindowAccumulator partial) {
        return new WindowInput(key, first, last, partial.readTime, null, partial, null);
    }

    /** {@code event} with nothing that it contributes: an expression fails for it, or it does not meet the condition. */
    static WindowInput ofEventAlone(Key key, Event event) {
        return new WindowInput(key, event.time(), event.time(), event.readTime(), null, null, event);
    }

    /** Whether this is an event that contributes nothing, and only has to be asked whether it is late. */
    public boolean isEventAlone() {
        return values == null && partial == null;
    }

    /** How many events it holds. */
    public long eventCount() {
        return partial == null ? 1 : partial.eventCount;
    }

    /** Adds what it contributes. */
    void addTo(WindowAccumulator accumulator, AggregateLayout layout) {
        if (partial != null) {
            layout.merge(accumulator, partial);
        } else if (values != null) {
            layout.add(accumulator, values);
            accumulator.readTime = Math.max(accumulator.readTime, readTime);
        }
    }
}
