package io.tidemark.alert;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A service level objective, and the pairs of windows that watch how fast its error budget burns: the multi-window,
 * multi-burn-rate alert of <i>The Site Reliability Workbook</i> (Beyer and others, 2018), chapter "Alerting on SLOs".
 *
 * <p>Time is counted in steps, aligned to the epoch; rates are looked at where a step ends. Events are counted in buckets
 * of 1 step for windows of up to 60 steps, of 10 for those of up to 360, of 60 for longer ones, and of 1440 for the period
 * itself. A window ends where the step ends, and its begin is cut to the begin of a bucket, towards the past.
 *
 * <p>Immutable.
 */
public final class BurnRateLadder implements Serializable {
    private static final long serialVersionUID = 1;

    /** The lengths of buckets, in steps; each divides the next. */
    static final int[] BUCKETS = {1, 10, 60, 1440};

    /** The index in {@link #BUCKETS} of those for the period. */
    static final int OF_PERIOD = BUCKETS.length - 1;

    private static final long[] LONGEST = {60, 360};
    /** Buckets of 60 steps reach at least so far back, so that whole ones of 1440 can be made of them. */
    private static final long LEAST_REACH = 1_800;

    private static final BigDecimal PERCENT = BigDecimal.valueOf(100);

    private final long stepMs;
    private final BigDecimal budget;
    private final long minEvents;
    private final BurnPair[] pairs;
    /** How far back buckets of each length are needed. */
    private final long[] reachMs;

    /**
     * @param stepMs the length of a step, in milliseconds
     * @param periodMs what the objective is about, in milliseconds
     * @param objective the share of good events that is to be kept, in percent; less than 100
     * @param minEvents how many events a pair's long window must hold for it to fire
     * @param pairs the pairs of windows, none of which is longer than the period
     */
    public BurnRateLadder(long stepMs, long periodMs, BigDecimal objective, long minEvents, List<Pair> pairs) {
        if (stepMs < 1 || periodMs < stepMs || objective.compareTo(PERCENT) >= 0 || pairs.isEmpty()) {
            throw new IllegalArgumentException("no ladder of steps of " + stepMs + " ms, a period of " + periodMs
                    + " ms, an objective of " + objective + " % and " + pairs.size() + " pairs");
        }
        this.stepMs = stepMs;
        this.budget = PERCENT.subtract(objective).movePointLeft(2);
        this.minEvents = minEvents;
        this.pairs = pairs.stream()
                .map(pair -> new BurnPair(
                        pair, window(pair.longMs()), window(pair.shortMs()), new BurnFactor(pair.burn(), budget)))
                .toArray(BurnPair[]::new);
        long longest = pairs.stream().mapToLong(Pair::longMs).max().orElseThrow();
        this.reachMs =
                new long[] {LONGEST[0] * stepMs, LONGEST[1] * stepMs, Math.max(LEAST_REACH * stepMs, longest), periodMs
                };
    }

    /**
     * A pair of windows.
     *
     * @param name what tells it from others of the same ladder; part of the alerts' ids
     * @param longMs the length of the one that says that the budget is really being spent, in milliseconds
     * @param shortMs the length of the one that says that it still is
     * @param burn how many times as fast as the objective allows for both must burn
     * @param severity of the alert, or null for the alert's own
     * @param fields what a message can name of it
     */
    public record Pair(
            String name,
            long longMs,
            long shortMs,
            BigDecimal burn,
            @Nullable String severity,
            Map<String, @Nullable Object> fields)
            implements Serializable {}

    private BurnWindow window(long lengthMs) {
        int level = 0;
        while (level < LONGEST.length && lengthMs > LONGEST[level] * stepMs) {
            level++;
        }
        return new BurnWindow(lengthMs, level);
    }

    long stepMs() {
        return stepMs;
    }

    /** The share of events that may be other than good. */
    BigDecimal budget() {
        return budget;
    }

    long minEvents() {
        return minEvents;
    }

    BurnPair[] pairs() {
        return pairs;
    }

    /** The number of the step that holds {@code timeMs}. */
    long step(long timeMs) {
        return Math.floorDiv(timeMs, stepMs);
    }

    /** Where the window begins that ends where step {@code end} begins: the first step of its first bucket. */
    long begin(BurnWindow window, long end) {
        return begin(window.lengthMs(), window.level(), end);
    }

    private long begin(long lengthMs, int level, long end) {
        return Math.floorDiv(end * stepMs - lengthMs, BUCKETS[level] * stepMs) * BUCKETS[level];
    }

    /** The first end at which the window no longer holds its bucket that begins at step {@code start}. */
    long endWithout(BurnWindow window, long start) {
        return endWithout(window.lengthMs(), window.level(), start);
    }

    /** The first end at which nothing holds the event of step {@code step} any more. */
    long endWithoutPeriod(long step) {
        return endWithout(reachMs[OF_PERIOD], OF_PERIOD, floor(step, OF_PERIOD));
    }

    private long endWithout(long lengthMs, int level, long start) {
        return -Math.floorDiv(-((start + BUCKETS[level]) * stepMs + lengthMs), stepMs);
    }

    /** The first bucket of a length that windows need that end at {@code end} or after. */
    long from(int level, long end) {
        return begin(reachMs[level], level, end);
    }

    /** Where buckets of a length stop at {@code end}: shorter ones go on from there. */
    long to(int level, long end) {
        return level == 0 ? end : ceiling(from(level - 1, end), level);
    }

    static long floor(long step, int level) {
        return step - Math.floorMod(step, BUCKETS[level]);
    }

    private static long ceiling(long step, int level) {
        return -floor(-step, level);
    }
}
