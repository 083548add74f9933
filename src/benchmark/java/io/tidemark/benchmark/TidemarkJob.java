package io.tidemark.benchmark;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Alert;
import io.tidemark.event.AlertState;
import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.RawRecord;
import io.tidemark.event.WindowResult;
import io.tidemark.job.BenchmarkEnds;
import io.tidemark.job.PipelineChecks;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.yaml.Environment;
import io.tidemark.yaml.PipelineFile;
import io.tidemark.yaml.PipelineReader;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** The windows as Tidemark's user would write them: a pipeline file. */
final class TidemarkJob {
    private static final String FILE = """
            name: benchmark
            kafka: { servers: "%s" }
            sources:
              requests:
                kafka: { topics: %s, properties: { "partition.discovery.interval.ms": "-1" } }
                format: json
                event-time: timestamp
                fields: { timestamp: timestamp, service: string, endpoint: string, latency_ms: double, status: long }
                watermark: { out-of-orderness: 1s }
            %s
            sinks:
              results: { from: asked, kafka: { topic: %s } }
            """;
    private static final String LATENCY = """
            windows:
              asked:
                from: requests
                key: [service, endpoint]
                %s
                aggregates:
                  request_count: count(*)
                  avg_latency: avg(latency_ms)
                  max_latency: max(latency_ms)
                  p50_latency: p50(latency_ms)
                  p95_latency: p95(latency_ms)
                  p99_latency: p99(latency_ms)
            """;
    private static final String PLAIN_COUNT = """
            windows:
              asked: { from: requests, key: [service, endpoint], %s, aggregates: { request_count: count(*) } }
            """;
    /** Most keep it: of 100 requests 2 are bad. */
    private static final String BURN_RATE = """
            alerts:
              asked:
                from: requests
                key: [service, endpoint]
                slo: { good: status < 500, objective: 95, period: 30d, min-events: 100 }
            """;

    private static final int COUNT = 0;
    private static final int P99 = 5;

    private TidemarkJob() {}

    /**
     * The pipeline of latencies.
     *
     * @param every the step of hopping windows, or null for tumbling ones
     */
    static PipelineSpec pipeline(String servers, String input, String output, Duration size, @Nullable Duration every) {
        return pipeline(servers, input, output, LATENCY.formatted(window(size, every)));
    }

    private static String window(Duration size, @Nullable Duration every) {
        return every == null
                ? "tumbling: " + seconds(size)
                : "hopping: { size: " + seconds(size) + ", every: " + seconds(every) + " }";
    }

    private static PipelineSpec pipeline(String servers, String input, String output, String asked) {
        String text = FILE.formatted(servers, input, asked, output);
        PipelineFile file =
                new PipelineReader(new Environment(Map.of(), true), PipelineChecks.validator()).read("benchmark", text);
        return Objects.requireNonNull(file.spec(), () -> file.problems().toString());
    }

    private static String seconds(Duration duration) {
        return duration.toSeconds() + "s";
    }

    private static PipelineSpec pipeline(Workload workload) {
        String window = window(workload.size(), workload.every());
        String asked = switch (workload.asked()) {
            case LATENCY -> LATENCY.formatted(window);
            case COUNT -> PLAIN_COUNT.formatted(window);
            case BURN_RATE -> BURN_RATE;
        };
        return pipeline("unused:9092", "requests", "results", asked);
    }

    static void compose(StreamExecutionEnvironment env, Workload workload, long events) {
        BenchmarkEnds.compose(
                env,
                pipeline(workload),
                decoder -> new RequestSource<>(workload.requests(), events, new ToDecoded(decoder)),
                new CountingSink<>(new OfResult()),
                new CountingSink<>(new OfAlert()));
    }

    /** The decoder that every variant reads with. */
    static RecordDecoder decoder(Workload workload) {
        return BenchmarkEnds.decoder(pipeline(workload));
    }

    /** As the pipeline's own sources decode. */
    record ToDecoded(RecordDecoder decoder) implements RequestSource.Decode<Decoded> {
        @Override
        public Decoded decode(RawRecord record) {
            return decoder.decode(record);
        }

        @Override
        public long time(Decoded decoded) {
            return event(decoded).time();
        }
    }

    /** The event of what must not have been rejected. */
    static Event event(Decoded decoded) {
        Event event = decoded.event();
        if (event == null) {
            throw new IllegalStateException("a generated request was rejected: " + decoded.rejected());
        }
        return event;
    }

    private record OfAlert() implements CountingSink.Reading<Alert> {
        @Override
        public long count(Alert alert) {
            return alert.state() == AlertState.FIRING ? 1 : 0;
        }

        @Override
        public long hash(Alert alert) {
            return alert.at();
        }
    }

    private record OfResult() implements CountingSink.Reading<WindowResult> {
        @Override
        public long count(WindowResult row) {
            return (long) value(row, COUNT);
        }

        @Override
        public long hash(WindowResult row) {
            return CountingSink.hash(
                    row.windowEnd().toEpochMilli(), row.values().length > P99 ? (double) value(row, P99) : 0);
        }

        private static Object value(WindowResult row, int index) {
            return Objects.requireNonNull(row.values()[index]);
        }
    }
}
