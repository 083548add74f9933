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
 * @param early the interval of early rows, or null for none
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
        @Nullable Duration early,
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

    /**
     * Windows of equal size, one of which begins each {@code every}.
     *
     * @param size the length of a window
     * @param every how far apart windows begin; at most {@code size}, which need not be a multiple of it
     * @param offset shifts the borders; its magnitude is less than {@code size}
     */
    public record Hopping(Duration size, Duration every, Duration offset) implements Assigner {}

    /**
     * Windows that begin at each multiple of {@code size} and end {@code every}, twice that and so on after.
     *
     * @param size the length of the longest window
     * @param every how far apart windows end; {@code size} is a multiple of it
     */
    public record Cumulative(Duration size, Duration every) implements Assigner {}

    /**
     * Windows from a key's first event to {@code gap} after its last, whose events are at most {@code gap} apart.
     *
     * <p>With {@code max}, events are taken in the order of their times: one that is {@code max} or more after a session's
     * first begins a new session, and one that is cut so ends {@code max} after its first event.
     *
     * @param gap events at most so far apart are together
     * @param max the events of a session are less than this after its first, or null for no limit
     */
    public record Session(Duration gap, @Nullable Duration max) implements Assigner {
        /** Sessions of any length. */
        public Session(Duration gap) {
            this(gap, null);
        }
    }

    /** When a window's rows come out. */
    public enum Emit {
        /** At the window's end, and once more for each late event. */
        ON_TIME,
        /** Once, when the window closes. */
        FINAL
    }
}
