package io.tidemark.alert;

import io.tidemark.event.Key;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;

/**
 * What is known of all keys, in keyed state behind a cache on the heap: a key whose events come all the time is read and
 * written once a checkpoint, not with each of them. The cache is bounded; above that its keys take turns to leave, and one
 * that was asked for since its last turn is passed over ("second chance").
 */
final class BurnStates {
    /** The state. */
    static final ValueStateDescriptor<BurnState> DESCRIPTOR =
            new ValueStateDescriptor<>("burn", new BurnStateSerializer());

    private static final int ENTRY_BYTES = 200;
    /** A full cache lets so much go at a time: enough for more than one key, little enough for a barrier to wait for. */
    private static final double LEAVING = 1.0 / 256;

    private final KeyedStateBackend<Key> backend;
    private final ValueState<BurnState> inState;
    private final Supplier<BurnState> fresh;
    private final LongSupplier bound;
    /** The one whose turn it is first. */
    private final LinkedHashMap<Key, Entry> cache = new LinkedHashMap<>();

    private long bytes;

    /** One key. */
    private static final class Entry {
        final BurnState state;
        boolean isInState;
        boolean changed;
        boolean used;
        int bytes;

        Entry(BurnState state, boolean isInState) {
            this.state = state;
            this.isInState = isInState;
        }
    }

    /**
     * @param backend where the state is; its current key is the one asked for
     * @param fresh makes what is known of a key that nothing is known of
     * @param bound about how many bytes the cache may take
     */
    BurnStates(KeyedStateBackend<Key> backend, Supplier<BurnState> fresh, LongSupplier bound) throws Exception {
        this.backend = backend;
        this.fresh = fresh;
        this.bound = bound;
        this.inState =
                backend.getPartitionedState(VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, DESCRIPTOR);
    }

    /** What is known of the backend's current key, to be changed at will, followed by {@link #keep}. */
    BurnState current() throws Exception {
        Key key = backend.getCurrentKey();
        Entry known = cache.get(key);
        if (known == null) {
            BurnState kept = inState.value();
            known = new Entry(kept == null ? fresh.get() : unshared(kept), kept != null);
            cache.put(key, known);
        } else {
            known.used = true;
        }
        return known.state;
    }

    /** Notes that what is known of the current key has changed; what says nothing any more is forgotten. */
    void keep() throws Exception {
        Key key = backend.getCurrentKey();
        Entry entry = cache.get(key);
        if (entry == null) {
            throw new IllegalStateException("a key that was not asked for");
        }
        if (entry.state.isEmpty()) {
            if (entry.isInState) {
                inState.clear();
            }
            cache.remove(key);
            bytes -= entry.bytes;
            return;
        }
        entry.changed = true;
        int now = ENTRY_BYTES + entry.state.heapBytes();
        bytes += now - entry.bytes;
        entry.bytes = now;
        long most = bound.getAsLong();
        if (bytes > most) {
            shrink((long) (most * (1 - LEAVING)));
            backend.setCurrentKey(key);
        }
    }

    private void shrink(long to) throws Exception {
        for (int most = 2 * cache.size(); most > 0 && bytes > to; most--) {
            Map.Entry<Key, Entry> first = cache.entrySet().iterator().next();
            Key key = first.getKey();
            Entry entry = first.getValue();
            cache.remove(key);
            if (entry.used) {
                entry.used = false;
                cache.put(key, entry);
            } else {
                write(key, entry);
                bytes -= entry.bytes;
            }
        }
    }

    /** Writes to state what has changed, before a checkpoint. The backend has another current key afterwards. */
    void write() throws Exception {
        for (Map.Entry<Key, Entry> entry : cache.entrySet()) {
            write(entry.getKey(), entry.getValue());
        }
    }

    private void write(Key key, Entry entry) throws Exception {
        if (entry.changed) {
            backend.setCurrentKey(key);
            inState.update(unshared(entry.state));
            entry.changed = false;
            entry.isInState = true;
        }
    }

    /** On the heap backend, state hands out and keeps the very objects, which a checkpoint may be reading. */
    private BurnState unshared(BurnState state) {
        return backend.isSafeToReuseKVState() ? state : state.copy();
    }
}
