package io.tidemark.connector;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.SideRecord;

/** Numbers the records of a replay and marks each with the highest event time that the reader had reached with it. */
final class ReplayStamp {
    private long position;
    private long readTime;

    ReplayStamp() {
        this(0, Event.NOT_REPLAYED);
    }

    ReplayStamp(long position, long readTime) {
        this.position = position;
        this.readTime = readTime;
    }

    Decoded stamp(Decoded decoded) {
        position++;
        Event event = decoded.event();
        if (event != null) {
            readTime = Math.max(readTime, event.time());
            return Decoded.accepted(event.replayed(position, readTime));
        }
        SideRecord rejected = decoded.rejected();
        return rejected == null ? decoded : Decoded.rejected(rejected.replayed(position, readTime));
    }

    /** How many records were stamped. */
    long position() {
        return position;
    }

    /** The highest event time so far. */
    long readTime() {
        return readTime;
    }
}
