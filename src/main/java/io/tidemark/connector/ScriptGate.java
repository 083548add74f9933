package io.tidemark.connector;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Where a script that runs in this JVM and the one who runs it meet: the script stops at a checkpoint or a restore until it
 * is let through. Thread-safe.
 */
public final class ScriptGate {
    private static final Map<String, ScriptGate> OPEN = new ConcurrentHashMap<>();

    private @Nullable Stop stop;
    private int letThrough = -1;

    private ScriptGate() {}

    /**
     * Where a script has stopped.
     *
     * @param index the step's place in the script, from 0
     * @param step the step
     */
    public record Stop(int index, ScriptStep step) {}

    /** The gate of the scripts called {@code token}, until {@link #remove}. */
    public static ScriptGate of(String token) {
        return OPEN.computeIfAbsent(token, it -> new ScriptGate());
    }

    /** Forgets the gate. */
    public static void remove(String token) {
        OPEN.remove(token);
    }

    /** Whether the script may go on behind {@code step}; if not, it stops there. */
    synchronized boolean passes(int index, ScriptStep step) {
        if (index <= letThrough) {
            return true;
        }
        stop = new Stop(index, step);
        return false;
    }

    /** Where the script stands still, or null. */
    public synchronized @Nullable Stop stop() {
        return stop;
    }

    /** Lets the script, started again or not, through all steps up to that of {@code done}. */
    public synchronized void letThrough(Stop done) {
        letThrough = Math.max(letThrough, done.index());
        stop = null;
    }
}
