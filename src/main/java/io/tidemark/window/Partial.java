package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Key;

/** What the events of a key and cell contribute together, while it is held. */
final class Partial {
    final Key key;
    final WindowAccumulator accumulator;
    long first;
    long last;
    int bytes;
    boolean used;

    Partial(Key key, WindowAccumulator accumulator, long first, long last) {
        this.key = key;
        this.accumulator = accumulator;
        this.first = first;
        this.last = last;
    }

    WindowInput toInput() {
        return WindowInput.ofPartial(key, first, last, accumulator);
    }
}
