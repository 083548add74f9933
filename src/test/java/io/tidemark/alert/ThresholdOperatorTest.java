package io.tidemark.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Alert;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.AlertSpec.For;
import io.tidemark.spec.AlertSpec.Lasting;
import io.tidemark.spec.AlertSpec.Results;
import io.tidemark.spec.AlertSpec.Threshold;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Assigner;
import io.tidemark.spec.WindowSpec.Cumulative;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Hopping;
import io.tidemark.spec.WindowSpec.Session;
import io.tidemark.spec.WindowSpec.Tumbling;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Thresholds against the contract's sentences, and against themselves restored. */
final class ThresholdOperatorTest {
    private static final WindowSpec MINUTES = window(new Tumbling(Duration.ofMillis(10), Duration.ZERO));
    private static final AlertSpec THREE = spec(true, new Results(3), null, null);

    private static WindowSpec window(Assigner assigner) {
        return new WindowSpec(
                "w",
                "in",
                List.of("k"),
                assigner,
                null,
                Map.of("n", "count(*)"),
                Duration.ZERO,
                Emit.ON_TIME,
                null,
                WindowSpec.DEFAULT_ACCURACY);
    }

    private static AlertSpec spec(boolean ofWindow, For lasting, @Nullable String clear, @Nullable Long staleMs) {
        return new AlertSpec(
                "slow",
                ofWindow ? "w" : "in",
                ofWindow ? null : List.of("k"),
                null,
                Map.of(),
                ofWindow ? "{k}: {n} to {window_end}" : "{k}: {n}",
                null,
                new Threshold(
                        "n / (n - 3) >= 0 AND n > 5",
                        lasting,
                        clear,
                        staleMs == null ? null : Duration.ofMillis(staleMs)));
    }

    /** A random script. */
    record Given(long seed, AlertSpec spec, @Nullable WindowSpec window, AlertScript script) {
        @Override
        public String toString() {
            return "seed " + seed + ": " + spec.form() + (window == null ? "" : " over " + window.assigner());
        }
    }

    static Stream<Given> randomScripts() {
        return LongStream.range(0, 600).mapToObj(ThresholdOperatorTest::given);
    }

    static Stream<Given> someRandomScripts() {
        return LongStream.range(1000, 1060).mapToObj(ThresholdOperatorTest::given);
    }

    private static Given given(long seed) {
        Random random = new Random(seed);
        Duration step = Duration.ofMillis(10);
        WindowSpec window = switch (random.nextInt(5)) {
            case 0 -> window(new Hopping(Duration.ofMillis(35), step, Duration.ofMillis(3)));
            case 1 -> window(new Cumulative(Duration.ofMillis(40), step));
            case 2 -> window(new Session(Duration.ofMillis(4)));
            case 3 -> null;
            default -> MINUTES;
        };
        boolean steps = window != null && !(window.assigner() instanceof Session);
        int count = 1 + random.nextInt(4);
        For lasting = steps && random.nextBoolean() ? new Lasting(step.multipliedBy(count)) : new Results(count);
        // Without steps a key is remembered until it is stale, if ever.
        Long stale = steps && random.nextBoolean() ? null : (Long) (long) (1 + random.nextInt(70));
        AlertSpec spec = spec(window != null, lasting, random.nextBoolean() ? "n < 2" : null, stale);
        AlertScript script = new AlertScript();
        for (long end = 0; end < 600; end += 10) {
            for (String key : List.of("a", "b", "c")) {
                if (random.nextInt(5) == 0) {
                    continue;
                }
                long n = random.nextInt(3) == 0 ? random.nextInt(9) : 7;
                if (window == null) {
                    script.event(Math.max(0, end - random.nextInt(25)), key, n);
                } else if (window.assigner() instanceof Session) {
                    script.row(end - 1 - random.nextInt(6), end + random.nextInt(3), key, n);
                } else if (window.assigner() instanceof Cumulative) {
                    script.row(Math.floorDiv(end - 1, 40L) * 40, end, key, n);
                } else {
                    script.row(end - (window == MINUTES ? 10 : 35), end, key, n);
                }
            }
            // The watermark may be far behind the rows of one key, as it waits for others.
            if (random.nextInt(3) == 0) {
                script.watermark(end - random.nextInt(40));
            }
        }
        return new Given(seed, spec, window, script.watermark(700));
    }

    @ParameterizedTest
    @MethodSource("randomScripts")
    void alertsAreThoseOfTheDefinition(Given given) throws Exception {
        assertThat(given.script().play(given.spec(), given.window(), false, 0))
                .isEqualTo(ThresholdModel.expected(given.spec(), given.window(), given.script()));
    }

    @ParameterizedTest
    @MethodSource("someRandomScripts")
    void restoreAfterEachElementChangesNothing(Given given) throws Exception {
        assertThat(given.script().play(given.spec(), given.window(), false, 1))
                .isEqualTo(ThresholdModel.expected(given.spec(), given.window(), given.script()));
    }

    /** Events come before timers that are due, and so do checkpoints. */
    @ParameterizedTest
    @MethodSource("someRandomScripts")
    void timersThatStandBackChangeNothing(Given given) throws Exception {
        assertThat(given.script().playInterrupted(given.spec(), given.window(), 0))
                .isEqualTo(ThresholdModel.expected(given.spec(), given.window(), given.script()));
        assertThat(given.script().playInterrupted(given.spec(), given.window(), 2))
                .isEqualTo(ThresholdModel.expected(given.spec(), given.window(), given.script()));
    }

    @ParameterizedTest
    @MethodSource("someRandomScripts")
    void rocksDbGivesTheSame(Given given) throws Exception {
        assertThat(given.script().play(given.spec(), given.window(), true, 23))
                .isEqualTo(ThresholdModel.expected(given.spec(), given.window(), given.script()));
    }

    private static AlertBench rows(AlertBench bench, long firstEnd, long... numbers) throws Exception {
        for (int i = 0; i < numbers.length; i++) {
            long end = firstEnd + 10L * i;
            bench.row(end - 10, end, "a", numbers[i]).watermark(end - 1);
        }
        return bench;
    }

    @Test
    void firesOnceAndIsResolvedOnce() throws Exception {
        try (AlertBench bench = new AlertBench(THREE, MINUTES)) {
            rows(bench, 10, 7, 2, 7, 7, 8, 9, 2, 2);
            assertThat(bench.texts()).containsExactly("a firing 20..50 n=8", "a resolved 20..70 n=2");
            Alert firing = bench.alerts().get(0);
            assertThat(firing.message()).isEqualTo("a: 8 to 1970-01-01T00:00:00.050Z");
            assertThat(firing.evidence()).containsOnlyKeys("n");
            assertThat(firing.id()).isEqualTo(bench.alerts().get(1).id());
        }
    }

    @Test
    void aMissingWindowSetsTheCountToZero() throws Exception {
        try (AlertBench bench = new AlertBench(THREE, MINUTES)) {
            rows(bench, 10, 7, 7);
            rows(bench, 40, 7, 7);
            assertThat(bench.alerts()).isEmpty();
            rows(bench, 60, 7);
            assertThat(bench.texts()).containsExactly("a firing 30..60 n=7");
        }
    }

    @Test
    void aMissingWindowLeavesAFiringAlertFiring() throws Exception {
        try (AlertBench bench = new AlertBench(THREE, MINUTES)) {
            rows(bench, 10, 7, 7, 7);
            rows(bench, 60, 7, 2); // the windows that end at 40 and 50 are missing
            assertThat(bench.texts()).containsExactly("a firing 0..30 n=7", "a resolved 0..70 n=2");
        }
    }

    @Test
    void threeStepsWithoutARowAreStale() throws Exception {
        try (AlertBench bench = new AlertBench(THREE, MINUTES)) {
            rows(bench, 10, 7, 7, 7).watermark(59);
            assertThat(bench.alerts()).hasSize(1);
            bench.watermark(60);
            assertThat(bench.texts()).containsExactly("a firing 0..30 n=7", "a resolved 0..60 stale n=7");
            assertThat(bench.stateEntries()).isZero();
            assertThat(bench.timers()).isZero();
        }
    }

    @Test
    void aRowAheadOfTheWatermarkDoesNotHideThatItsKeyWasStale() throws Exception {
        try (AlertBench bench = new AlertBench(THREE, MINUTES)) {
            rows(bench, 10, 7, 7, 7).row(60, 70, "a", 7L);
            assertThat(bench.texts()).containsExactly("a firing 0..30 n=7", "a resolved 0..60 stale n=7");
        }
    }

    @Test
    void aDurationCountsSteps() throws Exception {
        try (AlertBench bench = new AlertBench(spec(true, new Lasting(Duration.ofMillis(20)), null, null), MINUTES)) {
            rows(bench, 10, 7, 7);
            assertThat(bench.texts()).containsExactly("a firing 0..20 n=7");
        }
    }

    @Test
    void clearAloneEndsIt() throws Exception {
        try (AlertBench bench = new AlertBench(spec(true, new Results(1), "n < 2", null), MINUTES)) {
            rows(bench, 10, 7, 4, 1, 4);
            assertThat(bench.texts()).containsExactly("a firing 0..10 n=7", "a resolved 0..30 n=1");
        }
    }

    @Test
    void aRowForWhichTheConditionFailsIsAsIfItWereMissing() throws Exception {
        try (AlertBench bench = new AlertBench(THREE, MINUTES)) {
            rows(bench, 10, 7, 7, 3, 7, 7);
            assertThat(bench.alerts()).isEmpty();
            assertThat(bench.failed()).singleElement().satisfies(failed -> {
                assertThat(failed.node()).isEqualTo("slow");
                assertThat(failed.detail()).isEqualTo("division by zero");
            });
            assertThat(List.of(bench.count("in"), bench.count("seen"), bench.count("failed")))
                    .containsExactly(5L, 4L, 1L);
        }
    }

    @Test
    void aNullIsNotMet() throws Exception {
        try (AlertBench bench = new AlertBench(spec(true, new Results(1), null, null), MINUTES)) {
            bench.row(0, 10, "a", 7L).row(10, 20, "a", null);
            assertThat(bench.texts()).containsExactly("a firing 0..10 n=7", "a resolved 0..20 n=null");
        }
    }

    @Test
    void eventsOfASourceCountAsTheyCome() throws Exception {
        try (AlertBench bench = new AlertBench(spec(false, new Results(2), null, null), null)) {
            bench.event(100, "a", 7L)
                    .event(50, "a", 8L)
                    .watermark(99)
                    .event(99, "a", 1L)
                    .event(120, "a", 1L);
            assertThat(bench.texts()).containsExactly("a firing 100..100 n=8", "a resolved 100..120 n=1");
            assertThat(bench.alerts().get(1).position()).isEqualTo(4);
            assertThat(bench.late())
                    .singleElement()
                    .satisfies(late -> assertThat(late.eventTime()).isEqualTo(99));
        }
    }

    @Test
    void anOlderEventResolvesNoEarlierThanTheNewestOneBefore() throws Exception {
        AlertSpec spec = new AlertSpec(
                "a", "s", List.of("k"), null, Map.of(), null, null, new Threshold("n > 5", new Results(1), null, null));
        try (AlertBench bench = new AlertBench(spec, null)) {
            bench.event(20, "a", 9L).event(30, "a", 9L).event(10, "a", 1L);

            assertThat(bench.texts()).containsExactly("a firing 20..20 n=9", "a resolved 20..30 n=1");
        }
    }

    @Test
    void timesBefore1970AreTimes() throws Exception {
        AlertSpec spec = new AlertSpec(
                "a", "s", List.of("k"), null, Map.of(), null, null, new Threshold("n > 5", new Results(1), null, null));
        try (AlertBench bench = new AlertBench(spec, null)) {
            bench.event(-30, "a", 9L).event(-20, "a", 1L);

            assertThat(bench.texts()).containsExactly("a firing -30..-30 n=9", "a resolved -30..-20 n=1");
        }
    }

    @Test
    void theEndOfInputMakesNothingStale() throws Exception {
        try (AlertBench bench = new AlertBench(THREE, MINUTES)) {
            rows(bench, 10, 7, 7, 7).end();
            assertThat(bench.texts()).containsExactly("a firing 0..30 n=7");

            bench.restore().watermark(60);
            assertThat(bench.texts()).containsExactly("a firing 0..30 n=7", "a resolved 0..60 stale n=7");
        }
    }

    @Test
    void keysThatDoNotMeetTheConditionHaveNoState() throws Exception {
        try (AlertBench bench = new AlertBench(THREE, MINUTES)) {
            for (int i = 0; i < 1000; i++) {
                bench.row(0, 10, "k" + i, 2L);
            }
            assertThat(bench.stateEntries()).isZero();
            for (int i = 0; i < 1000; i++) {
                bench.row(10, 20, "k" + i, 7L);
            }
            assertThat(bench.stateEntries()).isEqualTo(1000);
            bench.watermark(30);
            assertThat(bench.stateEntries()).isZero();
            assertThat(bench.timers()).isZero();
        }
    }
}
