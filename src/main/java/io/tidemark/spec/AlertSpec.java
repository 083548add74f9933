package io.tidemark.spec;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What turns a node's rows into alerts.
 *
 * @param name the node's name
 * @param from the source or window it reads
 * @param key key fields, empty for one global group; null for the window's
 * @param severity passed on with each alert, or null
 * @param labels passed on with each alert, in the file's order
 * @param message template of a line for a person, or null
 * @param cooldown for how long after an alert of a key further ones are counted, not sent; null for none
 * @param form what is looked for
 */
public record AlertSpec(
        String name,
        String from,
        @Nullable List<String> key,
        @Nullable String severity,
        Map<String, String> labels,
        @Nullable String message,
        @Nullable Duration cooldown,
        Form form) {

    /** What an alert looks for. */
    public sealed interface Form {}

    /**
     * A condition that holds for some results in a row.
     *
     * @param when the condition over a result
     * @param duration how often in a row, or how long
     * @param clear the condition that ends it, or null for {@code when} being not true
     * @param staleAfter without a result for so long it ends too; null for three steps of the window
     */
    public record Threshold(
            String when,
            For duration,
            @Nullable String clear,
            @Nullable Duration staleAfter) implements Form {}

    /** How long a condition must hold. */
    public sealed interface For {}

    /**
     * So many results in a row.
     *
     * @param count at least 1
     */
    public record Results(long count) implements For {}

    /**
     * So long.
     *
     * @param duration a whole number of the window's steps
     */
    public record Lasting(Duration duration) implements For {}

    /**
     * Events that follow each other.
     *
     * @param steps in order
     * @param within first and last event of a match are less than this apart
     * @param afterMatch where the search goes on
     */
    public record Pattern(List<Step> steps, Duration within, AfterMatch afterMatch) implements Form {}

    /**
     * One step of a pattern.
     *
     * @param name the step's name
     * @param where the condition an event must meet, or null for any event
     * @param min how often at least; 1 by default
     * @param max how often at most, or null for no limit; 1 by default
     * @param optional whether it may be missing
     * @param greedy whether it takes as many events as it can
     * @param not whether no such event may come
     * @param next how it follows the step before, or null for the default
     * @param repeat how its repetitions follow each other, or null for as {@code next}
     */
    public record Step(
            String name,
            @Nullable String where,
            long min,
            @Nullable Long max,
            boolean optional,
            boolean greedy,
            boolean not,
            @Nullable Contiguity next,
            @Nullable Contiguity repeat) {}

    /** How one event of a match follows another. */
    public enum Contiguity {
        /** No other event of the key between them. */
        STRICT,
        /** Others are skipped. */
        RELAXED,
        /** Others are skipped, also those that would do. */
        ANY
    }

    /**
     * Where the search goes on after a match.
     *
     * @param skip what is skipped
     * @param step the step that a {@link Skip#SKIP_TO_FIRST} or {@link Skip#SKIP_TO_LAST} names; else null
     */
    public record AfterMatch(Skip skip, @Nullable String step) {
        /** Behind the last event. */
        public static final AfterMatch DEFAULT = new AfterMatch(Skip.SKIP_PAST_LAST, null);
    }

    /** What is skipped after a match. */
    public enum Skip {
        SKIP_PAST_LAST,
        SKIP_TO_NEXT,
        NO_SKIP,
        SKIP_TO_FIRST,
        SKIP_TO_LAST
    }

    /**
     * A key that has gone silent.
     *
     * @param absentFor for how long
     * @param forgetAfter a key silent for so long is forgotten
     */
    public record Absence(Duration absentFor, Duration forgetAfter) implements Form {
        /** Default of {@link #forgetAfter}. */
        public static final Duration DEFAULT_FORGET_AFTER = Duration.ofHours(24);
    }

    /**
     * An error budget that burns too fast.
     *
     * @param good which events are good
     * @param total which events count, or null for all
     * @param objective the share of good events to reach, in percent, from 50 to less than 100
     * @param period over which the objective is to be reached
     * @param minEvents a pair whose long window holds fewer events does not begin to fire
     * @param windows the pairs of windows, or null for the default ladder
     */
    public record BurnRate(
            String good,
            @Nullable String total,
            double objective,
            Duration period,
            long minEvents,
            @Nullable List<BurnWindow> windows)
            implements Form {}

    /**
     * One pair of windows of a burn rate; it fires when the rates over both reach the factor.
     *
     * @param longWindow the window that shows that it matters
     * @param shortWindow the window that shows that it still goes on
     * @param burn the factor
     * @param severity of alerts of this pair, or null for the alert's
     */
    public record BurnWindow(
            Duration longWindow,
            Duration shortWindow,
            double burn,
            @Nullable String severity) {}
}
