package io.tidemark.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.alert.BurnBench.Kind;
import io.tidemark.event.Alert;
import io.tidemark.event.AlertState;
import io.tidemark.event.Key;
import io.tidemark.event.Origin;
import io.tidemark.spec.AlertSpec;
import io.tidemark.window.WindowInput;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A burn rate's operators against the contract written down plainly, and against themselves restored at each element. */
final class BurnRateOperatorTest {
    /** One pair of 10 steps and 2, steps of 10 ms; half of the events may be bad, 1.5 times as many fire. */
    private static final AlertSpec.BurnRate PLAIN = BurnScript.form(50, 10, 0, List.of(new double[] {100, 20, 1.5}));

    static LongStream seeds() {
        return LongStream.range(0, 500);
    }

    static LongStream someSeeds() {
        return LongStream.range(1_000, 1_015);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void alertsAreThoseOfTheContract(long seed) throws Exception {
        BurnScript script = BurnScript.random(seed);

        assertThat(script.play(Kind.HEAP, 0)).isEqualTo(script.expected());
    }

    @ParameterizedTest
    @MethodSource("someSeeds")
    void neitherRestoresNorTheHeapNorTheBackendChangeAnything(long seed) throws Exception {
        BurnScript script = BurnScript.random(seed);
        BurnScript.Outcome expected = script.expected();

        assertThat(script.play(Kind.HEAP, 1)).isEqualTo(expected);
        assertThat(script.play(Kind.ALONE, 0)).isEqualTo(expected);
        assertThat(script.play(Kind.NO_CACHE, 7)).isEqualTo(expected);
        assertThat(script.play(Kind.LITTLE_CACHE, 0)).isEqualTo(expected);
        assertThat(script.play(Kind.ROCKSDB, 37)).isEqualTo(expected);
        assertThat(script.play(Kind.INTERRUPTED, 0)).isEqualTo(expected);
        assertThat(script.play(Kind.INTERRUPTED, 3)).isEqualTo(expected);
    }

    @Test
    void eventsOfAKeyAndStepPassTheKeyShuffleAsOne() throws Exception {
        try (BurnBench bench = new BurnBench(PLAIN, Kind.HEAP)) {
            for (int i = 0; i < 10; i++) {
                bench.event(i, "a", true);
            }
            bench.watermark(9);

            assertThat(bench.contributions()).isEqualTo(1);
            assertThat(bench.seen()).isEqualTo(10);
        }
    }

    @Test
    void anEventAtTheEdgeOfAStepBelongsToTheNext() throws Exception {
        try (BurnBench bench = new BurnBench(PLAIN, Kind.HEAP)) {
            bench.event(9, "a", true);
            bench.event(10, "b", false);
            bench.event(19, "a", false);
            bench.watermark(18);
            assertThat(bench.alerts()).isEmpty();
            bench.watermark(19);

            // b: one of one; a: one of two is no more than its share
            assertThat(bench.alerts()).singleElement().satisfies(alert -> {
                assertThat(alert.key().value("k")).isEqualTo("b");
                assertThat(alert.at()).isEqualTo(20);
                assertThat(alert.since()).isEqualTo(20);
                assertThat(alert.state()).isEqualTo(AlertState.FIRING);
            });
            bench.watermark(29);
            assertThat(bench.alerts()).hasSize(1);
        }
    }

    /** At 30 the short window is [10, 30); at 40 it is [20, 40), and empty. */
    @Test
    void aSilentKeyResolvesAtTheVeryStepThatItsShortWindowIsEmpty() throws Exception {
        try (BurnBench bench = new BurnBench(PLAIN, Kind.HEAP)) {
            bench.event(19, "a", false);
            bench.watermark(38);
            assertThat(bench.alerts()).hasSize(1);
            bench.watermark(39);

            assertThat(bench.alerts()).hasSize(2);
            Alert resolved = bench.alerts().get(1);
            assertThat(resolved.state()).isEqualTo(AlertState.RESOLVED);
            assertThat(resolved.at()).isEqualTo(40);
            assertThat(resolved.since()).isEqualTo(20);
            assertThat(resolved.id()).isEqualTo(bench.alerts().get(0).id());
            assertThat(resolved.evidence()).containsEntry("burn_short", 0.0).containsEntry("burn_long", 2.0);
        }
    }

    /** 99.9 % over 30 days: 14.4 × is 144 bad ones of 10 000, and 143 are less. */
    @ParameterizedTest
    @ValueSource(ints = {143, 144})
    void theFastestPairOfTheWorkbookFiresAtItsVeryFactor(int bad) throws Exception {
        AlertSpec.BurnRate form = new AlertSpec.BurnRate("ok", null, 99.9, Duration.ofDays(30), 0, null);
        try (BurnBench bench = new BurnBench(form, Kind.HEAP)) {
            for (int i = 0; i < 10_000; i++) {
                bench.event(i, "a", i >= bad);
            }
            bench.watermark(59_999);

            assertThat(bench.alerts()).hasSize(bad == 144 ? 4 : 3).allSatisfy(alert -> {
                assertThat(alert.at()).isEqualTo(60_000);
                assertThat(alert.evidence())
                        .containsEntry("burn_long", bad / 10.0)
                        .containsEntry("burn_short", bad / 10.0)
                        .containsEntry("budget_left", 1 - bad / 10.0)
                        .containsEntry("good", 10_000L - bad)
                        .containsEntry("total", 10_000L);
            });
            assertThat(bench.alerts())
                    .extracting(Alert::severity)
                    .containsExactly(
                            bad == 144
                                    ? new String[] {"page", "page", "ticket", "ticket"}
                                    : new String[] {"page", "ticket", "ticket"});
            assertThat(bench.alerts()).extracting(Alert::id).doesNotHaveDuplicates();
        }
    }

    @Test
    void anEventAtTheWatermarkIsLateThoughItsStepIsOpen() throws Exception {
        try (BurnBench bench = new BurnBench(PLAIN, Kind.HEAP)) {
            bench.watermark(14);
            bench.event(14, "a", false);
            bench.event(15, "a", true);
            bench.watermark(19);

            assertThat(bench.late()).containsExactly(1L);
            assertThat(bench.alerts()).isEmpty();
            assertThat(bench.seen()).isEqualTo(1);
        }
    }

    /** Every event goes alone or not: the same. */
    @ParameterizedTest
    @EnumSource(names = {"HEAP", "ALONE"})
    void aLateEventIsLateWhetherItWouldCountOrAnExpressionFailsForIt(Kind kind) throws Exception {
        AlertSpec.BurnRate form = new AlertSpec.BurnRate(
                "ok AND 1 / CHAR_LENGTH(k) >= 0", "counts", 50, PLAIN.period(), 0, PLAIN.windows());
        try (BurnBench bench = new BurnBench(form, kind)) {
            bench.watermark(14);
            bench.event(14, "", true);
            bench.event(13, "a", true, false);
            bench.event(12, "a", true, null);
            bench.event(15, "", true);
            bench.event(16, "a", true, false);
            bench.watermark(19);

            assertThat(bench.late()).containsExactly(1L, 2L, 3L);
            assertThat(bench.failed()).singleElement().satisfies(record -> {
                assertThat(record.detail()).contains("zero");
                assertThat(record.origin()).isEqualTo(Origin.file("in", 4));
            });
            assertThat(bench.seen()).isEqualTo(1);
            assertThat(bench.in()).isEqualTo(5);
        }
    }

    /** Once it has been idle it takes any event for one that may be late. */
    @Test
    void anEventThatOnlyTheFrontTakesForLateIsSeenOrFails() throws Exception {
        AlertSpec.BurnRate form = new AlertSpec.BurnRate(
                "ok AND 1 / CHAR_LENGTH(k) >= 0", "counts", 50, PLAIN.period(), 0, PLAIN.windows());
        try (BurnBench bench = new BurnBench(form, Kind.HEAP)) {
            bench.frontIdle();
            bench.event(14, "", true);
            bench.event(15, "a", true, false);

            assertThat(bench.late()).isEmpty();
            assertThat(bench.failed()).hasSize(1);
            assertThat(bench.seen()).isEqualTo(1);
        }
    }

    @Test
    void theEndOfInputEndsTheStepsThatHoldEventsAndResolvesNothing() throws Exception {
        try (BurnBench bench = new BurnBench(PLAIN, Kind.HEAP)) {
            bench.event(5, "a", false);
            bench.event(35, "b", false);
            bench.watermark(12);
            bench.watermark(Long.MAX_VALUE);

            assertThat(bench.alerts())
                    .extracting(alert -> alert.key().value("k"), Alert::state, Alert::at)
                    .containsExactlyInAnyOrder(
                            org.assertj.core.groups.Tuple.tuple("a", AlertState.FIRING, 10L),
                            org.assertj.core.groups.Tuple.tuple("b", AlertState.FIRING, 40L));
        }
    }

    @Test
    void aJobThatIsRestoredAfterADrainGoesOn() throws Exception {
        try (BurnBench bench = new BurnBench(PLAIN, Kind.HEAP)) {
            bench.event(5, "a", false);
            bench.watermark(12);
            bench.drainAndRestore();
            assertThat(bench.alerts()).hasSize(1);
            bench.event(15, "b", true);
            bench.watermark(29);

            assertThat(bench.late()).isEmpty();
            assertThat(bench.alerts()).extracting(Alert::state).containsExactly(AlertState.FIRING, AlertState.RESOLVED);
        }
    }

    @Test
    void aHundredThousandKeysLeaveNothingBehind() throws Exception {
        try (BurnBench bench = new BurnBench(PLAIN, Kind.HEAP)) {
            for (int i = 0; i < 100_000; i++) {
                bench.event(i % 50, "k" + i, i % 3 > 0);
            }
            bench.watermark(100);
            assertThat(bench.timers()).isEqualTo(100_000);
            bench.watermark(2 * PLAIN.period().toMillis());

            assertThat(bench.keysInState()).isZero();
            assertThat(bench.timers()).isZero();
        }
    }

    /** A barrier would wait for all that leaves at once. */
    @Test
    void aFullCacheLetsLittleGoAtATime() throws Exception {
        try (BurnBench bench = new BurnBench(PLAIN, Kind.SOME_CACHE)) {
            int written = 0;
            int most = 0;
            for (int i = 0; i < 1_500; i++) {
                bench.event(5, "k" + i, true);
                int now = bench.keysWritten();
                most = Math.max(most, now - written);
                written = now;
            }
            assertThat(written).isBetween(1_000, 1_499);
            assertThat(most).isBetween(1, 4);
        }
    }

    @Test
    void afterRescalingEachKeyKeepsTheTimeOfItsFormerSubtask() throws Exception {
        OperatorSubtaskState ahead = snapshot(0, 100);
        OperatorSubtaskState behind = snapshot(1, 5);
        OperatorSubtaskState both = AbstractStreamOperatorTestHarness.repartitionOperatorState(
                AbstractStreamOperatorTestHarness.repackageState(ahead, behind), BurnBench.KEY_GROUPS, 2, 1, 0);

        try (var harness = BurnBench.open(PLAIN, Kind.HEAP, 1, 0, both)) {
            harness.processElement(event(50, keyOf(0)));
            harness.processElement(event(50, keyOf(1)));
            harness.processWatermark(new Watermark(60));

            assertThat(harness.getSideOutput(BurnBench.TAGS.late()))
                    .singleElement()
                    .satisfies(late -> assertThat(late.getValue().watermark()).isEqualTo(100));
            assertThat(harness.extractOutputValues())
                    .singleElement()
                    .satisfies(alert -> assertThat(alert.key().value("k")).isEqualTo(keyOf(1)));
        }
    }

    private static OperatorSubtaskState snapshot(int subtask, long watermark) throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, Alert> harness =
                BurnBench.open(PLAIN, Kind.HEAP, 2, subtask, null)) {
            harness.processWatermark(new Watermark(watermark));
            return harness.snapshot(1, 0);
        }
    }

    /** A key that belongs to this one of two subtasks. */
    private static String keyOf(int subtask) {
        int i = 0;
        while (KeyGroupRangeAssignment.assignKeyToParallelOperator(Key.of("k" + i), BurnBench.KEY_GROUPS, 2)
                != subtask) {
            i++;
        }
        return "k" + i;
    }

    private static StreamRecord<WindowInput> event(long time, String key) {
        io.tidemark.event.Event event = new io.tidemark.event.Event(new Object[] {key, false, true}, time, null, null);
        return new StreamRecord<>(
                new WindowInput(Key.of(key), time, time, event.readTime(), new Object[] {null}, null, event), time);
    }
}
