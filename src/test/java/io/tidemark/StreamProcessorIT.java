package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;

/** The Java face on a MiniCluster. */
class StreamProcessorIT {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** The user's own type. */
    public record Request(
            @org.jspecify.annotations.Nullable Instant time, String service, double latencyMs, long status) {}

    private static Request request(long second, String service, double latencyMs, long status) {
        return new Request(START.plusSeconds(second), service, latencyMs, status);
    }

    @Test
    void everyClosedWindowOfEveryKeyComesOut() throws Exception {
        // Given the original design's example, with a single value
        StreamProcessor<Request> processor = StreamProcessor.<Request>builder("latency")
                .withEventTime(Request::time)
                .withKey("service", Request::service)
                .withValue(Request::latencyMs)
                .withTumblingWindow(Duration.ofMinutes(5))
                .withWatermarkTrigger()
                .withAllowedLateness(Duration.ofMinutes(1))
                .withAggregation(a -> a.addCount("request_count")
                        .addAvg("avg_latency")
                        .addP50("p50_latency")
                        .addP95("p95_latency")
                        .addP99("p99_latency")
                        .addMax("max_latency"))
                .build();

        // When three keys have events in three windows, and only one has the last
        List<Request> requests = new ArrayList<>();
        for (int window = 0; window < 3; window++) {
            for (String service : List.of("a", "b", "c")) {
                for (int i = 1; i <= 4; i++) {
                    requests.add(request(window * 300L + i, service, i * 10, 200));
                }
            }
        }
        Run run = run(processor, requests);

        // Then there are nine rows, each whole
        assertThat(run.results).hasSize(9).allSatisfy(row -> {
            assertThat(row.eventCount()).isEqualTo(4);
            assertThat(row.value("request_count")).isEqualTo(4L);
            assertThat(row.value("avg_latency")).isEqualTo(25.0);
            assertThat(row.value("p50_latency")).isEqualTo(25.0);
            assertThat(row.value("p95_latency")).isEqualTo(38.5);
            assertThat((Double) row.value("p99_latency")).isCloseTo(39.7, org.assertj.core.data.Offset.offset(1e-9));
            assertThat(row.value("max_latency")).isEqualTo(40.0);
        });
        assertThat(run.results)
                .extracting(row -> row.value("service") + "@" + row.windowStart())
                .doesNotHaveDuplicates();
        assertThat(run.late).isEmpty();
    }

    @Test
    void namedFieldsAndSqlAggregatesGoTogether() throws Exception {
        StreamProcessor<Request> processor = StreamProcessor.<Request>builder("errors")
                .withEventTime(request ->
                        java.util.Objects.requireNonNull(request.time()).toEpochMilli())
                .withKey("service", Request::service)
                .withField("latency_ms", Double.class, Request::latencyMs)
                .withField("status", Long.class, Request::status)
                .withTumblingWindow(Duration.ofMinutes(1))
                .withFilter("status <> 404")
                .withAggregation(
                        a -> a.addSum("total", "latency_ms").add("errors", "count(*) FILTER (WHERE status >= 500)"))
                .build();

        Run run = run(
                processor,
                List.of(
                        request(1, "a", 0.1, 200),
                        request(2, "a", 0.2, 500),
                        request(3, "a", 9, 404),
                        request(4, "a", 0.3, 503)));

        assertThat(run.results).singleElement().satisfies(row -> {
            assertThat(row.value("total")).isEqualTo(0.6);
            assertThat(row.value("errors")).isEqualTo(2L);
            assertThat(row.key()).containsExactly("a");
            assertThat(row.windowStart()).isEqualTo(START);
            assertThat(row.windowEnd()).isEqualTo(START.plusSeconds(60));
        });
    }

    @Test
    void lateEventGoesToTheSideOutput() throws Exception {
        StreamProcessor<Request> processor = StreamProcessor.<Request>builder("counts")
                .withEventTime(Request::time)
                .withKey("service", Request::service)
                .withTumblingWindow(Duration.ofMinutes(1))
                .withAggregation(a -> a.addCount("n"))
                .build();

        Run run = run(processor, List.of(request(1, "a", 0, 0), request(120, "a", 0, 0), request(2, "b", 0, 0)));

        assertThat(run.late).singleElement().satisfies(record -> {
            assertThat(record.reason()).isEqualTo("late");
            assertThat(record.eventTime()).isEqualTo(START.plusSeconds(2).toEpochMilli());
            assertThat(record.watermark()).isEqualTo(START.plusSeconds(120).toEpochMilli() - 1);
            assertThat(java.util.Objects.requireNonNull(record.event()).value("service"))
                    .isEqualTo("b");
        });
        assertThat(run.results).hasSize(2);
    }

    @Test
    void objectsWithoutATimeAreRejected() throws Exception {
        StreamProcessor<Request> processor = StreamProcessor.<Request>builder("counts")
                .withEventTime(Request::time)
                .withTumblingWindow(Duration.ofMinutes(1))
                .withAggregation(a -> a.addCount("n"))
                .build();

        Run run = run(processor, List.of(request(1, "a", 0, 0), new Request(null, "b", 0, 0)));

        assertThat(run.rejected)
                .singleElement()
                .satisfies(record -> assertThat(record.reason()).isEqualTo("missing-field"));
        assertThat(run.results)
                .singleElement()
                .satisfies(row -> assertThat(row.value("n")).isEqualTo(1L));
    }

    @Test
    void allProblemsAreReportedAtOnce() {
        assertThatThrownBy(() -> StreamProcessor.<Request>builder("latency")
                        .withKey("service", Request::service)
                        .withField("address", java.net.URI.class, request -> java.net.URI.create("x:y"))
                        .withField("latency_ms", Double.class, Request::latencyMs)
                        .withTumblingWindow(Duration.ofMinutes(1), Duration.ofMinutes(2))
                        .withAllowedLateness(Duration.ofMinutes(-1))
                        .withAggregation(
                                a -> a.addAvg("avg", "latency").addCount("n").addCount("n"))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(
                                String.valueOf(e.getMessage()).lines().toList())
                        .anySatisfy(line -> assertThat(line).contains("withEventTime"))
                        .anySatisfy(line -> assertThat(line).contains("java.net.URI"))
                        .anySatisfy(line -> assertThat(line).contains("two aggregates named 'n'"))
                        .anySatisfy(line -> assertThat(line).contains("latency").contains("latency_ms"))
                        .anySatisfy(line -> assertThat(line).contains("offset"))
                        .anySatisfy(line -> assertThat(line).contains("lateness")));
    }

    private record Run(List<WindowResult> results, List<SideRecord> late, List<SideRecord> rejected) {}

    private static Run run(StreamProcessor<Request> processor, List<Request> requests) throws Exception {
        StreamExecutionEnvironment env = ProcessorBench.environment();
        DataStream<Request> stream = ProcessorBench.stream(
                env,
                Request.class,
                requests,
                (request, none) ->
                        request.time() == null ? none : request.time().toEpochMilli());
        DataStream<WindowResult> results = processor.process(stream);
        CloseableIterator<WindowResult> rows = results.collectAsync();
        CloseableIterator<SideRecord> late = processor.late(results).collectAsync();
        CloseableIterator<SideRecord> rejected = processor.rejected(results).collectAsync();
        env.executeAsync();
        List<WindowResult> collected = ProcessorBench.list(rows);
        collected.sort(Comparator.comparing(WindowResult::startMs)
                .thenComparing(row -> row.key().toString()));
        return new Run(collected, ProcessorBench.list(late), ProcessorBench.list(rejected));
    }
}
