package io.tidemark.benchmark;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Decoded;
import io.tidemark.event.Origin;
import io.tidemark.event.RawRecord;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A request of some 250 bytes of JSON to an event of five fields; making the line alone is the floor. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DecodeBenchmark {
    private static final Workload WORKLOAD = Workload.named("tumbling");
    private static final Origin ORIGIN = Origin.kafka("requests", 0, 0);

    private final RequestLines lines = new RequestLines(WORKLOAD.requests());
    private final RecordDecoder decoder = TidemarkJob.decoder(WORKLOAD);
    private long next;

    /** What the benchmark's own source costs. */
    @Benchmark
    public byte[] lineAlone() {
        return lines.line(next++);
    }

    /** Line and decoder. */
    @Benchmark
    public Decoded decode() {
        return decoder.decode(new RawRecord(lines.line(next++), null, null, Map.of(), ORIGIN));
    }
}
