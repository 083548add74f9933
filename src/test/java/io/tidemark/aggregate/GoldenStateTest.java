package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.FieldType;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * State that a released version wrote is read for ever. A new version of the format adds a file; the old ones stay.
 * Each line: name, snapshot, bytes, results. {@link #main} prints the lines of the version at hand.
 */
class GoldenStateTest {
    private static final String FILE = "/golden/window-accumulator-v1.txt";

    private record Sample(String name, AggregateHarness harness, List<?> values) {
        WindowAccumulator accumulator() {
            WindowAccumulator accumulator = harness.of(values);
            accumulator.readTime = 1_767_225_600_000L;
            return accumulator;
        }

        String line() throws IOException {
            DataOutputSerializer out = new DataOutputSerializer(64);
            TypeSerializerSnapshot.writeVersionedSnapshot(
                    out, harness.layout().serializer().snapshotConfiguration());
            WindowAccumulator accumulator = accumulator();
            HexFormat hex = HexFormat.of();
            return String.join(
                    " | ",
                    name,
                    hex.formatHex(out.getCopyOfBuffer()),
                    hex.formatHex(harness.bytes(accumulator)),
                    harness.results(accumulator).toString());
        }
    }

    private static Sample sample(String name, FieldType type, List<?> values, String... functions) {
        return new Sample(name, new AggregateHarness(type, 0.01, functions), values);
    }

    private static List<Double> doubles(int size, double step) {
        return IntStream.range(0, size).mapToObj(i -> (i - 40) * step).toList();
    }

    private static List<Sample> samples() {
        List<Long> longs = List.of(Long.MAX_VALUE, -3L, 12L);
        List<Long> wide =
                LongStream.of(Long.MIN_VALUE, Long.MIN_VALUE, 5).boxed().toList();
        List<BigDecimal> decimals =
                Stream.of("1.50", "-20.125", "3E+2").map(BigDecimal::new).toList();
        return List.of(
                sample("nothing", FieldType.DOUBLE, List.of(), "count", "stddev", "p95", "min"),
                sample("count", FieldType.STRING, List.of("a", "b"), "count"),
                sample("long sum", FieldType.LONG, longs, "count", "sum", "avg"),
                sample("long sum beyond long", FieldType.LONG, wide, "sum", "avg"),
                sample("long squares", FieldType.LONG, longs, "stddev", "variance_pop"),
                sample("double sum", FieldType.DOUBLE, List.of(1e300, 2.5, -1e300, 4.9e-324), "sum", "avg"),
                sample("double squares", FieldType.DOUBLE, doubles(100, 0.1), "stddev", "variance_pop"),
                sample("decimal sum", FieldType.DECIMAL, decimals, "sum", "avg"),
                sample("decimal squares", FieldType.DECIMAL, decimals, "stddev", "variance_pop"),
                sample("decimal too long", FieldType.DECIMAL, List.of(new BigDecimal("1e2000")), "sum"),
                sample("long extremes", FieldType.LONG, longs, "min", "max"),
                sample("timestamp extremes", FieldType.TIMESTAMP, List.of(1_767_225_600_000L), "min", "max"),
                sample("double extremes", FieldType.DOUBLE, List.of(-0.5, 1e300), "min", "max"),
                sample("decimal extremes", FieldType.DECIMAL, decimals, "min", "max"),
                sample("string extremes", FieldType.STRING, List.of("z", "", "ä\uD83D\uDE00"), "min", "max"),
                sample("boolean extremes", FieldType.BOOLEAN, List.of(true, false), "min", "max"),
                sample("exact quantiles, whole", FieldType.LONG, List.of(5L, 3L, -70L), "p50", "p99"),
                sample("exact quantiles, cents", FieldType.DOUBLE, List.of(12.25, 3.1), "p50", "p99"),
                sample("exact quantiles, raw", FieldType.DOUBLE, List.of(1 / 3.0, 1e300), "p50", "p99"),
                sample("sum and exact quantiles", FieldType.DOUBLE, List.of(12.25, 3.1), "sum", "p50", "max"),
                sample("sum and sketch", FieldType.DOUBLE, doubles(400, 0.37), "avg", "p50"),
                sample("squares and exact quantiles", FieldType.DOUBLE, List.of(12.25, 3.1), "stddev", "p50"),
                sample("squares and sketch", FieldType.DOUBLE, doubles(400, 0.37), "stddev", "avg", "p50"),
                sample("sketch", FieldType.DOUBLE, doubles(400, 0.37), "percentile 5", "p50", "p99", "p999"));
    }

    static Stream<String> lines() throws IOException {
        try (InputStream in = Objects.requireNonNull(GoldenStateTest.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList().stream();
        }
    }

    /** Prints the golden file of the version at hand. */
    public static void main(String[] args) throws IOException {
        for (Sample sample : samples()) {
            System.out.println(sample.line());
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void stateIsReadBack(String line) throws Exception {
        String[] parts = line.split(" \\| ", -1);
        Sample sample = samples().stream()
                .filter(candidate -> candidate.name.equals(parts[0]))
                .findFirst()
                .orElseThrow();
        HexFormat hex = HexFormat.of();

        TypeSerializerSnapshot<WindowAccumulator> snapshot = TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(hex.parseHex(parts[1])), getClass().getClassLoader());
        TypeSerializer<WindowAccumulator> serializer = snapshot.restoreSerializer();
        WindowAccumulator read = serializer.deserialize(new DataInputDeserializer(hex.parseHex(parts[2])));

        assertThat(serializer).isEqualTo(sample.harness.layout().serializer());
        assertThat(sample.harness.results(read).toString()).isEqualTo(parts[3]);
        assertThat(sample.harness.bytes(read)).isEqualTo(sample.harness.bytes(sample.accumulator()));
    }

    @Test
    void theVersionAtHandStillWritesTheSameBytes() throws Exception {
        List<String> written = new ArrayList<>();
        for (Sample sample : samples()) {
            written.add(sample.line());
        }

        assertThat(written).isEqualTo(lines().toList());
    }
}
