package io.tidemark.alert;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The contract's burn rates, worked out anew at the end of each step from all events so far, kept for ever. */
final class BurnModel {
    private final long stepMs;
    private final long periodMs;
    private final BigDecimal budget;
    private final long minEvents;
    private final List<BurnRateLadder.Pair> pairs;
    private final List<long[]> events = new ArrayList<>();

    BurnModel(long stepMs, long periodMs, BigDecimal objective, long minEvents, List<BurnRateLadder.Pair> pairs) {
        this.stepMs = stepMs;
        this.periodMs = periodMs;
        this.budget = BigDecimal.valueOf(100).subtract(objective).divide(BigDecimal.valueOf(100));
        this.minEvents = minEvents;
        this.pairs = pairs;
    }

    /** An event that was on time. */
    void event(long time, boolean good) {
        events.add(new long[] {time, good ? 0 : 1});
    }

    /** What is decided at all ends of steps up to time {@code last}. */
    List<String> decisions(long last) {
        List<String> decisions = new ArrayList<>();
        if (events.isEmpty()) {
            return decisions;
        }
        Sums sums = new Sums(events);
        long[] since = new long[pairs.size()];
        Arrays.fill(since, Long.MIN_VALUE);
        for (long end = (Math.floorDiv(sums.times[0], stepMs) + 1) * stepMs; end <= last; end += stepMs) {
            for (int i = 0; i < since.length; i++) {
                BurnRateLadder.Pair pair = pairs.get(i);
                long[] longSum = sums.of(begin(end, pair.longMs()), end);
                long[] shortSum = sums.of(begin(end, pair.shortMs()), end);
                boolean shortBurns = reaches(shortSum, pair.burn());
                if (since[i] != Long.MIN_VALUE && !shortBurns) {
                    decisions.add(text(i, false, since[i], end, sums, longSum, shortSum));
                    since[i] = Long.MIN_VALUE;
                } else if (since[i] == Long.MIN_VALUE
                        && shortBurns
                        && reaches(longSum, pair.burn())
                        && longSum[1] >= minEvents) {
                    since[i] = end;
                    decisions.add(text(i, true, end, end, sums, longSum, shortSum));
                }
            }
        }
        return decisions;
    }

    private String text(int pair, boolean firing, long since, long end, Sums sums, long[] longSum, long[] shortSum) {
        long begin = Math.floorDiv(end - periodMs, 1440 * stepMs) * 1440 * stepMs;
        BurnEvidence evidence = new BurnEvidence(
                rate(longSum).doubleValue(),
                rate(shortSum).doubleValue(),
                BigDecimal.ONE.subtract(rate(sums.of(begin, end))).doubleValue(),
                longSum[1] - longSum[0],
                longSum[1]);
        return text(pair, firing, since, end, evidence);
    }

    static String text(int pair, boolean firing, long since, long end, BurnEvidence evidence) {
        return "at " + end + (firing ? " firing " : " resolved ") + pair + " since " + since + " " + evidence;
    }

    /** Where a window begins: at a bucket of 1 step, of 10 if it is longer than 60 steps, of 60 if longer than 360. */
    private long begin(long end, long length) {
        long bucket = stepMs * (length <= 60 * stepMs ? 1 : length <= 360 * stepMs ? 10 : 60);
        return Math.floorDiv(end - length, bucket) * bucket;
    }

    private boolean reaches(long[] sum, BigDecimal burn) {
        return sum[1] > 0
                && BigDecimal.valueOf(sum[0]).compareTo(burn.multiply(budget).multiply(BigDecimal.valueOf(sum[1])))
                        >= 0;
    }

    private BigDecimal rate(long[] sum) {
        return sum[1] == 0
                ? BigDecimal.ZERO
                : BigDecimal.valueOf(sum[0])
                        .divide(budget.multiply(BigDecimal.valueOf(sum[1])), MathContext.DECIMAL128);
    }

    /** The events in order of time, and how many of them are bad up to each. */
    private static final class Sums {
        final long[] times;
        private final long[] bad;

        Sums(List<long[]> events) {
            List<long[]> sorted = new ArrayList<>(events);
            sorted.sort((a, b) -> Long.compare(a[0], b[0]));
            times = new long[sorted.size()];
            bad = new long[sorted.size() + 1];
            for (int i = 0; i < times.length; i++) {
                times[i] = sorted.get(i)[0];
                bad[i + 1] = bad[i] + sorted.get(i)[1];
            }
        }

        /** How many events in {@code [from, to)} are bad, and how many there are. */
        long[] of(long from, long to) {
            int first = before(from);
            int end = before(to);
            return new long[] {bad[end] - bad[first], end - first};
        }

        private int before(long time) {
            int low = 0;
            int high = times.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (times[middle] < time) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
