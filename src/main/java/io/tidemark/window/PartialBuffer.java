package io.tidemark.window;

import io.tidemark.aggregate.AggregateLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Partial accumulators by cell and key, on the heap. Those of a cell leave together when the watermark asks for it;
 * when the buffer has grown to its bound, as many leave as it is above it, in turn, but those that events were added to
 * since their last turn are passed over ("second chance"), so that keys that repeat stay.
 */
final class PartialBuffer {
    private static final int ENTRY_BYTES = 160;
    /** So many inputs are added at a time. */
    private static final int TOGETHER = 32;

    private final AggregateLayout layout;
    private final PartialCells cells;
    private final LongSupplier bound;
    private final Consumer<WindowInput> out;
    private final TreeMap<Long, PartialTable> byCell = new TreeMap<>();

    private long recentCell;
    private @Nullable PartialTable recent;
    private long bytes;

    /** Whose turn it is to leave. */
    private long turnOfCell = Long.MIN_VALUE;

    private int turn;

    private final long[] cellOf = new long[TOGETHER];
    private final WindowInput[] inputs = new WindowInput[TOGETHER];
    private int waiting;

    /**
     * @param layout of the accumulators
     * @param cells which events may be put together
     * @param bound about how many bytes the buffer may take
     * @param out takes each partial as it leaves
     */
    PartialBuffer(AggregateLayout layout, PartialCells cells, LongSupplier bound, Consumer<WindowInput> out) {
        this.layout = layout;
        this.cells = cells;
        this.bound = bound;
        this.out = out;
    }

    /** Adds an event, which is in {@code cell}, or a partial that was in state. */
    void add(long cell, WindowInput input) {
        cellOf[waiting] = cell;
        inputs[waiting] = input;
        waiting++;
        if (waiting == TOGETHER) {
            settle();
        }
    }

    /** Adds what waits, and lets some leave if the buffer has grown to its bound. */
    void settle() {
        addWaiting();
        long most = bound.getAsLong();
        while (bytes > most) {
            takeTurn();
        }
    }

    /** In two passes, so that the processor follows many keys' references to memory at a time, not one after the other. */
    private void addWaiting() {
        Partial[] found = new Partial[waiting];
        for (int i = 0; i < waiting; i++) {
            found[i] = partial(cellOf[i], inputs[i]);
        }
        for (int i = 0; i < waiting; i++) {
            addTo(found[i], inputs[i]);
        }
        waiting = 0;
    }

    private Partial partial(long cell, WindowInput input) {
        PartialTable partials = partials(cell);
        Partial known = partials.get(input.key());
        if (known != null) {
            known.used = true;
            return known;
        }
        Partial made = new Partial(input.key(), layout.createAccumulator(), input.time(), input.lastTime());
        partials.add(made);
        return made;
    }

    private void addTo(Partial partial, WindowInput input) {
        partial.first = Math.min(partial.first, input.time());
        partial.last = Math.max(partial.last, input.lastTime());
        input.addTo(partial.accumulator, layout);
        long count = partial.accumulator.eventCount;
        if ((count & (count - 1)) == 0 || input.partial() != null) {
            // Weighed anew each time its events have doubled.
            int now = ENTRY_BYTES + partial.accumulator.heapBytes();
            bytes += now - partial.bytes;
            partial.bytes = now;
        }
    }

    private PartialTable partials(long cell) {
        PartialTable known = recent;
        if (known == null || recentCell != cell) {
            known = byCell.computeIfAbsent(cell, ignored -> new PartialTable());
            recent = known;
            recentCell = cell;
        }
        return known;
    }

    private void takeTurn() {
        Map.Entry<Long, PartialTable> next = byCell.ceilingEntry(turnOfCell);
        if (next == null) {
            turnOfCell = Long.MIN_VALUE;
            turn = 0;
            return;
        }
        if (next.getKey() != turnOfCell) {
            turnOfCell = next.getKey();
            turn = 0;
        }
        PartialTable partials = next.getValue();
        if (turn >= partials.size()) {
            turnOfCell++;
            turn = 0;
        } else if (partials.at(turn).used) {
            partials.at(turn).used = false;
            turn++;
        } else {
            emit(partials.remove(turn));
            turn++; // not at once the turn of the one that takes its place, which is new
            if (partials.isEmpty()) {
                forget(partials);
                byCell.remove(next.getKey());
            }
        }
    }

    /**
     * Lets those leave that must have left before {@code watermark} goes on.
     *
     * @param stops whether to stop, asked after each
     * @return whether all of them have left
     */
    boolean advance(long watermark, BooleanSupplier stops) {
        settle();
        while (!byCell.isEmpty() && cells.heldUntil(byCell.firstKey()) <= watermark) {
            PartialTable first = byCell.firstEntry().getValue();
            while (!first.isEmpty()) {
                emit(first.remove(first.size() - 1));
                if (stops.getAsBoolean()) {
                    return false;
                }
            }
            forget(byCell.pollFirstEntry().getValue());
        }
        return true;
    }

    private void forget(PartialTable partials) {
        if (partials == recent) {
            recent = null;
        }
    }

    /** Lets all leave. */
    void flush() {
        settle();
        while (!byCell.isEmpty()) {
            emit(byCell.pollFirstEntry().getValue());
        }
    }

    private void emit(PartialTable partials) {
        forget(partials);
        partials.forEach(this::emit);
    }

    private void emit(Partial partial) {
        bytes -= partial.bytes;
        out.accept(partial.toInput());
    }

    /** About how many bytes the buffer takes. */
    long bytes() {
        addWaiting();
        return bytes;
    }

    /** All partials held, for a checkpoint; none leaves, as the barrier has. */
    List<WindowInput> held() {
        addWaiting();
        List<WindowInput> held = new ArrayList<>();
        byCell.values().forEach(partials -> partials.forEach(partial -> held.add(partial.toInput())));
        return held;
    }
}
