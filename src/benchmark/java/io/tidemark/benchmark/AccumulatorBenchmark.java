package io.tidemark.benchmark;

import io.tidemark.aggregate.AggregateFunctions;
import io.tidemark.aggregate.AggregateLayout;
import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.FieldType;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The accumulator of count, average, maximum and three percentiles, over so many values. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class AccumulatorBenchmark {
    private static final double ACCURACY = 0.01;
    private static final int ROUND = 1 << 12;

    /** A key's minute in the whole jobs; just below the first sketch; a long window. */
    @Param({"30", "250", "10000"})
    public int values;

    private final AggregateLayout layout = layout();
    private final TypeSerializer<WindowAccumulator> serializer = layout.serializer();
    private final DataOutputSerializer out = new DataOutputSerializer(4096);
    private final DataInputDeserializer in = new DataInputDeserializer();
    private final Object[][] inputs = new Object[ROUND][];
    private WindowAccumulator full = layout.createAccumulator();
    private WindowAccumulator growing = layout.createAccumulator();
    private byte[] bytes = {};
    private int added;

    private static AggregateLayout layout() {
        AggregateLayout.Builder builder = AggregateLayout.builder();
        for (String name : List.of("count", "avg", "max", "p50", "p95", "p99")) {
            builder.add(0, AggregateFunctions.resolve(name, false, false, FieldType.DOUBLE, List.of(), ACCURACY));
        }
        return builder.build();
    }

    /** Fills one accumulator. */
    @Setup(Level.Trial)
    public void fill() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < ROUND; i++) {
            inputs[i] = new Object[] {Math.round(100 * Math.exp(8 * random.nextDouble())) / 100.0};
        }
        full = layout.createAccumulator();
        for (int i = 0; i < values; i++) {
            layout.add(full, inputs[i & (ROUND - 1)]);
        }
        out.clear();
        serializer.serialize(full, out);
        bytes = out.getCopyOfBuffer();
    }

    /** One value more, in an accumulator that is begun anew after so many. */
    @Benchmark
    public WindowAccumulator add() {
        if (added++ == values) {
            growing = layout.createAccumulator();
            added = 1;
        }
        layout.add(growing, inputs[added & (ROUND - 1)]);
        return growing;
    }

    /** Into an empty accumulator. */
    @Benchmark
    public WindowAccumulator mergeIntoEmpty() {
        WindowAccumulator into = layout.createAccumulator();
        layout.merge(into, full);
        return into;
    }

    @Benchmark
    public int serialize() throws IOException {
        out.clear();
        serializer.serialize(full, out);
        return out.length();
    }

    @Benchmark
    public WindowAccumulator deserialize() throws IOException {
        in.setBuffer(bytes);
        return serializer.deserialize(in);
    }
}
