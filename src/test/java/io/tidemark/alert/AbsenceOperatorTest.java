package io.tidemark.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.Alert;
import io.tidemark.event.AlertState;
import io.tidemark.event.Key;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.AlertSpec.Absence;
import io.tidemark.time.StateMisfitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Absences against the contract's sentences, and against themselves restored. */
final class AbsenceOperatorTest {
    private static final AlertSpec SPEC = spec(5, 24);
    private static final List<String> KEYS = List.of("a", "b", "c");

    private static AlertSpec spec(long absentMs, long forgetMs) {
        return new AlertSpec(
                "silent",
                "in",
                List.of("k"),
                "page",
                Map.of("team", "a"),
                "{k} was silent after {n}",
                null,
                new Absence(Duration.ofMillis(absentMs), Duration.ofMillis(forgetMs)));
    }

    /** A random script. */
    record Given(long seed, AlertSpec spec, AlertScript script) {
        @Override
        public String toString() {
            return "seed " + seed;
        }
    }

    static Stream<Given> randomScripts() {
        return LongStream.range(0, 600).mapToObj(AbsenceOperatorTest::given);
    }

    static Stream<Given> someRandomScripts() {
        return LongStream.range(1000, 1060).mapToObj(AbsenceOperatorTest::given);
    }

    private static Given given(long seed) {
        Random random = new Random(seed);
        long absent = 1 + random.nextInt(20);
        AlertSpec spec = spec(absent, absent + 1 + random.nextInt(60));
        AlertScript script = new AlertScript();
        int disorder = random.nextInt(30);
        long now = random.nextInt(100) - 50;
        for (int i = 0; i < 60; i++) {
            now += random.nextInt(6) == 0 ? random.nextInt(80) : random.nextInt(6);
            script.event(now - (disorder == 0 ? 0 : random.nextInt(disorder)), KEYS.get(random.nextInt(3)), i);
            if (random.nextInt(3) == 0) {
                script.watermark(now - random.nextInt(disorder + 1));
            }
        }
        if (random.nextBoolean()) {
            script.watermark(now + random.nextInt(50));
        }
        if (random.nextBoolean()) {
            script.watermark(Long.MAX_VALUE);
        }
        return new Given(seed, spec, script);
    }

    /** By the definition: the events that were on time, in order of time, and the silences between them. */
    private static List<String> expected(Given given) {
        Absence absence = (Absence) given.spec().form();
        Map<String, TreeMap<Long, Long>> onTime = new TreeMap<>();
        long watermark = Long.MIN_VALUE;
        boolean ended = false;
        for (AlertScript.Step step : given.script().steps) {
            if (!step.isWatermark()) {
                if (step.end() > watermark) {
                    onTime.computeIfAbsent(step.key(), key -> new TreeMap<>()).put(step.end(), step.n());
                }
            } else if (step.end() == Long.MAX_VALUE) {
                ended = true;
            } else {
                watermark = Math.max(watermark, step.end());
            }
        }
        List<String> alerts = new ArrayList<>();
        for (Map.Entry<String, TreeMap<Long, Long>> key : onTime.entrySet()) {
            for (Map.Entry<Long, Long> last : key.getValue().entrySet()) {
                Long next = key.getValue().higherKey(last.getKey());
                long due = last.getKey() + absence.absentFor().toMillis();
                if (due > watermark || next != null && next <= due) {
                    continue;
                }
                alerts.add(AlertBench.text(key.getKey(), "firing", last.getKey(), "" + due, last.getValue()));
                boolean remembered = next != null
                        && next <= last.getKey() + absence.forgetAfter().toMillis();
                if (remembered && (next <= watermark || ended)) {
                    alerts.add(AlertBench.text(key.getKey(), "resolved", last.getKey(), "" + next, last.getValue()));
                }
            }
        }
        return alerts;
    }

    @ParameterizedTest
    @MethodSource("randomScripts")
    void alertsAreThoseOfTheDefinition(Given given) throws Exception {
        assertThat(given.script().play(given.spec(), null, false, 0)).isEqualTo(expected(given));
    }

    @ParameterizedTest
    @MethodSource("someRandomScripts")
    void restoreAfterEachElementChangesNothing(Given given) throws Exception {
        assertThat(given.script().play(given.spec(), null, false, 1)).isEqualTo(expected(given));
    }

    /** Events come before timers that are due, and so do checkpoints. */
    @ParameterizedTest
    @MethodSource("someRandomScripts")
    void timersThatStandBackChangeNothing(Given given) throws Exception {
        assertThat(given.script().playInterrupted(given.spec(), null, 0)).isEqualTo(expected(given));
        assertThat(given.script().playInterrupted(given.spec(), null, 2)).isEqualTo(expected(given));
    }

    @ParameterizedTest
    @MethodSource("someRandomScripts")
    void rocksDbGivesTheSame(Given given) throws Exception {
        assertThat(given.script().play(given.spec(), null, true, 17)).isEqualTo(expected(given));
    }

    @Test
    void firesWhenTheWatermarkReachesTheLastEventPlusTheDuration() throws Exception {
        try (AlertBench bench = new AlertBench(SPEC, null)) {
            bench.event(10, "a", 3L).watermark(14);
            assertThat(bench.alerts()).isEmpty();

            bench.watermark(15);
            assertThat(bench.texts()).containsExactly("a firing 10..15 n=3");
            Alert alert = bench.alerts().get(0);
            assertThat(alert.message()).isEqualTo("a was silent after 3");
            assertThat(alert.severity()).isEqualTo("page");
            assertThat(alert.labels()).containsExactly(Map.entry("team", "a"));
        }
    }

    @Test
    void anEventAtTheVeryEndOfTheDurationIsNoAbsence() throws Exception {
        try (AlertBench bench = new AlertBench(SPEC, null)) {
            bench.event(10, "a", 1L).event(15, "a", 2L).watermark(19);
            assertThat(bench.alerts()).isEmpty();
        }
    }

    @Test
    void aSilenceBetweenTwoEventsIsOneThoughBothAreThereAlready() throws Exception {
        try (AlertBench bench = new AlertBench(SPEC, null)) {
            bench.event(16, "a", 2L).event(10, "a", 1L).watermark(20);
            assertThat(bench.texts()).containsExactly("a firing 10..15 n=1", "a resolved 10..16 n=1");
            assertThat(bench.alerts().get(1).id())
                    .isEqualTo(bench.alerts().get(0).id());
            assertThat(bench.alerts().get(1).position()).isEqualTo(1);
        }
    }

    @Test
    void theEndOfInputDecidesNoAbsenceButResolvesWhatHasSpoken() throws Exception {
        try (AlertBench bench = new AlertBench(SPEC, null)) {
            bench.event(10, "a", 1L).event(10, "b", 1L).watermark(15);
            bench.event(18, "a", 2L).end();
            assertThat(bench.texts())
                    .containsExactlyInAnyOrder("a firing 10..15 n=1", "b firing 10..15 n=1", "a resolved 10..18 n=1");
        }
    }

    @Test
    void aJobThatIsRestoredAfterADrainGoesOn() throws Exception {
        try (AlertBench bench = new AlertBench(SPEC, null)) {
            bench.event(10, "a", 1L).end().restore();
            bench.watermark(14);
            assertThat(bench.alerts()).isEmpty();
            bench.watermark(15);
            assertThat(bench.texts()).containsExactly("a firing 10..15 n=1");
        }
    }

    @Test
    void aForgottenKeyIsNewWhenItSpeaks() throws Exception {
        try (AlertBench bench = new AlertBench(SPEC, null)) {
            bench.event(10, "a", 1L).watermark(34);
            assertThat(bench.stateEntries()).isZero();
            assertThat(bench.timers()).isZero();

            bench.event(36, "a", 2L).watermark(41);
            assertThat(bench.texts()).containsExactly("a firing 10..15 n=1", "a firing 36..41 n=2");
        }
    }

    @Test
    void aKeyThatSpeaksWhenItIsAboutToBeForgottenIsResolved() throws Exception {
        try (AlertBench bench = new AlertBench(SPEC, null)) {
            bench.event(10, "a", 1L).watermark(20).event(34, "a", 2L).watermark(38);
            assertThat(bench.texts()).containsExactly("a firing 10..15 n=1", "a resolved 10..34 n=1");
        }
    }

    @Test
    void lateEventsAreNoSignOfLife() throws Exception {
        try (AlertBench bench = new AlertBench(SPEC, null)) {
            bench.event(10, "a", 1L).watermark(14).restore().event(14, "a", 2L).watermark(15);
            assertThat(bench.texts()).containsExactly("a firing 10..15 n=1");
            assertThat(bench.late()).singleElement().satisfies(late -> {
                assertThat(late.node()).isEqualTo("silent");
                assertThat(late.watermark()).isEqualTo(14);
                assertThat(late.eventTime()).isEqualTo(14);
            });
            assertThat(bench.count("in")).isEqualTo(1); // counts begin anew at a restart
            assertThat(bench.count("late")).isEqualTo(1);
        }
    }

    @Test
    void durationsMayChangeWhileStateIsKept() throws Exception {
        try (AlertBench bench = new AlertBench(SPEC, null)) {
            bench.event(10, "a", 1L).watermark(11).restore(spec(9, 24)).watermark(18);
            assertThat(bench.alerts()).isEmpty();
            bench.watermark(19);
            assertThat(bench.texts()).containsExactly("a firing 10..19 n=1");
        }
    }

    @Test
    void stateOfAnotherKeyIsRefused() throws Exception {
        AlertSpec global = new AlertSpec("silent", "in", List.of(), null, Map.of(), null, null, SPEC.form());
        try (AlertBench bench = new AlertBench(SPEC, null)) {
            bench.event(10, "a", 1L);
            assertThatThrownBy(() -> bench.restore(global))
                    .isInstanceOf(StateMisfitException.class)
                    .hasMessageStartingWith(
                            "alert silent: its key was k string when the state was written and is nothing now");
        }
    }

    @Test
    void aHundredThousandKeysLeaveNothingBehind() throws Exception {
        try (AlertBench bench = new AlertBench(SPEC, null)) {
            for (int i = 0; i < 100_000; i++) {
                bench.event(10, "k" + i, 1L);
            }
            bench.watermark(15);
            assertThat(bench.alerts()).hasSize(100_000).allMatch(alert -> alert.state() == AlertState.FIRING);
            assertThat(bench.alerts().stream().map(Alert::id).distinct()).hasSize(100_000);
            bench.watermark(34);
            assertThat(bench.stateEntries()).isZero();
            assertThat(bench.timers()).isZero();
            assertThat(bench.alerts()).hasSize(100_000);
            assertThat(bench.alerts().get(0).groupingKey()).isInstanceOf(Key.class);
        }
    }
}
