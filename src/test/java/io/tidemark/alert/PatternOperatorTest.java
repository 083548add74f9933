package io.tidemark.alert;

import static io.tidemark.alert.RandomPatterns.where;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tidemark.alert.AfterMatch.Kind;
import io.tidemark.event.Alert;
import io.tidemark.event.AlertState;
import io.tidemark.event.Event;
import io.tidemark.event.Key;
import io.tidemark.event.SideRecord;
import io.tidemark.testkit.Mails;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What patterns do with time, state, failures and each other's matches. */
final class PatternOperatorTest {
    private static final AfterMatch NO_SKIP = new AfterMatch(Kind.NONE, null);
    private static final AfterMatch PAST_LAST = new AfterMatch(Kind.PAST_LAST, null);

    private static PatternStep step(String name, String where, int min, int max, Contiguity next) {
        return new PatternStep(name, where(where), min, max, false, false, false, next, next);
    }

    private static PatternStep one(String name, Contiguity next) {
        return PatternStep.one(name, where("t = '" + name + "'"), next);
    }

    private static PatternStep not(String name, Contiguity next) {
        return new PatternStep(name, where("t = '" + name + "'"), 1, 1, false, false, true, next, next);
    }

    private static PatternPlan plan(long within, AfterMatch afterMatch, PatternStep... steps) {
        return new PatternPlan(List.of(steps), within, afterMatch);
    }

    /** Three {@code f} in a row in less than 300 s. */
    private static PatternPlan threeInARow(AfterMatch afterMatch) {
        return plan(300_000, afterMatch, step("f", "t = 'f'", 3, 3, Contiguity.STRICT));
    }

    @Test
    void alertTellsOfItsMatch() throws Exception {
        try (PatternBench bench = new PatternBench(threeInARow(PAST_LAST))) {
            bench.event(10, "u", "f").event(20, "u", "f").event(30, "u", "f").watermark(29);
            assertThat(bench.alerts()).isEmpty();

            Alert alert = bench.watermark(30).alerts().get(0);

            assertThat(alert.alert()).isEqualTo("p");
            assertThat(alert.state()).isEqualTo(AlertState.MATCHED);
            assertThat(alert.key().value("k")).isEqualTo("u");
            assertThat(alert.since()).isEqualTo(10);
            assertThat(alert.at()).isEqualTo(30);
            assertThat(alert.evidence()).containsOnlyKeys("f");
            assertThat(bench.matches()).containsExactly("f: f@10 f@20 f@30 | 10..30");
        }
    }

    @Test
    void idsOfMatchesWithOneBeginningDiffer() throws Exception {
        PatternPlan plan = plan(100, NO_SKIP, one("a", Contiguity.STRICT), one("b", Contiguity.ANY));
        try (PatternBench bench = new PatternBench(plan)) {
            bench.event(1, "u", "a").event(2, "u", "b").event(3, "u", "b").watermark(3);

            assertThat(bench.matches()).containsExactly("a: a@1, b: b@2 | 1..2", "a: a@1, b: b@3 | 1..3");
            assertThat(bench.alerts().stream().map(Alert::id).distinct()).hasSize(2);
        }
    }

    @Test
    void keysAreApart() throws Exception {
        try (PatternBench bench = new PatternBench(threeInARow(PAST_LAST))) {
            for (String key : List.of("u", "v", "u", "v", "u")) {
                bench.event(bench.count("seen"), key, "f");
            }
            assertThat(bench.event(5, null, "f").watermark(10).matches()).containsExactly("f: f@0 f@2 f@4 | 0..4");
        }
    }

    @Test
    void eventsOfEqualTimeKeepTheirOrderOfArrival() throws Exception {
        PatternPlan plan = plan(100, NO_SKIP, one("a", Contiguity.STRICT), one("b", Contiguity.STRICT));
        try (PatternBench bench = new PatternBench(plan)) {
            bench.event(5, "u", "b").event(5, "u", "a").event(5, "u", "b").restore();

            assertThat(bench.watermark(5).matches()).containsExactly("a: a@5, b: b@5 | 5..5");
        }
    }

    @Test
    void lateEventGoesToTheSideAndHasNoEffect() throws Exception {
        try (PatternBench bench = new PatternBench(threeInARow(PAST_LAST))) {
            bench.event(0, "u", "f").event(4000, "u", "f").watermark(4000);
            bench.restore();
            bench.event(4000, "u", "s")
                    .event(2000, "v", "f")
                    .event(4001, "u", "f")
                    .watermark(10_000);

            assertThat(bench.late()).containsExactly(3L, 4L);
            assertThat(bench.matches()).containsExactly("f: f@0 f@4000 f@4001 | 0..4001");
        }
    }

    @Test
    void lastNotIsDecidedByTimeAlone() throws Exception {
        PatternPlan plan = plan(100, PAST_LAST, one("a", Contiguity.STRICT), not("b", Contiguity.RELAXED));
        try (PatternBench bench = new PatternBench(plan)) {
            bench.event(0, "u", "a").event(50, "v", "a").event(149, "v", "b").event(1000, "w", "x");
            bench.watermark(99);
            assertThat(bench.matches()).isEmpty();
            assertThat(bench.restore().watermark(100).matches()).containsExactly("a: a@0 | 0..100");
            assertThat(bench.watermark(2000).matches()).hasSize(1);
        }
    }

    @Test
    void lastNotLooksAtEventsBeforeTheBorderOnly() throws Exception {
        PatternPlan plan = plan(100, PAST_LAST, one("a", Contiguity.STRICT), not("b", Contiguity.RELAXED));
        try (PatternBench bench = new PatternBench(plan)) {
            bench.event(0, "u", "a").event(99, "u", "b").event(0, "v", "a").event(100, "v", "b");

            assertThat(bench.watermark(500).alerts())
                    .singleElement()
                    .satisfies(alert -> assertThat(alert.key().value("k")).isEqualTo("v"));
        }
    }

    /** In Flink CEP this is no match unless another event of the key follows. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, PatternStep.UNBOUNDED})
    void lastNotWaitsForNoMoreEventsOfTheStepBefore(int max) throws Exception {
        PatternPlan plan =
                plan(100, PAST_LAST, step("a", "t = 'a'", 2, max, Contiguity.RELAXED), not("b", Contiguity.RELAXED));
        try (PatternBench bench = new PatternBench(plan)) {
            bench.event(0, "u", "a").event(10, "u", "a");

            assertThat(bench.watermark(100).matches()).containsExactly("a: a@0 a@10 | 0..100");
        }
    }

    /** Flink CEP forgets all but one of them. */
    @Test
    void severalNotsInARowAllCount() throws Exception {
        PatternPlan plan = plan(
                100,
                NO_SKIP,
                one("a", Contiguity.STRICT),
                not("b", Contiguity.RELAXED),
                not("c", Contiguity.STRICT),
                not("d", Contiguity.RELAXED));
        for (String type : List.of("b", "c", "d")) {
            try (PatternBench bench = new PatternBench(plan)) {
                bench.event(0, "u", "a").event(1, "u", type).watermark(100);
                assertThat(bench.matches()).as(type).isEmpty();
            }
        }
        try (PatternBench bench = new PatternBench(plan)) {
            bench.event(0, "u", "a").event(1, "u", "x").event(2, "u", "c").watermark(100);
            assertThat(bench.matches()).containsExactly("a: a@0 | 0..100");
        }
    }

    @Test
    void endOfInputDecidesNoAbsence() throws Exception {
        PatternPlan plan = plan(100, PAST_LAST, one("a", Contiguity.STRICT), not("b", Contiguity.RELAXED));
        try (PatternBench bench = new PatternBench(plan)) {
            bench.event(0, "u", "a").event(50, "u", "a").event(160, "u", "x").watermark(120);
            bench.end();

            assertThat(bench.matches()).containsExactly("a: a@0 | 0..100");
            assertThat(bench.stateEntries()).isZero();
            assertThat(bench.timers()).isZero();
        }
    }

    @Test
    void endOfInputTakesWhatWaits() throws Exception {
        try (PatternBench bench = new PatternBench(threeInARow(PAST_LAST))) {
            bench.event(2, "u", "f").event(1, "u", "f").event(3, "u", "f").end();

            assertThat(bench.matches()).containsExactly("f: f@1 f@2 f@3 | 1..3");
        }
    }

    @Test
    void matchThatAnOlderPartialMatchHoldsBackComesOutWhenThatIsOver() throws Exception {
        PatternPlan held = plan(
                100,
                PAST_LAST,
                step("x", "t IN ('a', 'b')", 1, 1, Contiguity.STRICT),
                step("y", "t = 'b'", 1, 1, Contiguity.RELAXED),
                new PatternStep(
                        "z",
                        where("n = x.n", List.of("x")),
                        1,
                        1,
                        false,
                        false,
                        false,
                        Contiguity.RELAXED,
                        Contiguity.RELAXED));
        try (PatternBench bench = new PatternBench(held)) {
            bench.put(PatternBench.event(0, "u", "a", 1L)).put(PatternBench.event(10, "u", "b", 2L));
            bench.put(PatternBench.event(20, "u", "b", 9L)).put(PatternBench.event(30, "u", "e", 2L));
            bench.watermark(99);
            // b@10 b@20 e@30 is complete, but a@0 b@10 may become a match that skips it.
            assertThat(bench.matches()).isEmpty();
            bench.restore();

            assertThat(bench.watermark(100).matches()).containsExactly("x: b@10, y: b@20, z: e@30 | 10..30");
            assertThat(bench.watermark(200).stateEntries()).isZero();
        }
        try (PatternBench bench = new PatternBench(held)) {
            bench.put(PatternBench.event(0, "u", "a", 1L)).put(PatternBench.event(10, "u", "b", 2L));
            bench.put(PatternBench.event(20, "u", "b", 9L)).put(PatternBench.event(30, "u", "e", 2L));

            assertThat(bench.end().matches()).containsExactly("x: b@10, y: b@20, z: e@30 | 10..30");
        }
    }

    @Test
    void skipTargetThatTheMatchLacksOrBeginsWithSkipsNothing() throws Exception {
        PatternStep optional = new PatternStep(
                "b", where("t = 'b'"), 1, 1, true, false, false, Contiguity.RELAXED, Contiguity.RELAXED);
        for (Kind kind : List.of(Kind.TO_FIRST, Kind.TO_LAST)) {
            PatternPlan lacking = plan(
                    100,
                    new AfterMatch(kind, "b"),
                    step("a", "t = 'a'", 2, 2, Contiguity.STRICT),
                    optional,
                    one("c", Contiguity.RELAXED));
            try (PatternBench bench = new PatternBench(lacking)) {
                bench.event(1, "u", "a")
                        .event(2, "u", "a")
                        .event(3, "u", "a")
                        .event(4, "u", "c")
                        .watermark(500);
                assertThat(bench.matches()).containsExactly("a: a@1 a@2, c: c@4 | 1..4", "a: a@2 a@3, c: c@4 | 2..4");
            }
            PatternPlan first = plan(100, new AfterMatch(kind, "a"), one("a", Contiguity.STRICT));
            try (PatternBench bench = new PatternBench(first)) {
                bench.event(1, "u", "a").event(2, "u", "a").watermark(500);
                assertThat(bench.matches()).containsExactly("a: a@1 | 1..1", "a: a@2 | 2..2");
            }
        }
    }

    @Test
    void conditionSeesTheLastEventOfAnEarlierStep() throws Exception {
        PatternPlan plan = plan(
                100,
                PAST_LAST,
                step("failed", "t = 'f'", 2, 2, Contiguity.RELAXED),
                new PatternStep(
                        "other",
                        where("t = 's' AND n <> failed.n", List.of("failed")),
                        1,
                        1,
                        false,
                        false,
                        false,
                        Contiguity.RELAXED,
                        Contiguity.RELAXED));
        try (PatternBench bench = new PatternBench(plan)) {
            bench.put(PatternBench.event(1, "u", "f", 7L)).put(PatternBench.event(2, "u", "f", 8L));
            bench.put(PatternBench.event(3, "u", "s", 8L)).put(PatternBench.event(4, "u", "s", 7L));

            assertThat(bench.watermark(10).matches()).containsExactly("failed: f@1 f@2, other: s@4 | 1..4");
        }
    }

    @Test
    void eventForWhichAConditionFailsHasNoEffect() throws Exception {
        PatternPlan plan = plan(100, NO_SKIP, step("a", "t = 'a' AND 6 / n > 1", 2, 2, Contiguity.STRICT));
        try (PatternBench bench = new PatternBench(plan)) {
            bench.put(PatternBench.event(1, "u", "a", 1L)).put(PatternBench.event(2, "u", "a", 0L));
            bench.put(PatternBench.event(3, "u", "a", 2L)).watermark(10);

            assertThat(bench.matches()).containsExactly("a: a@1 a@3 | 1..3");
            assertThat(bench.failed())
                    .singleElement()
                    .satisfies(record -> assertThat(record.eventTime()).isEqualTo(2));
            assertThat(bench.count("in")).isEqualTo(bench.count("seen") + bench.count("failed"));
        }
    }

    @Test
    void eventForWhichAConditionOnAnEarlierStepFailsHasNoEffect() throws Exception {
        PatternPlan plan = plan(
                100,
                NO_SKIP,
                one("a", Contiguity.STRICT),
                new PatternStep(
                        "b",
                        where("6 / (n - a.n) > 1", List.of("a")),
                        1,
                        1,
                        false,
                        false,
                        false,
                        Contiguity.STRICT,
                        Contiguity.STRICT));
        try (PatternBench bench = new PatternBench(plan)) {
            bench.put(PatternBench.event(1, "u", "a", 1L)).put(PatternBench.event(2, "u", "b", 1L));
            bench.put(PatternBench.event(3, "u", "b", 2L)).watermark(10);

            assertThat(bench.matches()).containsExactly("a: a@1, b: b@3 | 1..3");
            assertThat(bench.failed()).singleElement().satisfies(record -> {
                assertThat(record.reason()).isEqualTo(SideRecord.FAILED);
                assertThat(record.eventTime()).isEqualTo(2);
            });
            assertThat(bench.count("in")).isEqualTo(3);
            assertThat(bench.count("seen")).isEqualTo(2);
            assertThat(bench.count("failed")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eventsOfOneTimeCostNoMoreThanThoseOfManyTimes(boolean rocksDb) throws Exception {
        int events = 3000;
        PatternPlan plan = threeInARow(PAST_LAST);
        bytesOf(plan, rocksDb, events, 1); // so that both find the same compiled code
        long apart = bytesOf(plan, rocksDb, events, 1);
        long together = bytesOf(plan, rocksDb, events, 0);

        assertThat(together).as("bytes allocated").isLessThan(2 * apart);
    }

    /** What it allocates to take in so many events of one key, each {@code stepMs} after the one before. */
    private static long bytesOf(PatternPlan plan, boolean rocksDb, int events, long stepMs) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (PatternBench bench = new PatternBench(plan, rocksDb, false)) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < events; i++) {
                bench.event(i * stepMs, "u", "s");
            }
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            bench.restore().watermark(events);
            assertThat(bench.stateEntries()).isZero();
            return bytes;
        }
    }

    /** Flink CEP leaves an automaton's first state and a counter for every key. */
    @Test
    void keysThatHaveSpokenOnceLeaveNothingBehind() throws Exception {
        try (PatternBench bench = new PatternBench(threeInARow(PAST_LAST))) {
            for (int key = 0; key < 100_000; key++) {
                bench.event(key % 1000, "user-" + key, key % 3 == 0 ? "s" : "f");
            }
            bench.watermark(2000);
            assertThat(bench.stateEntries()).isPositive();

            bench.watermark(1000 + 300_000);

            assertThat(bench.stateEntries()).isZero();
            assertThat(bench.timers()).isZero();
            assertThat(bench.matches()).isEmpty();
        }
    }

    @Test
    void matchThatIsOutLeavesNothingBehindAtOnceButATimer() throws Exception {
        PatternPlan plan = plan(100, PAST_LAST, one("a", Contiguity.STRICT), one("b", Contiguity.STRICT));
        try (PatternBench bench = new PatternBench(plan)) {
            bench.event(-50, "u", "a").event(-49, "u", "b").watermark(-49);

            assertThat(bench.matches()).containsExactly("a: a@-50, b: b@-49 | -50..-49");
            assertThat(bench.stateEntries()).isZero();
            assertThat(bench.watermark(50).timers()).isZero();
        }
    }

    @Test
    void everythingGoesOnAfterRescaling() throws Exception {
        PatternPlan plan =
                plan(100, PAST_LAST, step("a", "t = 'a'", 2, 2, Contiguity.STRICT), not("b", Contiguity.RELAXED));
        OperatorSubtaskState first = begun(plan, 0, 60);
        OperatorSubtaskState second = begun(plan, 1, 5);

        try (KeyedOneInputStreamOperatorTestHarness<Key, Event, Alert> harness = PatternBench.harness(plan, 1, 0)) {
            harness.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                    AbstractStreamOperatorTestHarness.repackageState(first, second), PatternBench.KEY_GROUPS, 2, 1, 0));
            harness.open();
            Mails.run(harness);
            for (int subtask = 0; subtask < 2; subtask++) {
                harness.processElement(new StreamRecord<>(PatternBench.event(50, keyOf(subtask), "x", null), 50));
            }
            harness.processWatermark(new Watermark(100));

            assertThat(harness.extractOutputValues().stream().map(PatternBench::text))
                    .containsExactly("a: a@0 a@1 | 0..100", "a: a@0 a@1 | 0..100");
            List<SideRecord> late = new ArrayList<>();
            PatternBench.drain(harness, PatternBench.TAGS.late(), late);
            // Late only for the key whose time had passed it.
            assertThat(late)
                    .singleElement()
                    .satisfies(record -> assertThat(record.watermark()).isEqualTo(60));
        }
    }

    private static OperatorSubtaskState begun(PatternPlan plan, int subtask, long watermark) throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<Key, Event, Alert> harness =
                PatternBench.harness(plan, 2, subtask)) {
            harness.open();
            harness.processElement(new StreamRecord<>(PatternBench.event(0, keyOf(subtask), "a", null), 0));
            harness.processElement(new StreamRecord<>(PatternBench.event(1, keyOf(subtask), "a", null), 1));
            harness.processWatermark(new Watermark(watermark));
            return harness.snapshot(1, 0);
        }
    }

    private static String keyOf(int subtask) {
        int i = 0;
        while (KeyGroupRangeAssignment.assignKeyToParallelOperator(Key.of("k" + i), PatternBench.KEY_GROUPS, 2)
                != subtask) {
            i++;
        }
        return "k" + i;
    }
}
