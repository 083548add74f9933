package io.tidemark.window;

import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Key;
import io.tidemark.event.KeySerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.api.java.typeutils.runtime.TupleSerializer;

/**
 * Partials in operator state: key, time of the first and of the last event, accumulator. They are kept in chunks, since
 * Flink flushes its file and notes an offset for each element of a list.
 */
final class KeptPartials {
    private static final int CHUNK = 256;

    private final ListState<List<Tuple4<Key, Long, Long, WindowAccumulator>>> chunks;

    KeptPartials(OperatorStateStore store, AggregateLayout layout) throws Exception {
        @SuppressWarnings("unchecked")
        Class<Tuple4<Key, Long, Long, WindowAccumulator>> type =
                (Class<Tuple4<Key, Long, Long, WindowAccumulator>>) (Class<?>) Tuple4.class;
        chunks = store.getListState(new ListStateDescriptor<>(
                "partials", new ListSerializer<>(new TupleSerializer<>(type, new TypeSerializer<?>[] {
                    KeySerializer.INSTANCE, LongSerializer.INSTANCE, LongSerializer.INSTANCE, layout.serializer()
                }))));
    }

    /** Hands out what was restored, once. */
    void restore(Consumer<WindowInput> out) throws Exception {
        for (List<Tuple4<Key, Long, Long, WindowAccumulator>> chunk : chunks.get()) {
            chunk.forEach(kept -> out.accept(WindowInput.ofPartial(kept.f0, kept.f1, kept.f2, kept.f3)));
        }
        chunks.clear();
    }

    /** Replaces what is kept; the checkpoint that is being taken copies it. */
    void keep(List<WindowInput> partials) throws Exception {
        List<List<Tuple4<Key, Long, Long, WindowAccumulator>>> all = new ArrayList<>();
        for (int from = 0; from < partials.size(); from += CHUNK) {
            List<Tuple4<Key, Long, Long, WindowAccumulator>> chunk = new ArrayList<>(CHUNK);
            for (WindowInput input : partials.subList(from, Math.min(from + CHUNK, partials.size()))) {
                chunk.add(Tuple4.of(
                        input.key(), input.time(), input.lastTime(), Objects.requireNonNull(input.partial())));
            }
            all.add(chunk);
        }
        chunks.update(all);
    }
}
