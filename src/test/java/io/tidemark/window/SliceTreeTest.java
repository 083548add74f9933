package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Key;
import io.tidemark.job.PlannedWindows;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Hopping;
import io.tidemark.window.WindowBench.Backend;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a window of many slices costs: a logarithmic number of accumulators, and a state half as large again at most. */
final class SliceTreeTest {
    private static final int RATIO = 3600;

    /** 2 · 3 nodes a level and side of a range, of two accumulators each at most; 4^5 is the largest run in 3600. */
    private static final int MOST_READ = 2 * 3 * 2 * 6;

    private static final AggregateLayout LAYOUT = PlannedWindows.plan(
                    WindowScript.spec(
                            new Hopping(Duration.ofHours(1), Duration.ofSeconds(1), Duration.ZERO), 0, Emit.ON_TIME, 0),
                    WindowBench.SCHEMA)
            .layout();

    private static final AggregateLayout PERCENTILES = PlannedWindows.plan(
                    new WindowSpec(
                            "w",
                            "in",
                            List.of("k"),
                            new Hopping(Duration.ofHours(1), Duration.ofSeconds(1), Duration.ZERO),
                            null,
                            Map.of("p50", "p50(v)", "p95", "p95(v)", "p99", "p99(v)"),
                            Duration.ZERO,
                            Emit.ON_TIME,
                            null,
                            WindowSpec.DEFAULT_ACCURACY),
                    WindowBench.SCHEMA)
            .layout();

    /** Which slices hold events. */
    record Pattern(String name, LongPredicate holds) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Pattern> patterns() {
        return Stream.of(
                new Pattern("all", slice -> true),
                new Pattern("every second", slice -> slice % 2 == 0),
                new Pattern("two of four at each level", slice -> everyDigitBelow(slice, 2)),
                new Pattern("two of four, in fours", slice -> (slice & 3) < 2),
                new Pattern("one of sixteen", slice -> slice % 16 == 5),
                new Pattern("half by chance", slice -> new Random(slice * 7919).nextBoolean()),
                new Pattern("a twentieth by chance", slice -> new Random(slice * 104729).nextInt(20) == 0));
    }

    private static boolean everyDigitBelow(long slice, int limit) {
        for (long rest = slice; rest > 0; rest /= 4) {
            if (rest % 4 >= limit) {
                return false;
            }
        }
        return true;
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void windowsOf3600SlicesAreMadeOfLogarithmicallyMany(Pattern pattern) throws Exception {
        CountedAccumulators kept = new CountedAccumulators(LAYOUT);
        SliceIndex index = new SliceIndex();
        SliceTree tree = new SliceTree(LAYOUT, index, kept);
        long fired = 3 * RATIO;
        for (long end = 1; end <= fired; end++) {
            long newest = end - 1;
            if (pattern.holds().test(newest)) {
                tree.put(newest, accumulator(newest));
                index.slices.add(newest);
            }
            WindowAccumulator window = tree.range(end - RATIO, end);

            // The least value goes with each slice, so that no window is made of the one before once slices go.
            assertThat((double) kept.reads / end)
                    .as("read a window until %s", end)
                    .isLessThan(MOST_READ);
            assertThat(index.nodes.size()).as("nodes at %s", end).isLessThanOrEqualTo(index.slices.size() / 2);
            assertThat(kept.map).hasSize(index.slices.size() + index.nodes.size());
            if (end % 97 == 0) {
                assertThat(window == null ? 0 : window.eventCount)
                        .isEqualTo(LongStream.range(Math.max(0, end - RATIO), end)
                                .filter(pattern.holds())
                                .count());
            }
            retireBefore(tree, index, end - RATIO);
        }
    }

    private static void retireBefore(SliceTree tree, SliceIndex index, long first) throws Exception {
        int count = 0;
        while (count < index.slices.size() && index.slices.get(count) < first) {
            tree.retire(index.slices.get(count++));
        }
        index.slices.removeFirst(count);
    }

    @Test
    void stateOfAnHourByTheSecondIsWithinOneAndAHalfOfItsSlices() throws Exception {
        Hopping window = new Hopping(Duration.ofHours(1), Duration.ofSeconds(1), Duration.ZERO);
        try (WindowBench bench = new WindowBench(WindowScript.spec(window, 0, Emit.ON_TIME, 0), Backend.HEAP)) {
            for (long second = 0; second < 4000; second++) {
                bench.event(second * 1000, "a", second, null);
                if (second % 500 == 499) {
                    bench.watermark(second * 1000 + 999);
                    int slices = bench.accumulators(SliceTreeTest::isSlice);
                    assertThat(slices).isEqualTo((int) Math.min(second + 1, RATIO - 1));
                    assertThat(bench.accumulators(number -> true)).isLessThanOrEqualTo(slices * 3 / 2);
                }
            }
            assertThat(bench.timers()).isEqualTo(1);
            assertThat(bench.rows().get(bench.rows().size() - 1).value("count")).isEqualTo(3600L);

            bench.watermark(Long.MAX_VALUE);
            assertThat(bench.rows()).hasSize(4000 + RATIO - 1);
            assertThat(bench.counted()).isEqualTo(4000);
            assertThat(bench.stateEntries()).isZero();
        }
    }

    /** Values of a slice, and what they look like. */
    record Values(String name, int ofSlice, DoubleUnaryOperator shape) {
        @Override
        public String toString() {
            return ofSlice + " " + name + " a slice";
        }
    }

    static Stream<Values> values() {
        return Stream.of("1,3,20,300".split(","))
                .map(Integer::parseInt)
                .flatMap(count -> Stream.of(
                        new Values("latencies", count, x -> Math.rint(Math.exp(4 + x) * 100) / 100),
                        new Values("whole milliseconds", count, x -> Math.rint(Math.exp(4 + x))),
                        new Values("doubles with all their digits", count, x -> Math.exp(4 + x))));
    }

    /** As they are in a checkpoint, when each window of an hour by the second has fired. */
    @ParameterizedTest
    @MethodSource("values")
    void bytesOfPercentilesAreWithinOneAndAHalfOfThoseOfTheSlices(Values values) throws Exception {
        CountedAccumulators kept = new CountedAccumulators(PERCENTILES);
        SliceIndex index = new SliceIndex();
        SliceTree tree = new SliceTree(PERCENTILES, index, kept);
        Random random = new Random(values.ofSlice());
        for (long end = 1; end <= RATIO + 600; end++) {
            WindowAccumulator slice = PERCENTILES.createAccumulator();
            for (int i = 0; i < values.ofSlice(); i++) {
                double value = values.shape().applyAsDouble(random.nextGaussian());
                PERCENTILES.add(slice, new Object[] {value});
            }
            tree.put(end - 1, slice);
            index.slices.add(end - 1);
            WindowAccumulator window = Objects.requireNonNull(tree.range(end - RATIO, end));

            assertThat(window.eventCount).isEqualTo(Math.min(end, RATIO) * values.ofSlice());
            retireBefore(tree, index, end - RATIO);
            if (end % 200 == 0) {
                long slices = kept.bytes(SliceTreeTest::isSlice);
                assertThat(kept.bytes(number -> true)).as("at %d", end).isLessThanOrEqualTo(slices * 3 / 2);
            }
        }
    }

    /** Late events, gaps, steps of several slices and a heap that is full now and then. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void eachWindowIsThatOfItsSlicesToTheByte(long seed) throws Exception {
        Random random = new Random(seed);
        CountedAccumulators kept = new CountedAccumulators(PERCENTILES);
        SliceIndex index = new SliceIndex();
        SliceTree tree = new SliceTree(PERCENTILES, index, kept);
        int size = 100;
        int moved = 0;
        for (long end = 1; end <= 1_500; end += random.nextInt(20) == 0 ? 1 + random.nextInt(size) : 1) {
            for (int i = random.nextInt(20); i > 0; i--) {
                long slice = random.nextInt(8) == 0 ? Math.max(end - size, end - 1 - random.nextInt(size)) : end - 1;
                add(tree, index, slice, Math.exp(random.nextGaussian()));
            }
            if (random.nextInt(50) == 0) {
                kept.keepRunning(null);
            }
            RunningRange before = kept.running();
            WindowAccumulator window = tree.range(end - size, end);
            moved += before != null && kept.running() == before ? 1 : 0;

            WindowAccumulator expected = PERCENTILES.createAccumulator();
            for (int i = index.slices.ceiling(end - size); i < index.slices.size(); i++) {
                PERCENTILES.merge(expected, Objects.requireNonNull(tree.slice(index.slices.get(i))));
            }
            assertThat(kept.written(window == null ? PERCENTILES.createAccumulator() : window))
                    .as("at %d", end)
                    .isEqualTo(kept.written(expected));
            retireBefore(tree, index, end - size - random.nextInt(3));
        }
        assertThat(moved).as("windows made of the one before").isGreaterThan(100);
    }

    private static void add(SliceTree tree, SliceIndex index, long slice, double value) throws Exception {
        WindowAccumulator known = tree.slice(slice);
        WindowAccumulator accumulator = known == null ? PERCENTILES.createAccumulator() : known;
        WindowInput input = new WindowInput(Key.of(List.of("a")), slice, slice, 0, new Object[] {value}, null, null);
        input.addTo(accumulator, PERCENTILES);
        tree.put(slice, accumulator);
        tree.addAbove(slice, input);
        index.slices.add(slice);
    }

    private static WindowAccumulator accumulator(long n) {
        WindowAccumulator accumulator = LAYOUT.createAccumulator();
        LAYOUT.add(accumulator, new Object[] {n, n, n, n});
        return accumulator;
    }

    private static boolean isSlice(long number) {
        return number % 8 == 0;
    }

    /** Counts what is read. */
    private static final class CountedAccumulators implements NumberedAccumulators {
        final Map<Long, WindowAccumulator> map = new HashMap<>();
        private final TypeSerializer<WindowAccumulator> serializer;
        private @Nullable RunningRange running;
        int reads;

        CountedAccumulators(AggregateLayout layout) {
            serializer = layout.serializer();
        }

        /** What those of these numbers take in state. */
        long bytes(LongPredicate numbers) throws IOException {
            long bytes = 0;
            for (Map.Entry<Long, WindowAccumulator> entry : map.entrySet()) {
                bytes += numbers.test(entry.getKey()) ? bytes(entry.getValue()) : 0;
            }
            return bytes;
        }

        @Override
        public @Nullable RunningRange running() {
            return running;
        }

        @Override
        public void keepRunning(@Nullable RunningRange now) {
            running = now;
        }

        @Override
        public int bytes(WindowAccumulator accumulator) throws IOException {
            return written(accumulator).length;
        }

        byte[] written(WindowAccumulator accumulator) throws IOException {
            DataOutputSerializer out = new DataOutputSerializer(64);
            serializer.serialize(accumulator, out);
            return out.getCopyOfBuffer();
        }

        @Override
        public @Nullable WindowAccumulator get(long number) {
            reads++;
            return map.get(number);
        }

        @Override
        public void put(long number, WindowAccumulator accumulator) {
            map.put(number, accumulator);
        }

        @Override
        public void remove(long number) {
            map.remove(number);
        }
    }
}
