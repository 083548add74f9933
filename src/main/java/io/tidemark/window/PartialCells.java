package io.tidemark.window;

import java.io.Serializable;

/**
 * The parts of time whose events a window may get put together. Cells are numbered in order of time.
 *
 * <p>Events of one cell belong to the same windows, and while the watermark is before {@link #heldUntil} no result
 * depends on which of them have arrived: so they may arrive at the window as one, if they do so before.
 */
public interface PartialCells extends Serializable {
    /** The cell that holds {@code time}. */
    long cell(long time);

    /** The watermark from which on an event of the cell has to arrive on its own. Rises with the cell. */
    long heldUntil(long cell);

    /**
     * Whether an event may turn out late once the watermark is {@code watermark}, so that it has to arrive on its own.
     *
     * @param time of the event
     * @param cell that holds it
     */
    default boolean mayBeLate(long time, long cell, long watermark) {
        return heldUntil(cell) <= watermark;
    }
}
