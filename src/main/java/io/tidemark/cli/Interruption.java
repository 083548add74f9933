package io.tidemark.cli;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;

/** Ctrl-C (and TERM): the first asks to stop, the second ends the process at once. */
final class Interruption {
    private static final int KILLED = 130;

    private final AtomicBoolean interrupted = new AtomicBoolean();
    private @Nullable Runnable stop;
    private @Nullable Thread stopping;

    private Interruption() {}

    /** Takes both signals from now on. */
    static Interruption install() {
        Interruption interruption = new Interruption();
        Signal.handle(new Signal("INT"), signal -> interruption.interrupt());
        Signal.handle(new Signal("TERM"), signal -> interruption.interrupt());
        return interruption;
    }

    /** Whether the user has asked to stop. */
    boolean interrupted() {
        return interrupted.get();
    }

    /** Runs {@code action} in a thread of its own when the user asks to stop; at once if that was before. */
    synchronized void stopsBy(Runnable action) {
        stop = action;
        if (interrupted()) {
            start(action);
        }
    }

    /** Waits for the action, if it has been started. */
    void await() throws InterruptedException {
        Thread started;
        synchronized (this) {
            started = stopping;
        }
        if (started != null) {
            started.join();
        }
    }

    private void interrupt() {
        if (!interrupted.compareAndSet(false, true)) {
            Runtime.getRuntime().halt(KILLED);
        }
        synchronized (this) {
            if (stop != null) {
                start(stop);
            }
        }
    }

    private synchronized void start(Runnable action) {
        if (stopping == null) {
            stopping = new Thread(action, "stop");
            stopping.setDaemon(true);
            stopping.start();
        }
    }
}
