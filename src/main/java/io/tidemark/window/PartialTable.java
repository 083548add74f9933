package io.tidemark.window;

import io.tidemark.event.Key;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Partials by key, in the order in which they came. Open addressing with linear probing (Knuth, TAOCP 6.4), the hash
 * beside the index: a look-up costs one cache miss in the table where a {@code HashMap} has one a node and key.
 */
final class PartialTable {
    private static final int MIN_SLOTS = 16;

    private Partial[] partials = new Partial[MIN_SLOTS / 2];
    private int size;
    /** Of a slot in use, the hash in the high half and the index into {@code partials} plus 1 in the low one. */
    private long[] slots = new long[MIN_SLOTS];

    @Nullable
    Partial get(Key key) {
        long hash = (long) key.hashCode() << 32;
        int mask = slots.length - 1;
        for (int at = key.hashCode() & mask; ; at = at + 1 & mask) {
            long slot = slots[at];
            if (slot == 0) {
                return null;
            }
            if ((slot ^ hash) >>> 32 == 0) {
                Partial partial = partials[(int) slot - 1];
                if (partial.key.equals(key)) {
                    return partial;
                }
            }
        }
    }

    /** Adds a partial of a key that has none. */
    void add(Partial partial) {
        if (size == partials.length) {
            partials = Arrays.copyOf(partials, 2 * size);
            slots = new long[4 * size];
            for (int i = 0; i < size; i++) {
                index(i);
            }
        }
        partials[size] = partial;
        index(size);
        size++;
    }

    private void index(int of) {
        int hash = partials[of].key.hashCode();
        int mask = slots.length - 1;
        int at = hash & mask;
        while (slots[at] != 0) {
            at = at + 1 & mask;
        }
        slots[at] = (long) hash << 32 | of + 1;
    }

    /** The one at {@code index}, from 0 to before {@link #size()}. */
    Partial at(int index) {
        return partials[index];
    }

    /** Takes out the one at {@code index}, whose place the last one takes. */
    @SuppressWarnings("NullAway") // beyond the size the array holds nulls
    Partial remove(int index) {
        Partial removed = partials[index];
        free(slotOf(index));
        size--;
        if (index < size) {
            slots[slotOf(size)] += index - size;
            partials[index] = partials[size];
        }
        partials[size] = null;
        return removed;
    }

    private int slotOf(int index) {
        int mask = slots.length - 1;
        int at = partials[index].key.hashCode() & mask;
        while ((int) slots[at] != index + 1) {
            at = at + 1 & mask;
        }
        return at;
    }

    /** Frees a slot; those behind it whose search would end there move up (Knuth, TAOCP 6.4, algorithm R). */
    private void free(int slot) {
        int mask = slots.length - 1;
        int hole = slot;
        for (int at = slot + 1 & mask; slots[at] != 0; at = at + 1 & mask) {
            int home = (int) (slots[at] >>> 32) & mask;
            if ((at - hole & mask) <= (at - home & mask)) {
                slots[hole] = slots[at];
                hole = at;
            }
        }
        slots[hole] = 0;
    }

    void forEach(Consumer<Partial> action) {
        for (int i = 0; i < size; i++) {
            action.accept(partials[i]);
        }
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
