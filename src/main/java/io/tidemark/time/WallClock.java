package io.tidemark.time;

import java.io.Serializable;

/** What time it is, for the only question that asks it: how far an event is in the future. */
@FunctionalInterface
public interface WallClock extends Serializable {
    /** Milliseconds since the epoch. */
    long millis();

    /** The clock of the machine. */
    static WallClock system() {
        return SystemClock.INSTANCE;
    }

    /** A clock that stands still, for a replay with a given now. */
    static WallClock fixed(long millis) {
        return new FixedClock(millis);
    }

    /** See {@link #system()}; the one place of the data side that reads it. */
    enum SystemClock implements WallClock {
        /** The only instance. */
        INSTANCE;

        @Override
        public long millis() {
            return System.currentTimeMillis();
        }
    }

    /** See {@link #fixed(long)}. */
    record FixedClock(long millis) implements WallClock {}
}
