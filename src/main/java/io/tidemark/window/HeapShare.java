package io.tidemark.window;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What one buffer or cache of an operator may take of the heap. All those of this process have a fifth of it together,
 * in equal parts, and so many bytes each at most as its job says: the number of windows and of subtasks in a process must not
 * decide whether its heap suffices.
 */
public final class HeapShare implements AutoCloseable {
    private static final int PART = 5;
    /** Process-wide on purpose: tasks of several jobs share one heap. */
    private static final AtomicInteger SHARES = new AtomicInteger();

    private final long most;
    private boolean closed;

    /** @param most so many bytes at most; 0 takes no part */
    public HeapShare(long most) {
        this.most = most;
        if (most == 0) {
            closed = true;
        } else {
            SHARES.incrementAndGet();
        }
    }

    /** In bytes; changes as others come and go. */
    public long bytes() {
        return Math.min(most, Runtime.getRuntime().maxMemory() / PART / Math.max(1, SHARES.get()));
    }

    /** Gives it back. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            SHARES.decrementAndGet();
        }
    }
}
