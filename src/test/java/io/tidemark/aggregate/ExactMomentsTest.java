package io.tidemark.aggregate;

import static io.tidemark.aggregate.AggregateHarness.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.FieldType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums, averages and spreads are those of exact arithmetic, rounded once. */
class ExactMomentsTest {
    private static final MathContext FINE = new MathContext(2500, RoundingMode.DOWN);
    private static final MathContext FINE_ROOT = new MathContext(400, RoundingMode.DOWN);

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    /** Values of one shape per seed: any bits, like magnitudes, cancelling pairs, subnormals, near the greatest. */
    private static List<Double> doubles(long seed) {
        Random random = new Random(seed);
        Supplier<Double> shape = switch ((int) (seed % 5)) {
            case 0 -> () -> finite(random, random.nextLong());
            case 1 -> () -> Math.exp(random.nextGaussian() * 3);
            case 2 -> () -> (random.nextDouble() - 0.5) * Math.scalb(1.0, random.nextInt(120) - 60);
            case 3 -> () -> finite(random, random.nextLong() & 0x801F_FFFF_FFFF_FFFFL);
            default -> () -> (random.nextBoolean() ? 1 : -1) * Double.MAX_VALUE * random.nextDouble();
        };
        List<Double> values = new ArrayList<>();
        int size = 1 + random.nextInt(40);
        for (int i = 0; i < size; i++) {
            double value = shape.get();
            values.add(value);
            if (seed % 2 == 0 && random.nextBoolean()) {
                values.add(-value);
            }
        }
        Collections.shuffle(values, random);
        return values;
    }

    private static double finite(Random random, long bits) {
        double value = Double.longBitsToDouble(bits);
        return Double.isFinite(value) ? value : random.nextDouble();
    }

    private static BigDecimal sum(Stream<BigDecimal> values) {
        return values.reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** n·Σx² − (Σx)². */
    private static BigDecimal spread(List<BigDecimal> values) {
        BigDecimal squares = sum(values.stream().map(value -> value.pow(2)));
        return squares.multiply(BigDecimal.valueOf(values.size()))
                .subtract(sum(values.stream()).pow(2));
    }

    private static void assertSpreads(FieldType type, List<?> values, List<BigDecimal> exact) {
        BigDecimal n = BigDecimal.valueOf(values.size());
        BigDecimal population = spread(exact).divide(n.pow(2), FINE);
        assertRounded(type, "variance_pop", values, population);
        assertRounded(type, "stddev_pop", values, population.sqrt(FINE_ROOT));
        if (values.size() > 1) {
            BigDecimal sample = spread(exact).divide(n.multiply(n.subtract(BigDecimal.ONE)), FINE);
            assertRounded(type, "variance", values, sample);
            assertRounded(type, "stddev", values, sample.sqrt(FINE_ROOT));
        }
    }

    private static void assertRounded(FieldType type, String function, List<?> values, BigDecimal exact) {
        double expected = exact.doubleValue();
        if (Double.isInfinite(expected)) {
            assertThatThrownBy(() -> result(type, function, values))
                    .isInstanceOf(AggregateOverflowException.class)
                    .hasMessageStartingWith(function + ": ")
                    .hasMessageEndingWith("is too large for a double");
        } else {
            assertThat(result(type, function, values)).as(function).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void doublesEqualExactArithmetic(long seed) {
        List<Double> values = doubles(seed);
        List<BigDecimal> exact = values.stream().map(BigDecimal::new).toList();
        BigDecimal sum = sum(exact.stream());

        assertRounded(FieldType.DOUBLE, "sum", values, sum);
        assertRounded(FieldType.DOUBLE, "avg", values, sum.divide(BigDecimal.valueOf(values.size()), FINE));
        assertSpreads(FieldType.DOUBLE, values, exact);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void longsEqualExactArithmetic(long seed) {
        Random random = new Random(seed);
        List<Long> values = new ArrayList<>();
        int shift = random.nextInt(64);
        for (int i = random.nextInt(50); i >= 0; i--) {
            values.add(random.nextInt(8) == 0 ? Long.MIN_VALUE : random.nextLong() >> shift);
        }
        List<BigDecimal> exact = values.stream().map(BigDecimal::valueOf).toList();
        BigInteger sum = sum(exact.stream()).toBigIntegerExact();

        if (sum.bitLength() < 64) {
            assertThat(result(FieldType.LONG, "sum", values)).isEqualTo(sum.longValueExact());
        } else {
            assertThatThrownBy(() -> result(FieldType.LONG, "sum", values))
                    .isInstanceOf(AggregateOverflowException.class)
                    .hasMessage("sum: the sum " + sum + " does not fit a long");
        }
        assertRounded(
                FieldType.LONG, "avg", values, new BigDecimal(sum).divide(BigDecimal.valueOf(values.size()), FINE));
        assertSpreads(FieldType.LONG, values, exact);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void decimalsEqualExactArithmetic(long seed) {
        Random random = new Random(seed);
        List<BigDecimal> values = new ArrayList<>();
        for (int i = random.nextInt(50); i >= 0; i--) {
            values.add(new BigDecimal(new BigInteger(120, random), random.nextInt(30) - 5).negate());
        }
        BigDecimal sum = sum(values.stream());
        BigDecimal n = BigDecimal.valueOf(values.size());

        assertThat((BigDecimal) result(FieldType.DECIMAL, "sum", values)).isEqualByComparingTo(sum);
        assertThat(result(FieldType.DECIMAL, "avg", values))
                .isEqualTo(sum.divide(n, sum.scale() + 6, RoundingMode.HALF_UP));
        assertSpreads(FieldType.DECIMAL, values, values);
    }

    @Test
    void aSumOfDoublesMayPassBeyondAllDoublesOnItsWay() {
        List<Double> values = List.of(Double.MAX_VALUE, Double.MAX_VALUE, Double.MIN_VALUE, -Double.MAX_VALUE);

        assertThat(result(FieldType.DOUBLE, "sum", values)).isEqualTo(Double.MAX_VALUE);
        assertThat(result(FieldType.DOUBLE, "avg", values)).isEqualTo(Double.MAX_VALUE / 4);
    }

    @Test
    void aSumOfDoublesBeyondAllDoublesIsAnOverflowButItsAverageIsNot() {
        List<Double> values = List.of(Double.MAX_VALUE, Double.MAX_VALUE);

        assertThatThrownBy(() -> result(FieldType.DOUBLE, "sum", values))
                .isInstanceOf(AggregateOverflowException.class)
                .hasMessage("sum: the sum is too large for a double");
        assertThat(result(FieldType.DOUBLE, "avg", values)).isEqualTo(Double.MAX_VALUE);
        assertThat(result(FieldType.DOUBLE, "stddev", values)).isEqualTo(0.0);
    }

    @Test
    void whatIsLeftOfGreatCancelledValuesIsExact() {
        List<Double> values = new ArrayList<>(List.of(1e300, 1e-300, -1e300, 3.0, -3.0));

        assertThat(result(FieldType.DOUBLE, "sum", values)).isEqualTo(1e-300);
    }

    @Test
    void tenTimesATenthIsOneTenthRoundedOnce() {
        assertThat(result(FieldType.DOUBLE, "sum", Collections.nCopies(10, 0.1)))
                .isEqualTo(1.0);
        assertThat(result(FieldType.DOUBLE, "stddev", Collections.nCopies(10, 0.1)))
                .isEqualTo(0.0);
    }

    @Test
    void aSumOfNegativeZerosIsZero() {
        assertThat(result(FieldType.DOUBLE, "sum", List.of(-0.0, -0.0))).isEqualTo(0.0);
    }

    /** Merging a sum with itself 70 times makes it one of 2^70 values: carries must not get lost on the way. */
    @ParameterizedTest
    @ValueSource(doubles = {1.9999999999999998, -1.9999999999999998, 0x1.fffffffffffffp-1023, -4.9e-324})
    void carriesSurviveHoweverManyValuesThereAre(double value) {
        ExactSum sum = new ExactSum();
        sum.add(value);

        for (int i = 0; i < 70; i++) {
            sum.merge(sum.copy());
        }

        ExactSum.Value exact = sum.value(ExactSum.UNIT_OF_DOUBLES);
        assertThat(ExactRounding.value(exact.significand(), exact.exponent())).isEqualTo(value * 0x1p70);
    }

    @Test
    void ofNoValuesOnlyTheCountIsDefined() {
        for (FieldType type : List.of(FieldType.LONG, FieldType.DOUBLE, FieldType.DECIMAL)) {
            assertThat(result(type, "count", List.of())).isEqualTo(0L);
            for (String name : List.of("sum", "avg", "min", "max", "stddev", "variance_pop", "p50")) {
                assertThat(result(type, name, List.of())).as(name).isNull();
            }
        }
    }

    @Test
    void ofOneValueTheSampleSpreadIsUndefinedAndThatOfThePopulationZero() {
        List<@Nullable Object> values = List.of(5.0);

        assertThat(result(FieldType.DOUBLE, "stddev", values)).isNull();
        assertThat(result(FieldType.DOUBLE, "variance", values)).isNull();
        assertThat(result(FieldType.DOUBLE, "stddev_pop", values)).isEqualTo(0.0);
        assertThat(result(FieldType.DOUBLE, "variance_pop", values)).isEqualTo(0.0);
    }

    @Test
    void theSumOfDecimalsKeepsAllDigits() {
        List<BigDecimal> values = List.of(new BigDecimal("1.50"), new BigDecimal("2.5"), new BigDecimal("3E+2"));

        assertThat(result(FieldType.DECIMAL, "sum", values)).isEqualTo(new BigDecimal("304.00"));
        assertThat(result(FieldType.DECIMAL, "avg", values)).isEqualTo(new BigDecimal("101.33333333"));
        assertThat(result(FieldType.DECIMAL, "avg", List.of(new BigDecimal("3E+2"), new BigDecimal("5E+2"))))
                .isEqualTo(new BigDecimal("400.000000"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "1e-999999999", "-1e1001"})
    void aDecimalOfEndlessDigitsOverflowsInsteadOfFillingMemory(String text) {
        List<BigDecimal> values = List.of(BigDecimal.ONE, new BigDecimal(text));

        assertThatThrownBy(() -> result(FieldType.DECIMAL, "sum", values))
                .isInstanceOf(AggregateOverflowException.class)
                .hasMessage("sum: a decimal has more than 1000 digits before or after the point");
        assertThat(result(FieldType.DECIMAL, "count", values)).isEqualTo(2L);
    }

    @Test
    void extremesCompareAsTheirTypeDoes() {
        assertThat(result(FieldType.STRING, "min", List.of("b", "B", "ab"))).isEqualTo("B");
        assertThat(result(FieldType.STRING, "max", List.of("b", "B", "ab"))).isEqualTo("b");
        assertThat(result(FieldType.BOOLEAN, "min", List.of(true, false))).isEqualTo(false);
        assertThat(result(FieldType.BOOLEAN, "max", List.of(true, false))).isEqualTo(true);
        assertThat(result(FieldType.LONG, "min", List.of(Long.MIN_VALUE, 3L))).isEqualTo(Long.MIN_VALUE);
        assertThat(result(FieldType.DOUBLE, "min", List.of(-0.0))).isEqualTo(0.0);
        assertThat(result(FieldType.DECIMAL, "max", List.of(new BigDecimal("2.0"), new BigDecimal("2.00"))))
                .isEqualTo(new BigDecimal("2.00"));
        assertThat(result(FieldType.DECIMAL, "min", List.of(new BigDecimal("-2"), new BigDecimal("1E+1"))))
                .isEqualTo(new BigDecimal("-2"));
    }
}
