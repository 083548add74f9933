package io.tidemark.window;

import io.tidemark.event.Key;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
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

    /** Takes out the one that came last, whose slot no other's search passes. Not empty. */
    Partial removeLast() {
        Partial last = Objects.requireNonNull(partials[size - 1]);
        int mask = slots.length - 1;
        int at = last.key.hashCode() & mask;
        while ((int) slots[at] != size) {
            at = at + 1 & mask;
        }
        slots[at] = 0;
        size--;
        Arrays.fill(partials, size, size + 1, null);
        return last;
    }

    /** Asks {@code condition} once of each and lets those go of which it is true. */
    void removeIf(Predicate<Partial> condition) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            Partial partial = partials[i];
            if (!condition.test(partial)) {
                partials[kept++] = partial;
            }
        }
        Arrays.fill(partials, kept, size, null);
        Arrays.fill(slots, 0);
        size = kept;
        for (int i = 0; i < size; i++) {
            index(i);
        }
    }

    void forEach(Consumer<Partial> action) {
        for (int i = 0; i < size; i++) {
            action.accept(partials[i]);
        }
    }

    boolean isEmpty() {
        return size == 0;
    }
}
