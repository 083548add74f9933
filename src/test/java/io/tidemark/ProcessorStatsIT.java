package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.event.WindowResult;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The counters of a job that runs on a MiniCluster; its last event is held back until they have been read. */
class ProcessorStatsIT {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String LAST = "last";
    private static final CountDownLatch RELEASED = new CountDownLatch(1);

    /** The user's own type. */
    public record Request(@Nullable Instant time, String service, long status) {}

    @Test
    void countersOfARunningJobAreThoseOfItsEvents() throws Exception {
        // Given four events of the first minute, one to filter, one that fails, a later one, then a late one
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            requests.add(request(i, "a", 200));
        }
        requests.add(request(5, "a", 404));
        requests.add(request(6, "a", 0));
        requests.add(new Request(null, "a", 200));
        requests.add(request(90, "b", 200));
        requests.add(request(7, "a", 200));
        requests.add(request(8, "a", 200));
        requests.add(request(91, LAST, 200));

        // When they run through a processor
        JobClient job = start(requests);
        try {
            // Then its counters are seen while it runs; the window of the later event is still open
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                ProcessorStats stats = ProcessorStats.of(job);
                assertThat(stats.read("hits")).isEqualTo(10);
                assertThat(stats.rejected("hits")).isEqualTo(1);
                assertThat(stats.in("hits")).isEqualTo(9);
                assertThat(stats.counted("hits")).isEqualTo(4);
                assertThat(stats.filtered("hits")).isEqualTo(1);
                assertThat(stats.late("hits")).isEqualTo(2);
                assertThat(stats.failed("hits")).isEqualTo(1);
            });
            assertThat(ProcessorStats.of(job).read("unknown")).isZero();
        } finally {
            RELEASED.countDown();
        }
        job.getJobExecutionResult().get();
    }

    @Test
    void jobThatCannotBeAskedIsSaidInWords() {
        JobClient gone = (JobClient) Proxy.newProxyInstance(
                JobClient.class.getClassLoader(),
                new Class<?>[] {JobClient.class},
                (proxy, method, arguments) -> CompletableFuture.failedFuture(new IOException("the cluster is gone")));

        assertThatThrownBy(() -> ProcessorStats.of(gone))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the job cannot be asked for its counters: ")
                .hasMessageEndingWith("the cluster is gone");
    }

    private static Request request(long second, String service, long status) {
        return new Request(START.plusSeconds(second), service, status);
    }

    private static JobClient start(List<Request> requests) throws Exception {
        Configuration settings = new Configuration();
        settings.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(200));
        StreamExecutionEnvironment env = ProcessorBench.environment(settings);
        StreamProcessor<Request> processor = StreamProcessor.<Request>builder("hits")
                .withEventTime(Request::time)
                .withKey("service", Request::service)
                .withField("status", Long.class, Request::status)
                .withTumblingWindow(Duration.ofMinutes(1))
                .withFilter("status <> 404")
                .withAggregation(a -> a.addCount("n").add("inverse", "sum(1000 / status)"))
                .build();
        DataStream<Request> held = ProcessorBench.timed(
                env.fromData(requests, TypeInformation.of(Request.class))
                        .map(ProcessorStatsIT::holdLast, TypeInformation.of(Request.class)),
                Duration.ZERO,
                (request, none) ->
                        request.time() == null ? none : request.time().toEpochMilli());
        DataStream<WindowResult> results = processor.process(held);
        results.sinkTo(new DiscardingSink<>());
        return env.executeAsync("stats");
    }

    private static Request holdLast(Request request) throws InterruptedException {
        if (request.service().equals(LAST)) {
            RELEASED.await();
        }
        return request;
    }
}
