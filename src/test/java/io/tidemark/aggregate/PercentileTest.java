package io.tidemark.aggregate;

import static io.tidemark.aggregate.AggregateHarness.number;
import static io.tidemark.aggregate.AggregateHarness.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.DDSketches;
import io.tidemark.event.FieldType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Percentiles: exact for few values, within their bound of the sorted array for many. */
class PercentileTest {
    private static final String[] PERCENTAGES = {
        "1", "2", "5", "10", "25", "33.3", "50", "66.7", "75", "90", "95", "99", "99.5", "99.9", "99.99", "100"
    };

    private record Distribution(String name, ToDoubleFunction<Random> draw) {
        double[] draw(Random random, int size) {
            double[] values = new double[size];
            for (int i = 0; i < size; i++) {
                values[i] = draw.applyAsDouble(random);
            }
            return values;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Distribution> DISTRIBUTIONS = List.of(
            new Distribution("lognormal", random -> Math.exp(random.nextGaussian() * 1.5 + 4)),
            new Distribution("pareto", random -> Math.pow(1 - random.nextDouble(), -1 / 1.1)),
            new Distribution(
                    "bimodal",
                    random -> random.nextInt(10) < 9
                            ? 5 + random.nextGaussian() * 0.1
                            : 30_000 + random.nextGaussian() * 1_000),
            new Distribution("negative", random -> -Math.exp(random.nextGaussian() * 2)),
            new Distribution("both signs", random -> random.nextGaussian() * Math.exp(random.nextInt(20) - 10)),
            new Distribution("constant", random -> 42.42),
            new Distribution("few values", random -> random.nextInt(4) * 10.0),
            new Distribution("tiny", random -> random.nextDouble() * 1e-6),
            new Distribution("powers of two", random -> Math.scalb(1.0, random.nextInt(60) - 25)),
            new Distribution("from least to greatest", random -> Math.exp((random.nextDouble() * 24 - 9) * 2.302585)));

    static Stream<Arguments> sketched() {
        return DISTRIBUTIONS.stream()
                .flatMap(distribution -> Stream.of(257, 1_000, 20_000)
                        .flatMap(size -> Stream.of(0.01, 0.001, 0.1)
                                .map(accuracy -> Arguments.of(distribution, size, accuracy, 7L * size))));
    }

    static Stream<Arguments> exact() {
        return DISTRIBUTIONS.stream()
                .flatMap(distribution ->
                        Stream.of(1, 2, 10, 101, 256).map(size -> Arguments.of(distribution, size, 3L * size)));
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    /** By the definition, on the sorted array. */
    private static double percentile(double[] sorted, String percentage) {
        double rank = new BigDecimal(percentage).movePointLeft(2).doubleValue() * (sorted.length - 1);
        int below = (int) rank;
        double low = sorted[below];
        return rank == below ? low : low + (sorted[below + 1] - low) * (rank - below);
    }

    private static String[] functions() {
        return Arrays.stream(PERCENTAGES).map(p -> "percentile " + p).toArray(String[]::new);
    }

    @ParameterizedTest(name = "{0}, {1} values, seed {2}")
    @MethodSource("exact")
    void upTo256ValuesAreExact(Distribution distribution, int size, long seed) {
        double[] values = distribution.draw(new Random(seed), size);
        AggregateHarness harness = new AggregateHarness(FieldType.DOUBLE, 0.1, functions());

        List<Object> results = harness.results(harness.of(boxed(values)));

        Arrays.sort(values);
        for (int i = 0; i < PERCENTAGES.length; i++) {
            assertThat((double) results.get(i))
                    .as("p" + PERCENTAGES[i])
                    .isEqualTo(Math.min(values[size - 1], percentile(values, PERCENTAGES[i])));
        }
    }

    @ParameterizedTest(name = "{0}, {1} values, accuracy {2}, seed {3}")
    @MethodSource("sketched")
    void above256ValuesEachPercentileIsWithinItsBound(Distribution distribution, int size, double accuracy, long seed) {
        double[] values = distribution.draw(new Random(seed), size);
        AggregateHarness harness = new AggregateHarness(FieldType.DOUBLE, accuracy, functions());

        List<Object> results = harness.results(harness.of(boxed(values)));

        Arrays.sort(values);
        for (int i = 0; i < PERCENTAGES.length; i++) {
            double rank = new BigDecimal(PERCENTAGES[i]).movePointLeft(2).doubleValue() * (size - 1);
            double low = values[(int) rank];
            double high = values[Math.min(size - 1, (int) rank + 1)];
            double exact = percentile(values, PERCENTAGES[i]);
            double magnitude = low * high > 0 ? Math.abs(exact) : Math.max(Math.abs(low), Math.abs(high));
            assertThat((double) results.get(i))
                    .as("p" + PERCENTAGES[i] + " of " + exact)
                    .isBetween(values[0], values[size - 1])
                    .isBetween(exact - accuracy * magnitude - 1e-9, exact + accuracy * magnitude + 1e-9);
        }
    }

    @ParameterizedTest(name = "{0}, {1} values, accuracy {2}, seed {3}")
    @MethodSource("sketched")
    void eachValueByRankIsWithinTheAccuracy(Distribution distribution, int size, double accuracy, long seed) {
        double[] values = distribution.draw(new Random(seed), size);
        LogMapping mapping = new LogMapping(accuracy);
        QuantileSketch sketch = new QuantileSketch();
        for (double value : values) {
            sketch.add(value, mapping);
        }

        Arrays.sort(values);
        double before = Double.NEGATIVE_INFINITY;
        for (int rank = 0; rank < size; rank += Math.max(1, size / 500)) {
            double read = sketch.valueAt(rank, mapping);
            double exact = Math.abs(values[rank]) < LogMapping.MIN_VALUE ? 0 : values[rank];
            assertThat(Math.abs(read - exact))
                    .as("rank " + rank + ": " + read + " for " + exact)
                    .isLessThanOrEqualTo(Math.max(LogMapping.MIN_VALUE, accuracy * Math.abs(exact)));
            assertThat(read).isGreaterThanOrEqualTo(before);
            before = read;
        }
    }

    @Test
    void whatWasReadBeforeDoesNotChangeWhatIsRead() {
        LogMapping mapping = new LogMapping(0.01);
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            QuantileSketch sketch = new QuantileSketch();
            sketch.add(1, mapping);
            for (int i = 0; i < 2_000; i++) {
                switch (random.nextInt(8)) {
                    case 0 -> sketch.add(random.nextInt(20) - 5, mapping);
                    case 1 -> sketch.merge(sketch.copy());
                    case 2 -> sketch.subtract(sketch.valueAt(sketch.count() / 2, mapping), mapping);
                    default -> {}
                }
                long rank = Math.min(random.nextInt(3) + random.nextLong(sketch.count()), sketch.count() - 1);
                for (long next = rank; next < Math.min(rank + 2, sketch.count()); next++) {
                    assertThat(sketch.valueAt(next, mapping))
                            .as("seed " + seed + ", rank " + next + " of " + sketch.count())
                            .isEqualTo(sketch.copy().valueAt(next, mapping));
                }
                if (sketch.count() > 1L << 40) {
                    sketch = new QuantileSketch();
                    sketch.add(-3, mapping);
                }
            }
        }
    }

    /** DataDog's own implementation, whose rank is rounded down where ours interpolates: n is such that ranks are whole. */
    @ParameterizedTest(name = "{0}, {1} values, accuracy {2}, seed {3}")
    @MethodSource("sketched")
    void agreesWithTheLibrary(Distribution distribution, int size, double accuracy, long seed) {
        double[] values = distribution.draw(new Random(seed), 1 + size / 100 * 100);
        DDSketch oracle = DDSketches.unboundedDense(accuracy);
        LogMapping mapping = new LogMapping(accuracy);
        QuantileSketch sketch = new QuantileSketch();
        for (double value : values) {
            oracle.accept(value);
            sketch.add(value, mapping);
        }

        for (int percentage = 0; percentage <= 100; percentage++) {
            double library = oracle.getValueAtQuantile(percentage / 100.0);
            // The rank as the library computes it: its error may move one value down, ours must follow.
            double ours = sketch.valueAt((long) (percentage / 100.0 * (values.length - 1)), mapping);
            assertThat(Math.abs(ours - library))
                    .as("p" + percentage + ": " + ours + ", library " + library)
                    .isLessThanOrEqualTo(2.0001 * accuracy / (1 - accuracy) * Math.abs(library) + LogMapping.MIN_VALUE);
        }
        assertThat((double) sketch.count()).isEqualTo(oracle.getCount());
    }

    @ParameterizedTest(name = "{0}, {1} values, accuracy {2}, seed {3}")
    @MethodSource("sketched")
    void neverFallsInThePercentage(Distribution distribution, int size, double accuracy, long seed) {
        double[] values = distribution.draw(new Random(seed), size / 3);
        String[] functions = new String[991];
        for (int i = 0; i < functions.length; i++) {
            functions[i] = "percentile " + BigDecimal.valueOf(10L + i, 1);
        }
        AggregateHarness harness = new AggregateHarness(FieldType.DOUBLE, accuracy, functions);

        List<Object> results = harness.results(harness.of(boxed(values)));

        for (int i = 1; i < results.size(); i++) {
            assertThat((double) results.get(i)).as(functions[i]).isGreaterThanOrEqualTo((double) results.get(i - 1));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.01, 0.05, 0.1})
    void bucketsHoldTheirAccuracyAtEveryEdge(double accuracy) {
        LogMapping mapping = new LogMapping(accuracy);
        Random random = new Random(99);
        int last = Integer.MIN_VALUE;
        for (int step = 0; step <= 200_000; step++) {
            double magnitude = 1e-9 * Math.exp(step / 200_000.0 * Math.log(1e24));
            magnitude = Math.min(1e15, step % 3 == 0 ? Math.nextUp(magnitude) : magnitude);
            int bucket = mapping.index(magnitude);
            double value = mapping.value(bucket);
            assertThat(mapping.value(bucket)).as("asked again").isEqualTo(value);
            assertThat(bucket).isGreaterThanOrEqualTo(last);
            assertThat(Math.abs(value - magnitude) / magnitude)
                    .as("bucket " + bucket + " of " + magnitude)
                    .isLessThanOrEqualTo(accuracy);
            last = bucket;
        }
        for (int i = 0; i < 1_000; i++) {
            double power = Math.scalb(1.0, random.nextInt(75) - 29);
            for (double magnitude : new double[] {power, Math.nextDown(power), Math.nextUp(power)}) {
                assertThat(Math.abs(mapping.value(mapping.index(magnitude)) - magnitude) / magnitude)
                        .isLessThanOrEqualTo(accuracy);
            }
        }
    }

    @Test
    void magnitudesBeyondTheRangeCountAsItsEndsButTheExtremesAreKept() {
        List<Double> values = new ArrayList<>(Collections.nCopies(300, 1e300));
        values.addAll(Collections.nCopies(300, 1e-300));
        values.addAll(Collections.nCopies(300, -1e20));
        AggregateHarness harness =
                new AggregateHarness(FieldType.DOUBLE, 0.01, "percentile 10", "median", "p90", "percentile 100");

        List<Object> results = harness.results(harness.of(values));

        assertThat((double) results.get(0)).isBetween(-1.01e15, -0.99e15);
        assertThat(results.get(1)).isEqualTo(0.0);
        assertThat((double) results.get(2)).isBetween(0.99e15, 1.01e15);
        assertThat(results.get(3)).isEqualTo(1e300);
    }

    @Test
    void valuesThatAllLieBeyondTheRangeStayBetweenTheirExtremes() {
        assertThat(result(FieldType.DOUBLE, "p50", Collections.nCopies(300, 1e18)))
                .isEqualTo(1e18);
        assertThat(result(FieldType.DOUBLE, "p50", Collections.nCopies(300, -1e-12)))
                .isEqualTo(-1e-12);
    }

    @Test
    void interpolationSurvivesTheGreatestDoubles() {
        List<Double> values = List.of(-0x1p1023, 0x1p1023);

        assertThat(number(FieldType.DOUBLE, "median", values)).isEqualTo(0.0);
        assertThat(number(FieldType.DOUBLE, "p75", values)).isEqualTo(0x1p1022);
        assertThat(number(FieldType.DOUBLE, "percentile 100", List.of(-Double.MAX_VALUE, Double.MAX_VALUE)))
                .isEqualTo(Double.MAX_VALUE);
    }

    @Test
    void longsAndDecimalsCountAsTheNearestDouble() {
        assertThat(result(FieldType.LONG, "median", List.of(1L, 2L))).isEqualTo(1.5);
        assertThat(result(FieldType.LONG, "percentile 100", List.of(Long.MAX_VALUE)))
                .isEqualTo(0x1p63);
        assertThat(result(FieldType.DECIMAL, "p50", List.of(new BigDecimal("0.1"))))
                .isEqualTo(0.1);
        assertThat(result(FieldType.DECIMAL, "p50", List.of(new BigDecimal("1e400"))))
                .isEqualTo(Double.MAX_VALUE);
    }

    @Test
    void oneValueIsEachOfItsPercentiles() {
        assertThat(result(FieldType.DOUBLE, "percentile 1", List.of(7.25))).isEqualTo(7.25);
        assertThat(result(FieldType.DOUBLE, "p999", List.of(7.25))).isEqualTo(7.25);
    }

    @Test
    void smallWindowsAndSketchesAreSmall() {
        AggregateHarness harness = new AggregateHarness(FieldType.DOUBLE, 0.01, "p50", "p95", "p99");
        Random random = new Random(1);
        List<Double> cents = new ArrayList<>();
        List<Double> lognormal = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            lognormal.add(Math.exp(random.nextGaussian() + 3));
        }
        for (int i = 0; i < 100; i++) {
            cents.add(Math.round(lognormal.get(i) * 10) / 10.0);
        }

        assertThat(harness.bytes(harness.of(cents)).length).isLessThan(200);
        assertThat(harness.bytes(harness.of(lognormal)).length).isLessThan(500);
    }
}
