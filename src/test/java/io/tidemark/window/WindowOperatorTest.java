package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Assigner;
import io.tidemark.spec.WindowSpec.Cumulative;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Hopping;
import io.tidemark.spec.WindowSpec.Session;
import io.tidemark.spec.WindowSpec.Tumbling;
import io.tidemark.window.WindowBench.Backend;
import io.tidemark.window.WindowBench.Heap;
import io.tidemark.window.WindowScript.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The window operators against the contract written down plainly, and against themselves restored at each element. */
final class WindowOperatorTest {
    /** A window and the random script it gets. */
    record Given(long seed, WindowSpec spec, WindowScript script) {
        @Override
        public String toString() {
            return "seed " + seed + ": " + spec.assigner() + " lateness " + spec.allowedLateness() + " " + spec.emit()
                    + " early " + spec.early();
        }
    }

    static Stream<Given> randomWindows() {
        return LongStream.range(0, 400).mapToObj(WindowOperatorTest::given);
    }

    static Stream<Given> someRandomWindows() {
        return LongStream.range(1000, 1040).mapToObj(WindowOperatorTest::given);
    }

    private static Given given(long seed) {
        Random random = new Random(seed);
        long size = 1 + random.nextInt(40);
        long every = 1 + random.nextInt((int) size);
        Assigner assigner = switch (random.nextInt(4)) {
            case 0 -> new Tumbling(Duration.ofMillis(size), offset(random, size));
            case 1 -> new Hopping(Duration.ofMillis(size), Duration.ofMillis(every), offset(random, size));
            case 2 -> new Cumulative(Duration.ofMillis(every * (1 + random.nextInt(6))), Duration.ofMillis(every));
            default -> new Session(Duration.ofMillis(1 + random.nextInt(15)));
        };
        Emit emit = random.nextInt(3) == 0 ? Emit.FINAL : Emit.ON_TIME;
        boolean early = emit == Emit.ON_TIME
                && size > 1
                && random.nextBoolean()
                && (assigner instanceof Tumbling || assigner instanceof Hopping);
        WindowSpec spec = WindowScript.spec(
                assigner,
                random.nextBoolean() ? 0 : random.nextInt(60),
                emit,
                early ? 1 + random.nextInt((int) size - 1) : 0);
        long disorder = random.nextInt(80);
        return new Given(
                seed,
                spec,
                WindowScript.random(random, 60, 1 + random.nextInt(6), disorder, random.nextInt((int) disorder + 1)));
    }

    private static Duration offset(Random random, long size) {
        return Duration.ofMillis(random.nextInt((int) size * 2 - 1) - size + 1);
    }

    @ParameterizedTest
    @MethodSource("randomWindows")
    void rowsAreThoseOfTheContract(Given given) throws Exception {
        Outcome outcome = given.script().play(given.spec(), Backend.HEAP, 0);

        assertThat(outcome).isEqualTo(given.script().expected(given.spec()));
        assertThat(given.script().play(given.spec(), Backend.HEAP, Heap.ALONE, 0))
                .isEqualTo(outcome);
    }

    static Stream<Given> windowsOfManySlices() {
        return LongStream.range(3000, 3080).mapToObj(seed -> {
            Random random = new Random(seed);
            Hopping hopping = new Hopping(
                    Duration.ofMillis(50 + random.nextInt(60)),
                    Duration.ofMillis(1 + random.nextInt(2)),
                    Duration.ZERO);
            int lateness = random.nextBoolean() ? 0 : random.nextInt(60);
            Emit emit = random.nextInt(3) == 0 ? Emit.FINAL : Emit.ON_TIME;
            WindowSpec spec = WindowScript.spec(hopping, lateness, emit, random.nextInt(3) == 0 ? 20 : 0);
            return new Given(seed, spec, WindowScript.random(random, 150, 2, random.nextInt(60), random.nextInt(20)));
        });
    }

    /** Each is made of the one before it, where that can be, and late events come in between. */
    @ParameterizedTest
    @MethodSource("windowsOfManySlices")
    void rowsOfManySlicesAreThoseOfTheContract(Given given) throws Exception {
        Outcome expected = given.script().expected(given.spec());

        assertThat(given.script().play(given.spec(), Backend.HEAP, 0)).isEqualTo(expected);
        assertThat(given.script().play(given.spec(), Backend.HEAP, Heap.SMALL, 0))
                .isEqualTo(expected);
        assertThat(given.script().play(given.spec(), Backend.HEAP, 7)).isEqualTo(expected);
    }

    /** Every element lets all else leave the heap, or most of it. */
    @ParameterizedTest
    @MethodSource("randomWindows")
    void littleHeapChangesNothing(Given given) throws Exception {
        Outcome expected = given.script().expected(given.spec());

        assertThat(given.script().play(given.spec(), Backend.HEAP, Heap.NONE, 0))
                .isEqualTo(expected);
        assertThat(given.script().play(given.spec(), Backend.HEAP, Heap.SMALL, 0))
                .isEqualTo(expected);
    }

    /** Events come before partials have left and timers have fired that are due. */
    @ParameterizedTest
    @MethodSource("randomWindows")
    void watermarksThatStandBackChangeNothing(Given given) throws Exception {
        assertThat(given.script()
                        .play(given.spec(), Backend.HEAP, Heap.INTERRUPTED, 0)
                        .atAnyTime())
                .isEqualTo(given.script().expected(given.spec()).atAnyTime());
    }

    /** So do checkpoints. */
    @ParameterizedTest
    @MethodSource("someRandomWindows")
    void watermarksThatStandBackFromCheckpointsChangeNothing(Given given) throws Exception {
        assertThat(given.script()
                        .play(given.spec(), Backend.HEAP, Heap.INTERRUPTED, 1)
                        .atAnyTime())
                .isEqualTo(given.script().expected(given.spec()).atAnyTime());
        assertThat(given.script()
                        .play(given.spec(), Backend.ROCKSDB, Heap.INTERRUPTED, 29)
                        .atAnyTime())
                .isEqualTo(given.script().expected(given.spec()).atAnyTime());
    }

    @ParameterizedTest
    @MethodSource("someRandomWindows")
    void littleHeapAndRestoresChangeNothing(Given given) throws Exception {
        assertThat(given.script().play(given.spec(), Backend.HEAP, Heap.NONE, 1))
                .isEqualTo(given.script().expected(given.spec()));
        assertThat(given.script().play(given.spec(), Backend.ROCKSDB, Heap.NONE, 29))
                .isEqualTo(given.script().expected(given.spec()));
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

    @ParameterizedTest
    @MethodSource("kinds")
    void rocksDbRestoredAfterEachElementGivesTheSame(Assigner assigner) throws Exception {
        WindowSpec spec = WindowScript.spec(assigner, 20, Emit.ON_TIME, 0);
        WindowScript script = WindowScript.random(new Random(7), 40, 4, 30, 5);

        assertThat(script.play(spec, Backend.ROCKSDB, 1)).isEqualTo(script.expected(spec));
    }

    static List<Assigner> kinds() {
        return List.of(
                new Hopping(Duration.ofMillis(25), Duration.ofMillis(10), Duration.ofMillis(-3)),
                new Cumulative(Duration.ofMillis(30), Duration.ofMillis(5)),
                new Session(Duration.ofMillis(8)),
                new Session(Duration.ofMillis(8), Duration.ofMillis(15)));
    }

    @Test
    void eventBeforeTheFirstWatermarkIsInEachOfItsFinalWindows() throws Exception {
        WindowSpec spec = WindowScript.spec(
                new Hopping(Duration.ofMillis(30), Duration.ofMillis(15), Duration.ZERO), 86_370, Emit.FINAL, 0);
        WindowScript script = new WindowScript()
                .event(10, "a", 1L)
                .watermark(9)
                .event(11, "a", 2L)
                .watermark(Long.MAX_VALUE);

        assertThat(script.play(spec, Backend.HEAP, 0).rows())
                .containsExactly(
                        "a [-15,15) final #0 @" + Long.MAX_VALUE + " {big=0, count=2, max=2, sum=3}",
                        "a [0,30) final #0 @" + Long.MAX_VALUE + " {big=0, count=2, max=2, sum=3}");
    }

    @Test
    void earlyRowsHoldOnlyWhatIsBeforeTheirBoundary() throws Exception {
        WindowSpec spec = WindowScript.spec(new Tumbling(Duration.ofMillis(60), Duration.ZERO), 0, Emit.ON_TIME, 20);
        WindowScript script = new WindowScript()
                .event(5, "a", 60L)
                .event(25, "a", 1L)
                .watermark(19)
                .watermark(45)
                .watermark(59);

        assertThat(script.play(spec, Backend.HEAP, 0).rows())
                .containsExactly(
                        "a [0,60) early #0 @19 {big=1, count=1, max=60, sum=60}",
                        "a [0,60) early #1 @45 {big=1, count=2, max=60, sum=61}",
                        "a [0,60) on-time #2 @59 {big=1, count=2, max=60, sum=61}");
    }

    @Test
    void lateEventOfAWindowWithoutARowGivesItsFirst() throws Exception {
        WindowSpec spec = WindowScript.spec(new Tumbling(Duration.ofMillis(10), Duration.ZERO), 100, Emit.ON_TIME, 0);
        WindowScript script = new WindowScript()
                .watermark(50)
                .event(5, "a", 7L)
                .event(6, "a", 8L)
                .watermark(200);

        assertThat(script.play(spec, Backend.HEAP, 0).rows())
                .containsExactly(
                        "a [0,10) late #0 @50 {big=0, count=1, max=7, sum=7}",
                        "a [0,10) late #1 @50 {big=0, count=2, max=8, sum=15}");
    }

    /** Timers of several keys are due, and a barrier comes between them, followed by a failure. */
    @ParameterizedTest
    @EnumSource(Backend.class)
    void interruptedTimersFireOnceAfterTheRestore(Backend backend) throws Exception {
        WindowSpec spec = WindowScript.spec(new Tumbling(Duration.ofMillis(10), Duration.ZERO), 50, Emit.ON_TIME, 0);
        try (WindowBench bench = new WindowBench(spec, backend)) {
            for (int key = 0; key < 8; key++) {
                bench.event(5, "k" + key, 1L, null);
            }

            bench.interruptedWatermark(20);
            int before = bench.rows().size();
            for (int key = 0; key < 8; key++) {
                bench.event(6, "k" + key, 2L, null);
            }
            bench.restore();
            bench.watermark(15);
            bench.watermark(25);
            bench.watermark(Long.MAX_VALUE);

            assertThat(before).as("fired before the barrier").isBetween(1, 7);
            List<String> rows = new ArrayList<>(bench.rows().stream()
                    .map(row -> row.key().get(0) + " #" + row.revision() + " " + row.value("sum"))
                    .toList());
            List<String> last = IntStream.range(0, 8)
                    .mapToObj(key -> rows.stream()
                            .filter(row -> row.startsWith("k" + key))
                            .reduce((a, b) -> b)
                            .orElseThrow())
                    .toList();
            assertThat(last).allMatch(row -> row.endsWith(" 3"));
            assertThat(rows)
                    .as("an event comes after its key's rows that are due")
                    .hasSize(16)
                    .doesNotHaveDuplicates();
            assertThat(bench.stateEntries()).isZero();
            assertThat(bench.timers()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Backend.class)
    void eventThatWasLateBeforeARestartIsLateAfterIt(Backend backend) throws Exception {
        for (Assigner assigner : kinds()) {
            WindowSpec spec = WindowScript.spec(assigner, 0, Emit.ON_TIME, 0);
            try (WindowBench bench = new WindowBench(spec, backend)) {
                bench.event(0, "a", 1L, null);
                bench.watermark(1000);
                int rows = bench.rows().size();

                bench.restore();
                bench.watermark(-5);
                bench.event(1, "a", 1L, null);
                bench.watermark(Long.MAX_VALUE);

                assertThat(bench.late()).containsExactly(2L);
                assertThat(bench.rows()).hasSize(rows);
            }
        }
    }
}
