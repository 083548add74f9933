package io.tidemark.window;

import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Partial accumulators by cell and key, on the heap. Those of a cell leave together when the watermark asks for it;
 * when the buffer has grown to its bound, those leave that no event was added to since it last did, and then others
 * ("second chance"), so that keys that repeat stay.
 */
final class PartialBuffer {
    private static final int ENTRY_BYTES = 160;
    /** A full buffer is emptied to three quarters, so that a pass over it pays. */
    private static final double KEPT = 0.75;

    private final AggregateLayout layout;
    private final PartialCells cells;
    private final LongSupplier bound;
    private final Consumer<WindowInput> out;
    private final TreeMap<Long, Map<Key, Partial>> byCell = new TreeMap<>();

    private long recentCell;
    private @Nullable Map<Key, Partial> recent;
    private long bytes;

    private static final class Partial {
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
        Map<Key, Partial> partials = partials(cell);
        Partial partial = partials.get(input.key());
        if (partial == null) {
            WindowAccumulator accumulator = input.partial();
            partial = new Partial(
                    input.key(),
                    accumulator == null ? layout.createAccumulator() : accumulator,
                    input.time(),
                    input.lastTime());
            partials.put(input.key(), partial);
            if (accumulator == null) {
                input.addTo(partial.accumulator, layout);
            }
        } else {
            partial.used = true;
            partial.first = Math.min(partial.first, input.time());
            partial.last = Math.max(partial.last, input.lastTime());
            input.addTo(partial.accumulator, layout);
        }
        long count = partial.accumulator.eventCount;
        if ((count & (count - 1)) == 0 || input.partial() != null) {
            resize(partial);
        }
    }

    private Map<Key, Partial> partials(long cell) {
        Map<Key, Partial> known = recent;
        if (known == null || recentCell != cell) {
            known = byCell.computeIfAbsent(cell, ignored -> new HashMap<>());
            recent = known;
            recentCell = cell;
        }
        return known;
    }

    /** Weighs a partial anew, as is done each time its events have doubled. */
    private void resize(Partial partial) {
        int now = ENTRY_BYTES + partial.accumulator.heapBytes();
        bytes += now - partial.bytes;
        partial.bytes = now;
        if (bytes > bound.getAsLong()) {
            shrink((long) (bound.getAsLong() * KEPT));
        }
    }

    private void shrink(long to) {
        leave(to, true);
        leave(to, false);
    }

    private void leave(long to, boolean onlyUnused) {
        Iterator<Map<Key, Partial>> cellsLeft = byCell.values().iterator();
        while (cellsLeft.hasNext()) {
            Map<Key, Partial> partials = cellsLeft.next();
            Iterator<Partial> left = partials.values().iterator();
            while (left.hasNext()) {
                Partial partial = left.next();
                if (onlyUnused && partial.used) {
                    partial.used = false;
                } else if (bytes > to) {
                    left.remove();
                    emit(partial);
                }
            }
            if (partials.isEmpty()) {
                cellsLeft.remove();
                recent = null;
            }
        }
    }

    /** Lets those leave that must have left before {@code watermark} goes on. */
    void advance(long watermark) {
        while (!byCell.isEmpty() && cells.heldUntil(byCell.firstKey()) <= watermark) {
            emit(byCell.pollFirstEntry().getValue());
        }
    }

    /** Lets all leave. */
    void flush() {
        while (!byCell.isEmpty()) {
            emit(byCell.pollFirstEntry().getValue());
        }
    }

    private void emit(Map<Key, Partial> partials) {
        if (partials == recent) {
            recent = null;
        }
        partials.values().forEach(this::emit);
    }

    private void emit(Partial partial) {
        bytes -= partial.bytes;
        out.accept(partial.toInput());
    }

    /** About how many bytes the buffer takes. */
    long bytes() {
        return bytes;
    }

    /** All partials held, for a checkpoint. */
    List<WindowInput> held() {
        List<WindowInput> held = new ArrayList<>();
        byCell.values().forEach(partials -> partials.values().forEach(partial -> held.add(partial.toInput())));
        return held;
    }
}
