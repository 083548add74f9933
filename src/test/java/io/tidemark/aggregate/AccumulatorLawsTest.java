package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.FieldType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every accumulator: it depends on the values alone, down to the bytes. */
class AccumulatorLawsTest {
    private static final int[] SIZES = {0, 1, 2, 3, 17, 255, 256, 257, 258, 700};

    /** A kind of accumulator with values that stress it. */
    private record Subject(String name, AggregateHarness harness, Function<Random, Object> value) {
        List<Object> values(Random random, int size) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                values.add(value.apply(random));
            }
            return values;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Subject subject(String name, FieldType type, Function<Random, Object> value, String... functions) {
        return new Subject(name, new AggregateHarness(type, 0.01, functions), value);
    }

    private static final String[] SUMS = {"count", "sum", "avg"};
    private static final String[] SPREADS = {"sum", "stddev", "stddev_pop", "variance", "variance_pop"};
    private static final String[] EXTREMES = {"min", "max"};
    private static final String[] QUANTILES = {"p50", "p95", "p999", "percentile 1", "percentile 100", "count"};

    private static List<Subject> subjects() {
        return List.of(
                subject("count", FieldType.STRING, AccumulatorLawsTest::text, "count"),
                subject("sums of longs", FieldType.LONG, Random::nextLong, SUMS),
                subject("spreads of longs", FieldType.LONG, AccumulatorLawsTest::whole, SPREADS),
                subject("sums of doubles", FieldType.DOUBLE, AccumulatorLawsTest::anyDouble, SUMS),
                subject("spreads of doubles", FieldType.DOUBLE, AccumulatorLawsTest::anyDouble, SPREADS),
                subject("spreads of latencies", FieldType.DOUBLE, AccumulatorLawsTest::latency, SPREADS),
                subject("sums of decimals", FieldType.DECIMAL, AccumulatorLawsTest::decimal, SUMS),
                subject("spreads of decimals", FieldType.DECIMAL, AccumulatorLawsTest::decimal, SPREADS),
                subject("extremes of longs", FieldType.LONG, AccumulatorLawsTest::whole, EXTREMES),
                subject("extremes of timestamps", FieldType.TIMESTAMP, AccumulatorLawsTest::whole, EXTREMES),
                subject("extremes of doubles", FieldType.DOUBLE, AccumulatorLawsTest::anyDouble, EXTREMES),
                subject("extremes of decimals", FieldType.DECIMAL, AccumulatorLawsTest::decimal, EXTREMES),
                subject("extremes of strings", FieldType.STRING, AccumulatorLawsTest::text, EXTREMES),
                subject("extremes of booleans", FieldType.BOOLEAN, Random::nextBoolean, EXTREMES),
                subject("quantiles of latencies", FieldType.DOUBLE, AccumulatorLawsTest::latency, QUANTILES),
                subject("quantiles of cents", FieldType.DOUBLE, AccumulatorLawsTest::cents, QUANTILES),
                subject("quantiles of doubles", FieldType.DOUBLE, AccumulatorLawsTest::anyDouble, QUANTILES),
                subject("quantiles of longs", FieldType.LONG, AccumulatorLawsTest::whole, QUANTILES),
                subject("quantiles of decimals", FieldType.DECIMAL, AccumulatorLawsTest::decimal, QUANTILES),
                subject("all of one", FieldType.DOUBLE, AccumulatorLawsTest::latency, "p50", "stddev", "min", "sum"));
    }

    static Stream<Arguments> cases() {
        return subjects().stream()
                .flatMap(subject -> Arrays.stream(SIZES).mapToObj(size -> Arguments.of(subject, size, 40L + size)));
    }

    /** Bits at random: all magnitudes from subnormal to the greatest, either sign, some zeros of either sign. */
    private static Object anyDouble(Random random) {
        if (random.nextInt(10) == 0) {
            return random.nextBoolean() ? 0.0 : -0.0;
        }
        while (true) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                return value;
            }
        }
    }

    private static Object latency(Random random) {
        return Math.exp(random.nextGaussian() + 3);
    }

    private static Object cents(Random random) {
        return (random.nextInt(20_000) - 5_000) / 100.0;
    }

    private static Object whole(Random random) {
        return random.nextLong() >> random.nextInt(64);
    }

    private static Object decimal(Random random) {
        return new BigDecimal(new BigInteger(1 + random.nextInt(90), random), random.nextInt(12) - 3)
                .multiply(BigDecimal.valueOf(random.nextInt(3) - 1));
    }

    private static Object text(Random random) {
        char[] units = new char[random.nextInt(4)];
        for (int i = 0; i < units.length; i++) {
            units[i] = random.nextInt(4) == 0 ? (char) (0xD700 + random.nextInt(0x400)) : (char) random.nextInt(300);
        }
        return new String(units);
    }

    @ParameterizedTest(name = "{0}, {1} values, seed {2}")
    @MethodSource("cases")
    void orderOfArrivalDoesNotMatter(Subject subject, int size, long seed) {
        Random random = new Random(seed);
        List<Object> values = subject.values(random, size);
        byte[] expected = subject.harness.bytes(subject.harness.of(values));

        for (int round = 0; round < 3; round++) {
            Collections.shuffle(values, random);
            assertThat(subject.harness.bytes(subject.harness.of(values))).isEqualTo(expected);
        }
    }

    @ParameterizedTest(name = "{0}, {1} values, seed {2}")
    @MethodSource("cases")
    void anyMergeTreeGivesTheSameBytes(Subject subject, int size, long seed) {
        Random random = new Random(seed);
        List<Object> values = subject.values(random, size);
        byte[] expected = subject.harness.bytes(subject.harness.of(values));

        for (int round = 0; round < 3; round++) {
            Collections.shuffle(values, random);
            assertThat(subject.harness.bytes(mergeTree(subject.harness, values, random)))
                    .isEqualTo(expected);
        }
    }

    /** Cuts the values into parts, some empty, some read back from bytes, and merges parts at random. */
    private static WindowAccumulator mergeTree(AggregateHarness harness, List<Object> values, Random random) {
        List<WindowAccumulator> parts = new ArrayList<>();
        int from = 0;
        while (from < values.size() || parts.isEmpty()) {
            int to = Math.min(values.size(), from + random.nextInt(random.nextBoolean() ? 5 : 300));
            WindowAccumulator part = harness.of(values.subList(from, to));
            parts.add(random.nextBoolean() ? part : harness.read(harness.bytes(part)));
            from = to;
        }
        while (parts.size() > 1) {
            WindowAccumulator into = parts.remove(random.nextInt(parts.size()));
            WindowAccumulator other = parts.remove(random.nextInt(parts.size()));
            parts.add(harness.merged(into, other));
        }
        return parts.get(0);
    }

    @ParameterizedTest(name = "{0}, {1} values, seed {2}")
    @MethodSource("cases")
    void mergingCommutesAndAssociatesAndLeavesItsArgumentUsable(Subject subject, int size, long seed) {
        Random random = new Random(seed);
        AggregateHarness harness = subject.harness;
        WindowAccumulator a = harness.of(subject.values(random, size));
        WindowAccumulator b = harness.of(subject.values(random, random.nextInt(300)));
        WindowAccumulator c = harness.of(subject.values(random, random.nextInt(30)));
        byte[] bytesOfB = harness.bytes(b);

        byte[] ab = harness.bytes(harness.merged(harness.copy(a), b));
        byte[] ba = harness.bytes(harness.merged(harness.copy(b), a));
        WindowAccumulator abThenC = harness.merged(harness.merged(harness.copy(a), b), c);
        WindowAccumulator bc = harness.merged(harness.copy(b), c);
        WindowAccumulator aThenBc = harness.merged(harness.copy(a), bc);

        assertThat(ab).isEqualTo(ba);
        assertThat(harness.bytes(abThenC)).isEqualTo(harness.bytes(aThenBc));
        assertThat(harness.bytes(b)).isEqualTo(bytesOfB);
    }

    @ParameterizedTest(name = "{0}, {1} values, seed {2}")
    @MethodSource("cases")
    void subtractingWhatWasMergedLeavesTheRestOrSaysThatItCannot(Subject subject, int size, long seed) {
        Random random = new Random(seed);
        AggregateHarness harness = subject.harness;
        for (int round = 0; round < 20; round++) {
            WindowAccumulator rest = harness.of(subject.values(random, size));
            List<Object> values = subject.values(random, random.nextInt(random.nextInt(10) == 0 ? 300 : 5));
            WindowAccumulator part = harness.of(values);
            if (random.nextBoolean()) {
                part = harness.read(harness.bytes(part));
            }
            byte[] bytesOfPart = harness.bytes(part);
            WindowAccumulator all = harness.merged(harness.copy(rest), part);

            if (harness.layout().subtract(all, part)) {
                assertThat(harness.bytes(all)).isEqualTo(harness.bytes(rest));
                assertThat(harness.results(all)).isEqualTo(harness.results(rest));
            } else {
                assertThat(subject.name).doesNotContain("sums of longs", "sums of doubles", "spreads of l");
            }
            assertThat(harness.bytes(part)).isEqualTo(bytesOfPart);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"quantiles of latencies", "all of one", "extremes of longs", "sums of decimals"})
    void manyValuesCanDoWithoutSomeThatAreNoExtremes(String name) {
        Subject subject = subjects().stream()
                .filter(it -> it.name.equals(name))
                .findFirst()
                .orElseThrow();
        AggregateHarness harness = subject.harness;
        List<Object> values = subject.values(new Random(7), 2_000);
        if (name.equals("sums of decimals")) {
            values.replaceAll(value -> ((BigDecimal) value).setScale(2, RoundingMode.DOWN));
            values.set(0, new BigDecimal("0.125"));
        } else {
            values.sort(null);
        }
        WindowAccumulator all = harness.of(values);

        assertThat(harness.layout().subtract(all, harness.of(values.subList(700, 1_300))))
                .isTrue();
        assertThat(harness.layout().subtract(all, harness.of(values.subList(1_300, 1_400))))
                .isTrue();

        values.subList(700, 1_400).clear();
        assertThat(harness.bytes(all)).isEqualTo(harness.bytes(harness.of(values)));
        assertThat(harness.layout().subtract(all, harness.of(values.subList(0, 1))))
                .as("without the first")
                .isFalse();
    }

    @ParameterizedTest(name = "{0}, {1} values, seed {2}")
    @MethodSource("cases")
    void bytesReadBackGiveTheSameBytesAndResults(Subject subject, int size, long seed) {
        AggregateHarness harness = subject.harness;
        WindowAccumulator written = harness.of(subject.values(new Random(seed), size));
        written.readTime = seed;

        WindowAccumulator read = harness.read(harness.bytes(written));

        assertThat(harness.bytes(read)).isEqualTo(harness.bytes(written));
        assertThat(harness.results(read)).isEqualTo(harness.results(written));
        assertThat(read.eventCount).isEqualTo(size);
        assertThat(read.readTime).isEqualTo(seed);
    }

    @ParameterizedTest(name = "{0}, {1} values, seed {2}")
    @MethodSource("cases")
    void writingAfterEachValueChangesNothing(Subject subject, int size, long seed) {
        AggregateHarness harness = subject.harness;
        List<Object> values = subject.values(new Random(seed), size);
        WindowAccumulator accumulator = harness.layout().createAccumulator();

        for (Object value : values) {
            accumulator = harness.read(harness.bytes(accumulator));
            harness.layout().add(accumulator, new Object[] {value});
        }

        assertThat(harness.bytes(accumulator)).isEqualTo(harness.bytes(harness.of(values)));
    }

    @ParameterizedTest(name = "{0}, {1} values, seed {2}")
    @MethodSource("cases")
    void aCopySharesNothing(Subject subject, int size, long seed) {
        Random random = new Random(seed);
        AggregateHarness harness = subject.harness;
        WindowAccumulator original = harness.of(subject.values(random, size));
        byte[] before = harness.bytes(original);

        WindowAccumulator copy = harness.copy(original);
        for (Object value : subject.values(random, 3)) {
            harness.layout().add(copy, new Object[] {value});
        }
        harness.layout().merge(copy, harness.of(subject.values(random, 300)));

        assertThat(harness.bytes(original)).isEqualTo(before);
        assertThat(copy.eventCount).isEqualTo(size + 303L);
    }

    @ParameterizedTest(name = "{0}, {1} values, seed {2}")
    @MethodSource("cases")
    void nullsCountAsEventsButNotAsValues(Subject subject, int size, long seed) {
        AggregateHarness harness = subject.harness;
        List<Object> values = subject.values(new Random(seed), size);
        WindowAccumulator plain = harness.of(values);
        List<@Nullable Object> withNulls = new ArrayList<>(values);
        withNulls.add(0, null);
        withNulls.add(null);

        WindowAccumulator accumulator = harness.of(withNulls);

        assertThat(harness.results(accumulator)).isEqualTo(harness.results(plain));
        assertThat(accumulator.eventCount).isEqualTo(size + 2L);
    }
}
