package io.tidemark.connector;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;

/** The event time of what was decoded. */
final class EventTimes {
    private EventTimes() {}

    /** The event's time, or {@link Cursor#NO_TIMESTAMP} if there is no event. */
    static long of(Decoded decoded) {
        Event event = decoded.event();
        return event == null ? Cursor.NO_TIMESTAMP : event.time();
    }
}
