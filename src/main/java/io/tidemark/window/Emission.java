package io.tidemark.window;

import java.io.Serializable;

/**
 * When a window's rows come out.
 *
 * @param latenessMs how long a window stays open after its end, in milliseconds
 * @param whenClosed whether the only row comes out when the window closes
 * @param earlyMs the interval of early rows, or 0 for none
 */
public record Emission(long latenessMs, boolean whenClosed, long earlyMs) implements Serializable {
    /** Whether a window can have more than one row. */
    boolean revises() {
        return !whenClosed && latenessMs > 0 || earlyMs > 0;
    }

    /** When the window that ends at {@code end} has its row: at this watermark. */
    long fires(long end) {
        return whenClosed ? closes(end) : end - 1;
    }

    /** When the window that ends at {@code end} takes no more events: at this watermark. */
    long closes(long end) {
        long closes = end - 1 + latenessMs;
        return closes < end - 1 ? Long.MAX_VALUE - 1 : closes;
    }

    /** The last end whose window has had its row once the watermark is {@code watermark}. */
    long firedThrough(long watermark) {
        return whenClosed ? closedThrough(watermark) : watermark + 1;
    }

    /** The last end whose window takes no more events once the watermark is {@code watermark}. */
    long closedThrough(long watermark) {
        // Before the first watermark, time stands at the least long there is.
        return watermark < Long.MIN_VALUE + latenessMs ? Long.MIN_VALUE : watermark + 1 - latenessMs;
    }
}
