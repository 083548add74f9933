package io.tidemark.spec;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A keyed window with aggregates.
 *
 * @param name the node's name
 * @param from the node it reads
 * @param key key fields; empty for one global group
 * @param assigner which windows an event belongs to
 * @param where the condition an event must meet, or null
 * @param aggregates name to expression, in the file's order
 * @param allowedLateness how long a window that has fired stays open
 * @param emit when rows come out
 * @param accuracy relative error of a percentile's ranks, 0.001 to 0.1
 */
public record WindowSpec(
        String name,
        String from,
        List<String> key,
        Assigner assigner,
        @Nullable String where,
        Map<String, String> aggregates,
        Duration allowedLateness,
        Emit emit,
        double accuracy) {
    /** Default of {@link #accuracy}. */
    public static final double DEFAULT_ACCURACY = 0.01;

    /** Which windows an event belongs to. */
    public sealed interface Assigner {}

    /**
     * Windows of equal size that do not overlap, aligned to the epoch plus {@code offset}.
     *
     * @param size the length of a window
     * @param offset shifts the borders; its magnitude is less than {@code size}
     */
    public record Tumbling(Duration size, Duration offset) implements Assigner {}

    /** When a window's rows come out. */
    public enum Emit {
        /** At the window's end, and once more for each late event. */
        ON_TIME,
        /** Once, when the window closes. */
        FINAL
    }
}
