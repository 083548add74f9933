package io.tidemark.aggregate;

import io.tidemark.event.Event;

/**
 * What is known of the events of one window, or of a part of it: an accumulator per slot of its {@link AggregateLayout},
 * which alone reads and changes them. Not safe for use by several threads while it changes.
 */
public final class WindowAccumulator {
    /** The number of events counted, whether or not any aggregate's filter took them. */
    public long eventCount;

    /** The greatest {@link Event#readTime()} of the events counted; {@link Event#NOT_REPLAYED} if there is none. */
    public long readTime = Event.NOT_REPLAYED;

    private final Accumulator[] slots;

    WindowAccumulator(Accumulator[] slots) {
        this.slots = slots;
    }

    Accumulator slot(int index) {
        return slots[index];
    }

    /** About how many bytes it takes on the heap. */
    public int heapBytes() {
        int bytes = 48 + 4 * slots.length;
        for (Accumulator slot : slots) {
            bytes += slot.heapBytes();
        }
        return bytes;
    }

    WindowAccumulator copy() {
        Accumulator[] copies = new Accumulator[slots.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = slots[i].copy();
        }
        WindowAccumulator copy = new WindowAccumulator(copies);
        copy.eventCount = eventCount;
        copy.readTime = readTime;
        return copy;
    }
}
