package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.FieldType;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AggregateLayoutTest {
    private static AggregateFunction function(FieldType type, String name) {
        return AggregateHarness.function(type, 0.01, name);
    }

    private static List<Slot> slots(AggregateLayout layout) {
        return ((WindowAccumulatorSerializer) layout.serializer()).slots();
    }

    @Test
    void functionsOfOneInputShareWhatTheyCan() {
        AggregateLayout.Builder builder = AggregateLayout.builder();
        for (String name :
                List.of("count", "p50", "avg", "p99", "min", "sum", "stddev", "median", "max", "variance_pop")) {
            builder.add(3, function(FieldType.DOUBLE, name));
        }

        assertThat(slots(builder.build()))
                .extracting(Slot::kind)
                .containsExactly(AccumulatorKind.DOUBLE_SQUARES_AND_QUANTILES);
    }

    @Test
    void percentilesOfTwoAccuraciesShareTheMomentsOfOne() {
        AggregateLayout.Builder builder = AggregateLayout.builder();
        builder.add(0, AggregateFunction.quantile("p50", 0.5, 0.01));
        builder.add(0, function(FieldType.DOUBLE, "sum"));
        builder.add(0, AggregateFunction.quantile("p50", 0.5, 0.02));

        assertThat(slots(builder.build()))
                .extracting(Slot::kind)
                .containsExactly(AccumulatorKind.QUANTILES, AccumulatorKind.DOUBLE_SUM_AND_QUANTILES);
    }

    @Test
    void theNumberOfEventsTakesNoAccumulator() {
        AggregateLayout.Builder builder = AggregateLayout.builder();
        int count = builder.addEventCount(function(FieldType.LONG, "count"));
        int sum = builder.add(0, function(FieldType.LONG, "sum"));
        AggregateLayout layout = builder.build();
        WindowAccumulator accumulator = layout.createAccumulator();
        layout.add(accumulator, new Object[] {5L});
        layout.add(accumulator, new Object[] {null});

        assertThat(slots(layout)).hasSize(1);
        assertThat(layout.result(accumulator, count)).isEqualTo(2L);
        assertThat(layout.result(accumulator, sum)).isEqualTo(5L);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 200, 256, 257, 700})
    void momentsBesidePercentilesAreWhatTheyAreAlone(int size) {
        String[] functions = {"count", "sum", "avg", "stddev", "variance_pop", "min", "max"};
        AggregateHarness alone = new AggregateHarness(FieldType.DOUBLE, 0.01, functions);
        String[] withPercentile = Arrays.copyOf(functions, functions.length + 1);
        withPercentile[functions.length] = "p95";
        AggregateHarness beside = new AggregateHarness(FieldType.DOUBLE, 0.01, withPercentile);
        SplittableRandom random = new SplittableRandom(size);
        List<Double> values = random.doubles(size, -1e6, 1e12).boxed().toList();
        int cut = size == 0 ? 0 : random.nextInt(size);

        List<?> whole = beside.results(beside.of(values));
        WindowAccumulator merged = beside.of(values.subList(0, cut));
        beside.layout().merge(merged, beside.of(values.subList(cut, size)));

        assertThat(whole.subList(0, functions.length)).isEqualTo(alone.results(alone.of(values)));
        assertThat(beside.bytes(merged)).isEqualTo(beside.bytes(beside.of(values)));
    }

    @Test
    void sharingDoesNotDependOnTheOrderOfFunctions() {
        AggregateLayout.Builder rising = AggregateLayout.builder();
        AggregateLayout.Builder falling = AggregateLayout.builder();
        for (String name : List.of("count", "sum", "min", "p50", "stddev")) {
            rising.add(0, function(FieldType.LONG, name));
        }
        for (String name : List.of("stddev", "p95", "max", "sum", "count")) {
            falling.add(0, function(FieldType.LONG, name));
        }

        assertThat(slots(rising.build())).isEqualTo(slots(falling.build())).hasSize(3);
    }

    @Test
    void inputsAndAccuraciesAreKeptApart() {
        AggregateLayout.Builder builder = AggregateLayout.builder();
        builder.add(0, function(FieldType.DOUBLE, "p50"));
        builder.add(1, function(FieldType.DOUBLE, "p50"));
        builder.add(0, AggregateHarness.function(FieldType.DOUBLE, 0.02, "p50"));

        assertThat(slots(builder.build())).hasSize(3);
    }

    @Test
    void eachFunctionReadsItsOwnInput() {
        AggregateLayout.Builder builder = AggregateLayout.builder();
        int all = builder.add(0, AggregateFunctions.resolve("count", true, false, null, List.of(), 0.01));
        int errors = builder.add(1, AggregateFunctions.resolve("count", true, false, null, List.of(), 0.01));
        int sum = builder.add(2, function(FieldType.LONG, "sum"));
        int least = builder.add(3, function(FieldType.STRING, "min"));
        int values = builder.add(2, function(FieldType.LONG, "count"));
        AggregateLayout layout = builder.build();
        WindowAccumulator accumulator = layout.createAccumulator();

        layout.add(accumulator, new Object[] {true, null, 5L, "b"});
        layout.add(accumulator, new Object[] {true, true, null, "a"});
        layout.add(accumulator, new Object[] {true, null, 7L, null});

        assertThat(accumulator.eventCount).isEqualTo(3);
        assertThat(layout.result(accumulator, all)).isEqualTo(3L);
        assertThat(layout.result(accumulator, errors)).isEqualTo(1L);
        assertThat(layout.result(accumulator, sum)).isEqualTo(12L);
        assertThat(layout.result(accumulator, least)).isEqualTo("a");
        assertThat(layout.result(accumulator, values)).isEqualTo(2L);
        assertThat(layout.size()).isEqualTo(5);
        assertThat(layout.function(least).resultType()).isEqualTo(FieldType.STRING);
    }

    @Test
    void aLayoutWithoutFunctionsCountsEvents() {
        AggregateLayout layout = AggregateLayout.builder().build();
        WindowAccumulator accumulator = layout.createAccumulator();

        layout.add(accumulator, new Object[0]);
        layout.merge(accumulator, accumulator);

        assertThat(accumulator.eventCount).isEqualTo(2);
        assertThat(layout.size()).isZero();
    }

    @Test
    void anInputIsAnIndex() {
        AggregateLayout.Builder builder = AggregateLayout.builder();

        assertThatThrownBy(() -> builder.add(-1, function(FieldType.LONG, "sum")))
                .hasMessage("input -1; it is an index from 0");
    }
}
