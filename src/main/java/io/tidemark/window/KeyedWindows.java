package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Key;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The windows of all keys: an index and numbered accumulators each, in keyed state behind a cache on the heap. What
 * changes is written to state before a checkpoint and when its key leaves the cache, so that most windows open, grow and
 * close without a read or a write of RocksDB. The cache is bounded; above that its keys take turns to leave, and what was
 * asked for since its last turn is passed over ("second chance"), each accumulator on its own, as a key may have thousands.
 *
 * @param <I> the index
 */
final class KeyedWindows<I extends KeyIndex> {
    /** The names of the states. */
    static final String INDEX = "index";

    static final String ACCUMULATORS = "accumulators";

    private static final int KEY_BYTES = 300;
    private static final int ENTRY_BYTES = 80;
    /** A full cache lets so much go at a time: enough for more than one key, little enough for a barrier to wait for. */
    private static final double LEAVING = 1.0 / 256;

    private final KeyedStateBackend<Key> backend;
    private final ValueState<I> indexes;
    private final MapState<Long, WindowAccumulator> accumulators;
    private final TypeSerializer<I> indexSerializer;
    private final TypeSerializer<WindowAccumulator> serializer;
    private final Supplier<I> newIndex;
    private final LongSupplier bound;
    private final Map<Key, OfKey> cache = new HashMap<>();
    /** The keys of the cache, the one whose turn it is first. */
    private final Deque<OfKey> turns = new ArrayDeque<>();

    private final DataOutputSerializer written = new DataOutputSerializer(256);
    private long bytes;

    /**
     * @param backend where the state is; its current key is the one asked for
     * @param indexSerializer of the indexes
     * @param serializer of the accumulators
     * @param newIndex makes the index of a key that has none
     * @param bound about how many bytes the cache may take
     */
    KeyedWindows(
            KeyedStateBackend<Key> backend,
            TypeSerializer<I> indexSerializer,
            TypeSerializer<WindowAccumulator> serializer,
            Supplier<I> newIndex,
            LongSupplier bound)
            throws Exception {
        this.backend = backend;
        this.indexSerializer = indexSerializer;
        this.serializer = serializer;
        this.newIndex = newIndex;
        this.bound = bound;
        this.indexes = backend.getPartitionedState(
                VoidNamespace.INSTANCE,
                VoidNamespaceSerializer.INSTANCE,
                new ValueStateDescriptor<>(INDEX, indexSerializer));
        this.accumulators = backend.getPartitionedState(
                VoidNamespace.INSTANCE,
                VoidNamespaceSerializer.INSTANCE,
                new MapStateDescriptor<>(ACCUMULATORS, LongSerializer.INSTANCE, serializer));
    }

    private static final class Entry {
        WindowAccumulator accumulator;
        boolean changed;
        boolean isInState;
        boolean used;
        int bytes;

        Entry(WindowAccumulator accumulator, boolean changed, boolean isInState) {
            this.accumulator = accumulator;
            this.changed = changed;
            this.isInState = isInState;
        }
    }

    /** The windows of one key. Until another key is asked for, all calls are about the current key of the backend. */
    final class OfKey implements NumberedAccumulators {
        private final Key key;
        private final I index;
        private final Map<Long, Entry> entries = new HashMap<>(4);
        private boolean changed;
        private boolean indexIsChanged;
        private boolean indexIsInState;
        private boolean used;
        private int indexBytes;
        private @Nullable RunningRange running;
        private int runningBytes;

        private OfKey(Key key, I index, boolean indexIsInState) {
            this.key = key;
            this.index = index;
            this.indexIsInState = indexIsInState;
        }

        /** To be changed at will, followed by {@link #keep()}. */
        I index() {
            return index;
        }

        /** Notes that the index has changed. */
        void keep() throws Exception {
            changed = true;
            indexIsChanged = true;
            bytes -= indexBytes;
            indexBytes = index.heapBytes();
            bytes += indexBytes;
            if (index.isEmpty() && indexIsInState) {
                indexes.clear();
                indexIsInState = false;
            }
            long most = bound.getAsLong();
            if (bytes > most) {
                shrink((long) (most * (1 - LEAVING)));
            }
        }

        @Override
        public @Nullable WindowAccumulator get(long number) throws Exception {
            Entry entry = entries.get(number);
            if (entry != null) {
                entry.used = true;
                return entry.accumulator;
            }
            // What is not cached is in state or nowhere; a key without an index has nothing in state.
            WindowAccumulator kept = indexIsInState ? accumulators.get(number) : null;
            if (kept == null) {
                return null;
            }
            Entry read = new Entry(unshared(kept, serializer), false, true);
            entries.put(number, read);
            weigh(read);
            return read.accumulator;
        }

        @Override
        public void put(long number, WindowAccumulator accumulator) {
            Entry entry = entries.get(number);
            if (entry == null) {
                entry = new Entry(accumulator, true, false);
                entries.put(number, entry);
            } else {
                entry.accumulator = accumulator;
                entry.changed = true;
                entry.used = true;
            }
            weigh(entry);
            changed = true;
        }

        @Override
        public void remove(long number) throws Exception {
            Entry entry = entries.remove(number);
            if (entry != null) {
                bytes -= entry.bytes;
            }
            if (entry == null ? indexIsInState : entry.isInState) {
                accumulators.remove(number);
            }
        }

        @Override
        public @Nullable RunningRange running() {
            return running;
        }

        @Override
        public void keepRunning(@Nullable RunningRange now) {
            int nowBytes = now == null ? 0 : ENTRY_BYTES + now.events.heapBytes();
            bytes += nowBytes - runningBytes;
            runningBytes = nowBytes;
            running = now;
        }

        @Override
        public int bytes(WindowAccumulator accumulator) throws IOException {
            written.clear();
            serializer.serialize(accumulator, written);
            return written.length();
        }
    }

    private void weigh(Entry entry) {
        int now = ENTRY_BYTES + entry.accumulator.heapBytes();
        bytes += now - entry.bytes;
        entry.bytes = now;
    }

    /** On the heap backend, state hands out and keeps the very objects, which a checkpoint may be reading. */
    private <T> T unshared(T value, TypeSerializer<T> serializer) {
        return backend.isSafeToReuseKVState() ? value : serializer.copy(value);
    }

    /** The windows of the backend's current key. */
    OfKey current() throws Exception {
        Key key = backend.getCurrentKey();
        OfKey known = cache.get(key);
        if (known == null) {
            I index = indexes.value();
            known = new OfKey(key, index == null ? newIndex.get() : unshared(index, indexSerializer), index != null);
            cache.put(key, known);
            turns.addLast(known);
            bytes += KEY_BYTES;
        } else {
            known.used = true;
        }
        return known;
    }

    private void shrink(long to) throws Exception {
        Key current = backend.getCurrentKey();
        for (int most = 2 * turns.size(); most > 0 && bytes > to; most--) {
            OfKey windows = turns.removeFirst();
            if (!takeTurn(windows, to, current)) {
                turns.addLast(windows);
            }
        }
        backend.setCurrentKey(current);
    }

    /** Lets what was not used lately go; whether the key itself has gone. */
    private boolean takeTurn(OfKey windows, long to, Key current) throws Exception {
        if (!windows.used) {
            windows.keepRunning(null);
        }
        leave(windows, to);
        if (windows.used && !windows.index.isEmpty()) {
            windows.used = false;
            return false;
        }
        if (bytes <= to || !windows.entries.isEmpty() || windows.key.equals(current)) {
            return false;
        }
        write(windows);
        cache.remove(windows.key);
        bytes -= KEY_BYTES + windows.indexBytes;
        return true;
    }

    private void leave(OfKey windows, long to) throws Exception {
        Iterator<Map.Entry<Long, Entry>> entries = windows.entries.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<Long, Entry> numbered = entries.next();
            Entry entry = numbered.getValue();
            if (entry.used) {
                entry.used = false;
            } else if (bytes > to) {
                if (entry.changed) {
                    backend.setCurrentKey(windows.key);
                    write(numbered);
                    writeIndex(windows);
                }
                entries.remove();
                bytes -= entry.bytes;
            }
        }
    }

    /** Writes to state what has changed, before a checkpoint. The backend has another current key afterwards. */
    void write() throws Exception {
        for (OfKey windows : cache.values()) {
            write(windows);
        }
    }

    private void write(OfKey windows) throws Exception {
        if (!windows.changed) {
            return;
        }
        backend.setCurrentKey(windows.key);
        for (Map.Entry<Long, Entry> numbered : windows.entries.entrySet()) {
            if (numbered.getValue().changed) {
                write(numbered);
            }
        }
        writeIndex(windows);
        windows.changed = false;
    }

    private void write(Map.Entry<Long, Entry> numbered) throws Exception {
        Entry entry = numbered.getValue();
        accumulators.put(numbered.getKey(), unshared(entry.accumulator, serializer));
        entry.changed = false;
        entry.isInState = true;
    }

    private void writeIndex(OfKey windows) throws Exception {
        if (!windows.index.isEmpty() && windows.indexIsChanged) {
            indexes.update(unshared(windows.index, indexSerializer));
            windows.indexIsInState = true;
            windows.indexIsChanged = false;
        }
    }
}
