package io.tidemark.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Burn rates of one key, looked at only when something can have changed, against all of them worked out anew. */
final class BurnWatchTest {
    /** A ladder, and the key's state and its model. */
    private static final class Bench {
        final BurnRateLadder ladder;
        final BurnWatch watch;
        final BurnState state;
        final BurnModel model;
        final List<String> decisions = new ArrayList<>();
        long next = BurnWatch.NEVER;
        int looks;

        Bench(long stepMs, long periodMs, BigDecimal objective, long minEvents, List<BurnRateLadder.Pair> pairs) {
            ladder = new BurnRateLadder(stepMs, periodMs, objective, minEvents, pairs);
            watch = new BurnWatch(ladder);
            long[] since = new long[pairs.size()];
            Arrays.fill(since, BurnState.NOT_FIRING);
            state = new BurnState(new BurnCounts(), since);
            model = new BurnModel(stepMs, periodMs, objective, minEvents, pairs);
        }

        void event(long time, boolean good) {
            long step = ladder.step(time);
            if (state.counts.add(step, 1, good ? 0 : 1)) {
                next = Math.min(next, step + 1);
            }
            model.event(time, good);
        }

        /** Time has reached the end of each step up to {@code end}. */
        void reach(long end) {
            while (next <= end) {
                look(next);
            }
        }

        private void look(long end) {
            looks++;
            watch.look(
                    state,
                    end,
                    (pair, firing, since, evidence) ->
                            decisions.add(BurnModel.text(pair, firing, since, end * ladder.stepMs(), evidence)));
            next = watch.next(state);
            assertThat(next).isGreaterThan(end);
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 600);
    }

    private static List<BurnRateLadder.Pair> randomPairs(Random random, long stepMs, BigDecimal budget) {
        List<BurnRateLadder.Pair> pairs = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            long longSteps = 2 + random.nextInt(random.nextBoolean() ? 70 : random.nextBoolean() ? 500 : 4_799);
            long shortSteps = 1 + random.nextInt((int) longSteps - 1);
            boolean whole = random.nextInt(3) > 0;
            BigDecimal share = BigDecimal.valueOf(1 + random.nextInt(60), 2);
            pairs.add(new BurnRateLadder.Pair(
                    "p" + i,
                    longSteps * stepMs - (whole ? 0 : random.nextInt((int) stepMs)),
                    shortSteps * stepMs - (whole ? 0 : random.nextInt((int) stepMs)),
                    share.divide(budget, 3, java.math.RoundingMode.UP),
                    "page",
                    Map.of()));
        }
        return pairs;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void decisionsAreThoseOfAllEventsWorkedOutAnewAtEachStep(long seed) {
        Random random = new Random(seed);
        long stepMs = 1 + random.nextInt(9);
        BigDecimal objective =
                BigDecimal.valueOf(List.of(50.0, 90.0, 99.0, 99.9, 99.95).get(random.nextInt(5)));
        List<BurnRateLadder.Pair> pairs = randomPairs(
                random, stepMs, BigDecimal.valueOf(100).subtract(objective).movePointLeft(2));
        Bench bench =
                new Bench(stepMs, 43_200 * stepMs - random.nextInt((int) stepMs), objective, random.nextInt(8), pairs);
        long now = random.nextLong(-30_000, 30_000) * stepMs;
        double badShare = random.nextDouble();
        int pace = 1 + random.nextInt(40);
        for (int i = 0; i < 250; i++) {
            now += random.nextInt(50) == 0 ? random.nextLong(3_000) * stepMs : random.nextLong(pace * stepMs + 1);
            bench.reach(bench.ladder.step(now)); // an event at this very time is on time still
            badShare = random.nextInt(20) == 0 ? random.nextDouble() : badShare;
            long ahead = random.nextInt(4) == 0 ? random.nextLong(30 * stepMs) : 0;
            bench.event(now + ahead, random.nextDouble() >= badShare);
        }
        long last = now
                + pairs.stream().mapToLong(BurnRateLadder.Pair::longMs).max().orElseThrow();
        bench.reach(bench.ladder.step(last));

        assertThat(bench.decisions).isEqualTo(bench.model.decisions(last));

        bench.reach(bench.ladder.step(last) + 50_000);
        assertThat(bench.state.counts.size()).isZero();
        assertThat(bench.state.isFiring()).isFalse();
        assertThat(bench.next).isEqualTo(BurnWatch.NEVER);
    }

    private static BurnRateLadder.Pair pair(long longSteps, long shortSteps, String burn) {
        return new BurnRateLadder.Pair(burn, longSteps, shortSteps, new BigDecimal(burn), "page", Map.of());
    }

    private static final List<BurnRateLadder.Pair> WORKBOOK =
            List.of(pair(60, 5, "14.4"), pair(360, 30, "6"), pair(1440, 120, "3"), pair(4320, 360, "1"));

    @Test
    void fewerThanTwoHundredCountersHoldAPeriodWithEventsInEachStep() {
        for (List<BurnRateLadder.Pair> pairs : List.of(WORKBOOK, List.of(pair(4_800, 1, "1")))) {
            Bench bench = new Bench(1, 43_200, new BigDecimal("99.9"), 0, pairs);
            int most = 0;
            for (long step = -1_000; step < 60_000; step++) {
                bench.reach(step);
                bench.state.counts.add(step, 7, 0);
                bench.next = step + 1;
                most = Math.max(most, bench.state.counts.size());
            }
            assertThat(most).isBetween(180, 199);
        }
    }

    @Test
    void aKeyWhoseEventsAreGoodIsNotLookedAtAgainUntilAllHasAgedOut() {
        Bench bench = new Bench(1, 43_200, new BigDecimal("99.9"), 0, WORKBOOK);
        bench.event(0, true);
        bench.reach(100_000);

        assertThat(bench.looks).isEqualTo(2);
        assertThat(bench.state.counts.isEmpty()).isTrue();
    }

    @Test
    void theBudgetLeftCountsThePeriodFromTheBeginOfABucketOn() {
        Bench bench = new Bench(1, 43_200, new BigDecimal("50"), 0, List.of(pair(2, 1, "2")));
        bench.event(1_439, false); // in the first bucket of 1440
        bench.event(1_440, true);
        bench.event(44_639, false);
        bench.event(44_640, false);
        bench.reach(50_000);

        // [1440, 44640): a good one and a bad one, half of which is the budget; at 44641 the same and one more
        assertThat(bench.decisions).isEqualTo(bench.model.decisions(50_000)).hasSize(4);
        assertThat(bench.decisions.get(2)).contains("at 44640 firing", "budgetLeft=0.0");
        assertThat(bench.decisions.get(3)).contains("at 44642 resolved", "budgetLeft=-0.333");
    }
}
