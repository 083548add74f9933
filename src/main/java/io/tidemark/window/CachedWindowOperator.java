package io.tidemark.window;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;

/**
 * A window operator whose windows are {@link KeyedWindows}: cached on the heap, written to state before a checkpoint.
 *
 * @param <I> what it keeps of a key beside the accumulators
 */
abstract class CachedWindowOperator<I extends KeyIndex> extends KeyedWindowOperator {
    private static final long serialVersionUID = 1;

    private final long mostHeap;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    transient KeyedWindows<I> windows;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient HeapShare share;

    /** @param mostHeap how many bytes the cache may take at most */
    CachedWindowOperator(WindowPlan plan, Emission emission, WindowTags tags, long mostHeap) {
        super(plan, emission, tags);
        this.mostHeap = mostHeap;
    }

    abstract TypeSerializer<I> indexSerializer();

    abstract I newIndex();

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        share = new HeapShare(mostHeap);
        windows = new KeyedWindows<>(
                getKeyedStateBackend(), indexSerializer(), plan.layout().serializer(), this::newIndex, share::bytes);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        windows.write();
        super.snapshotState(context);
    }

    /** Fires the timers of the current key that are due and stand back: its rows come before its next event. */
    final void fireDue(I index) throws Exception {
        while (index.timer() <= time()) {
            fireNow(index.timer());
        }
    }

    @Override
    public void close() throws Exception {
        super.close();
        if (share != null) {
            share.close();
        }
    }
}
