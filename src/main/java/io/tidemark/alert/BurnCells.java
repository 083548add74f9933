package io.tidemark.alert;

import io.tidemark.window.PartialCells;

/**
 * The steps of a burn rate: events of a key and step count as one. An event behind time has no effect even if its step has
 * not ended, so it arrives on its own.
 */
public final class BurnCells implements PartialCells {
    private static final long serialVersionUID = 1;

    private final long stepMs;

    /** @param stepMs the length of a step, in milliseconds */
    public BurnCells(long stepMs) {
        this.stepMs = stepMs;
    }

    @Override
    public long cell(long time) {
        return Math.floorDiv(time, stepMs);
    }

    @Override
    public long heldUntil(long cell) {
        return (cell + 1) * stepMs - 1;
    }

    @Override
    public boolean mayBeLate(long time, long cell, long watermark) {
        return time <= watermark;
    }
}
