package io.tidemark.window;

/**
 * Cells for sessions: no longer than the gap, so that their events are in one session whatever else comes. They leave
 * before the watermark reaches their first event: an event behind time is saved by a session that it touches, so the
 * window has to know of that session by then.
 */
public final class SessionCells implements PartialCells {
    private static final long serialVersionUID = 1;
    /** A cell lives for the disorder less its own length; of common disorders this is a small part. */
    private static final long LONGEST_MS = 1_000;

    private final long lengthMs;

    /** @param gapMs events at most so far apart are together, in milliseconds */
    public SessionCells(long gapMs) {
        this.lengthMs = Math.min(gapMs, LONGEST_MS);
    }

    @Override
    public long cell(long time) {
        return Math.floorDiv(time, lengthMs);
    }

    @Override
    public long heldUntil(long cell) {
        return cell * lengthMs - 1;
    }
}
