package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.WindowResult;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Session;
import io.tidemark.window.WindowBench.Backend;
import io.tidemark.window.WindowScript.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions of limited length against the contract's sentence taken literally, and against themselves restored. */
final class CutSessionOperatorTest {
    /** A window and the random script it gets. */
    record Given(long seed, WindowSpec spec, WindowScript script) {
        @Override
        public String toString() {
            return "seed " + seed + ": " + spec.assigner() + " lateness " + spec.allowedLateness() + " " + spec.emit();
        }
    }

    static Stream<Given> randomWindows() {
        return LongStream.range(0, 600).mapToObj(CutSessionOperatorTest::given);
    }

    static Stream<Given> someRandomWindows() {
        return LongStream.range(1000, 1060).mapToObj(CutSessionOperatorTest::given);
    }

    private static Given given(long seed) {
        Random random = new Random(seed);
        Session session =
                new Session(Duration.ofMillis(1 + random.nextInt(25)), Duration.ofMillis(1 + random.nextInt(60)));
        Emit emit = random.nextInt(3) == 0 ? Emit.FINAL : Emit.ON_TIME;
        WindowSpec spec = WindowScript.spec(session, random.nextBoolean() ? 0 : random.nextInt(90), emit, 0);
        long disorder = random.nextInt(80);
        return new Given(
                seed,
                spec,
                WindowScript.random(random, 60, 1 + random.nextInt(6), disorder, random.nextInt((int) disorder + 1)));
    }

    @ParameterizedTest
    @MethodSource("randomWindows")
    void rowsAreThoseOfTheContract(Given given) throws Exception {
        Outcome outcome = given.script().play(given.spec(), Backend.HEAP, 0);

        assertThat(outcome).isEqualTo(given.script().expected(given.spec()));
    }

    @ParameterizedTest
    @MethodSource("someRandomWindows")
    void restoreAfterEachElementChangesNothing(Given given) throws Exception {
        assertThat(given.script().play(given.spec(), Backend.HEAP, 1))
                .isEqualTo(given.script().expected(given.spec()));
    }

    @ParameterizedTest
    @MethodSource("someRandomWindows")
    void rocksDbGivesTheSame(Given given) throws Exception {
        assertThat(given.script().play(given.spec(), Backend.ROCKSDB, 29))
                .isEqualTo(given.script().expected(given.spec()));
    }

    private static WindowSpec spec(long gap, long max, long lateness, Emit emit) {
        return WindowScript.spec(new Session(Duration.ofMillis(gap), Duration.ofMillis(max)), lateness, emit, 0);
    }

    private static List<String> play(WindowSpec spec, WindowScript script) throws Exception {
        Outcome outcome = script.play(spec, Backend.HEAP, 1);
        assertThat(outcome).isEqualTo(script.expected(spec));
        return outcome.rows().stream()
                .map(row -> row.replaceAll("\\{.*count=(\\d+).*\\}", "n=$1"))
                .toList();
    }

    @Test
    void eventThatIsMaxAfterTheFirstBeginsANewSession() throws Exception {
        WindowScript script = new WindowScript();
        for (long time = 0; time <= 95; time += 10) {
            script.event(time, "a", 1L);
        }

        assertThat(play(spec(15, 30, 0, Emit.ON_TIME), script.watermark(200)))
                .containsExactly(
                        "a [0,30) on-time #0 @200 n=3 cut",
                        "a [30,60) on-time #0 @200 n=3 cut",
                        "a [60,90) on-time #0 @200 n=3 cut",
                        "a [90,105) on-time #0 @200 n=1 whole");
    }

    @Test
    void sessionThatNothingFollowsIsWholeHoweverLong() throws Exception {
        WindowScript script = new WindowScript()
                .event(0, "a", 1L)
                .event(25, "a", 1L)
                .event(50, "a", 1L)
                .watermark(79)
                .event(81, "a", 1L)
                .watermark(200);

        assertThat(play(spec(30, 60, 0, Emit.ON_TIME), script))
                .containsExactly("a [0,80) on-time #0 @79 n=3 whole", "a [81,111) on-time #0 @200 n=1 whole");
    }

    @Test
    void eventExactlyAGapAfterTheLastCutsASessionThatIsLongEnough() throws Exception {
        WindowScript script = new WindowScript()
                .event(0, "a", 1L)
                .event(30, "a", 1L)
                .event(60, "a", 1L)
                .watermark(200);

        assertThat(play(spec(30, 60, 0, Emit.ON_TIME), script))
                .containsExactly("a [0,60) on-time #0 @200 n=2 cut", "a [60,90) on-time #0 @200 n=1 whole");
    }

    /** Which events have come so far must not matter, only which ones come at all. */
    @Test
    void eventAheadOfTimeCutsWhenTimeComesToIt() throws Exception {
        WindowScript script = new WindowScript()
                .event(0, "a", 1L)
                .event(25, "a", 1L)
                .event(50, "a", 1L)
                .event(70, "a", 1L)
                .watermark(65)
                .event(58, "a", 1L)
                .watermark(69)
                .event(59, "a", 1L)
                .watermark(200);

        WindowScript other = new WindowScript()
                .event(0, "a", 1L)
                .event(25, "a", 1L)
                .event(50, "a", 1L)
                .watermark(65)
                .event(58, "a", 1L)
                .event(70, "a", 1L)
                .watermark(69)
                .event(59, "a", 1L)
                .watermark(200);

        assertThat(play(spec(30, 60, 0, Emit.ON_TIME), script))
                .containsExactly("a [0,60) on-time #0 @69 n=4 cut", "a [59,100) on-time #0 @200 n=2 whole")
                .isEqualTo(play(spec(30, 60, 0, Emit.ON_TIME), other));
    }

    @Test
    void lateEventAtTheFrontMovesTheCutsBehindIt() throws Exception {
        WindowScript script = new WindowScript()
                .event(10, "a", 1L)
                .event(20, "a", 1L)
                .event(30, "a", 1L)
                .event(40, "a", 1L)
                .watermark(60)
                .event(5, "a", 1L)
                .watermark(300);

        assertThat(play(spec(10, 20, 100, Emit.ON_TIME), script))
                .containsExactly(
                        "a [10,30) on-time #0 @60 n=2 cut",
                        "a [10,30) withdrawn #1 @60 n=2 cut",
                        "a [30,50) on-time #0 @60 n=2 whole",
                        "a [5,25) late #0 @60 n=3 cut");
    }

    @Test
    void cutsThatComeBackCountTheirRowsOn() throws Exception {
        WindowScript script = new WindowScript()
                .event(100, "a", 1L)
                .event(110, "a", 1L)
                .watermark(150)
                .event(95, "a", 1L)
                .event(80, "a", 1L)
                .watermark(400);

        assertThat(play(spec(15, 20, 200, Emit.ON_TIME), script))
                .containsExactly(
                        "a [100,125) late #2 @150 n=2 whole",
                        "a [100,125) on-time #0 @150 n=2 whole",
                        "a [100,125) withdrawn #1 @150 n=2 whole",
                        "a [80,100) late #0 @150 n=2 cut",
                        "a [95,125) late #0 @150 n=3 whole",
                        "a [95,125) withdrawn #1 @150 n=3 whole");
    }

    @Test
    void eventWhoseSessionIsClosedOnceItIsCutIsLate() throws Exception {
        WindowSpec spec = spec(30, 20, 0, Emit.ON_TIME);
        WindowScript script = new WindowScript()
                .event(70, "a", 1L)
                .event(81, "a", 1L)
                .watermark(80)
                .event(61, "a", 1L)
                .event(62, "a", 1L)
                .watermark(200);

        Outcome outcome = script.play(spec, Backend.HEAP, 1);

        assertThat(outcome).isEqualTo(script.expected(spec));
        assertThat(outcome.late()).containsExactly(3L);
    }

    @Test
    void finalRowComesWhenTheCutSessionCloses() throws Exception {
        WindowScript script = new WindowScript()
                .event(0, "a", 1L)
                .event(25, "a", 1L)
                .event(50, "a", 1L)
                .event(70, "a", 1L)
                .watermark(58)
                .watermark(68)
                .watermark(69)
                .watermark(98)
                .watermark(99)
                .watermark(200);

        assertThat(play(spec(30, 60, 0, Emit.FINAL), script))
                .containsExactly("a [0,60) final #0 @69 n=3 cut", "a [70,100) final #0 @99 n=1 whole");
        assertThat(play(spec(30, 60, 40, Emit.FINAL), script))
                .containsExactly("a [0,60) final #0 @99 n=3 cut", "a [70,100) final #0 @200 n=1 whole");
    }

    /** A barrier between two keys' timers: what is due and not out comes out once, behind the restore or an event. */
    @ParameterizedTest
    @EnumSource(Backend.class)
    void interruptedTimersFireOnceAfterTheRestore(Backend backend) throws Exception {
        for (int interruptions = 1; interruptions <= 3; interruptions++) {
            try (WindowBench bench = new WindowBench(spec(15, 30, 50, Emit.ON_TIME), backend)) {
                for (int key = 0; key < 8; key++) {
                    for (long time = 0; time <= 40; time += 10) {
                        bench.event(time, "k" + key, 1L, null);
                    }
                }

                for (int i = 0; i < interruptions; i++) {
                    bench.interruptedWatermark(45);
                }
                int before = bench.rows().size();
                for (int key = 0; key < 8; key++) {
                    bench.event(26, "k" + key, 2L, null);
                }
                bench.restore();
                bench.watermark(45);
                bench.watermark(60);
                bench.watermark(Long.MAX_VALUE);

                assertThat(before).as("fired before the barrier").isBetween(1, 7);
                assertThat(bench.rows().stream()
                                .map(row -> row.key().get(0) + " " + bounds(row))
                                .toList())
                        .doesNotHaveDuplicates()
                        .as("the last row of each session")
                        .filteredOn(row -> row.contains(" 0 30 true 4 5 "))
                        .hasSize(8);
                assertThat(bench.rows().stream().filter(row -> row.startMs() == 30))
                        .hasSize(8)
                        .allMatch(row -> row.endMs() == 55 && Boolean.FALSE.equals(row.truncated()));
                assertThat(bench.rows()).allMatch(row -> row.startMs() == 0 || row.startMs() == 30);
                assertThat(bench.counted()).isEqualTo(8 * 6);
                assertThat(bench.stateEntries()).isZero();
                assertThat(bench.timers()).isZero();
            }
        }
    }

    /** In any order of arrival within the disorder that watermarks allow for, the same rows. */
    @ParameterizedTest
    @EnumSource(Backend.class)
    void sessionsDependOnTheEventsAlone(Backend backend) throws Exception {
        WindowSpec spec = spec(12, 40, 0, Emit.ON_TIME);
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<Long> times = new ArrayList<>();
            long now = 0;
            for (int i = 0; i < 60; i++) {
                now += random.nextInt(15);
                times.add(now);
            }

            assertThat(bounds(spec, shuffled(times, random), backend))
                    .as("seed %d", seed)
                    .isEqualTo(bounds(spec, times, backend));
        }
    }

    /** Blocks of ten events at a time, each in an order of its own. */
    private static List<Long> shuffled(List<Long> times, Random random) {
        List<Long> shuffled = new ArrayList<>(times);
        for (int i = 0; i < shuffled.size(); i += 10) {
            Collections.shuffle(shuffled.subList(i, i + 10), random);
        }
        return shuffled;
    }

    private static List<String> bounds(WindowSpec spec, List<Long> times, Backend backend) throws Exception {
        try (WindowBench bench = new WindowBench(spec, backend)) {
            for (int i = 0; i < times.size(); i++) {
                bench.event(times.get(i), "a", times.get(i), null);
                if (i % 10 == 9) {
                    bench.watermark(times.subList(0, i + 1).stream()
                                    .mapToLong(Long::longValue)
                                    .max()
                                    .orElseThrow()
                            - 1);
                }
            }
            bench.watermark(Long.MAX_VALUE);
            assertThat(bench.late()).isEmpty();
            assertThat(bench.stateEntries()).isZero();
            assertThat(bench.timers()).isZero();
            return bench.rows().stream().map(CutSessionOperatorTest::bounds).toList();
        }
    }

    private static String bounds(WindowResult row) {
        return row.startMs() + " " + row.endMs() + " " + row.truncated() + " " + row.value("count") + " "
                + row.value("sum") + " " + row.pane();
    }
}
