package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.Alert;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;

/** Alerts of the Java face on a MiniCluster. */
class StreamProcessorAlertsIT {
    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    /** The user's own type. */
    public record Request(long time, String service, double latencyMs) {}

    private static Request request(long second, String service, double latencyMs) {
        return new Request(START + second * 1000, service, latencyMs);
    }

    private static StreamProcessor<Request> processor() {
        return StreamProcessor.<Request>builder("latency")
                .withEventTime(Request::time)
                .withKey("service", Request::service)
                .withField("latency_ms", Double.class, Request::latencyMs)
                .withTumblingWindow(Duration.ofMinutes(1))
                .withAggregation(a -> a.addMax("max", "latency_ms"))
                .build();
    }

    @Test
    void thresholdOverTheResults() throws Exception {
        List<Alert> alerts = new ArrayList<>();
        run(
                a -> a.when("max > 500")
                        .forDuration(Duration.ofMinutes(2))
                        .severity("critical")
                        .label("team", "a")
                        .message("{service}: {max}"),
                List.of(
                        request(10, "a", 600),
                        request(70, "a", 700),
                        request(130, "a", 5),
                        request(130, "b", 900),
                        request(200, "b", 1)),
                alerts);

        assertThat(alerts).extracting(Alert::message).containsExactly("a: 700.0", "a: 5.0");
        assertThat(alerts.get(0)).satisfies(alert -> {
            assertThat(alert.alert()).isEqualTo("odd");
            assertThat(alert.at()).isEqualTo(START + 120_000);
            assertThat(alert.since()).isEqualTo(START);
            assertThat(alert.severity()).isEqualTo("critical");
            assertThat(alert.labels()).containsEntry("team", "a");
            assertThat(alert.evidence()).containsEntry("max", 700.0);
        });
    }

    @Test
    void absenceOverTheEvents() throws Exception {
        List<Alert> alerts = new ArrayList<>();
        List<SideRecord> late = run(
                a -> a.absentFor(Duration.ofMinutes(5)),
                List.of(
                        request(0, "a", 1),
                        request(0, "b", 2),
                        request(200, "b", 2),
                        request(400, "b", 2),
                        request(100, "a", 3)),
                alerts);

        assertThat(alerts).singleElement().satisfies(alert -> {
            assertThat(alert.key().value("service")).isEqualTo("a");
            assertThat(alert.at()).isEqualTo(START + 300_000);
            assertThat(alert.evidence()).containsEntry("latency_ms", 1.0);
        });
        assertThat(late).singleElement().satisfies(record -> {
            assertThat(record.node()).isEqualTo("odd");
            assertThat(record.eventTime()).isEqualTo(START + 100_000);
        });
    }

    @Test
    void thresholdOverTheEventsWithAKeyOfItsOwn() throws Exception {
        List<Alert> alerts = new ArrayList<>();
        run(
                a -> a.when("latency_ms > 500").forResults(2).overEvents().key().cooldown(Duration.ofMinutes(1)),
                List.of(
                        request(0, "a", 600),
                        request(1, "b", 600),
                        request(2, "c", 1),
                        request(3, "a", 600),
                        request(4, "b", 600)),
                alerts);

        assertThat(alerts)
                .extracting(alert -> alert.state().word() + " " + (alert.at() - START))
                .containsExactly("firing 1000", "resolved 2000");
    }

    @Test
    void problemsAreThoseOfAFile() {
        StreamExecutionEnvironment env = environment();
        StreamProcessor<Request> processor = processor();
        DataStream<WindowResult> results = processor.process(stream(env, List.of(request(0, "a", 1))));

        assertThatThrownBy(() -> processor.alerts(
                        results,
                        "latency",
                        a -> a.when("maxx > 1")
                                .forDuration(Duration.ofSeconds(90))
                                .message("{service")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("latency: alerts.latency: a window has the name latency too")
                .hasMessageContaining("alerts.latency.when (at character 1): no field 'maxx'")
                .hasMessageContaining("alerts.latency.for: is 1m30s; a whole number of the window's steps, 1m")
                .hasMessageContaining("alerts.latency.message (at character 1): this { is not closed");
        assertThatThrownBy(() -> processor.alerts(results, "x", a -> a.severity("page")))
                .hasMessage("latency: alerts.x: has 0 of when, pattern, absentFor, slo; exactly one of them");
    }

    private static List<SideRecord> run(Consumer<Alerting> what, List<Request> requests, List<Alert> alerts)
            throws Exception {
        StreamExecutionEnvironment env = environment();
        StreamProcessor<Request> processor = processor();
        DataStream<WindowResult> results = processor.process(stream(env, requests));
        DataStream<Alert> stream = processor.alerts(results, "odd", what);
        CloseableIterator<Alert> rows = stream.collectAsync();
        CloseableIterator<SideRecord> late = processor.late(stream).collectAsync();
        CloseableIterator<SideRecord> failed = processor.failed(stream).collectAsync();
        env.executeAsync();
        alerts.addAll(list(rows));
        assertThat(list(failed)).isEmpty();
        return list(late);
    }

    private static StreamExecutionEnvironment environment() {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        settings.setString("rest.bind-address", "localhost");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(settings);
        env.setParallelism(1);
        return env;
    }

    private static DataStream<Request> stream(StreamExecutionEnvironment env, List<Request> requests) {
        return env.fromData(requests, TypeInformation.of(Request.class))
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Request>forGenerator(context -> new AfterEach())
                        .withTimestampAssigner((request, timestamp) -> request.time()));
    }

    private static <T> List<T> list(CloseableIterator<T> iterator) throws Exception {
        try (iterator) {
            List<T> list = new ArrayList<>();
            iterator.forEachRemaining(list::add);
            return list;
        }
    }

    /** A watermark after each event. */
    private static final class AfterEach implements WatermarkGenerator<Request> {
        private long highest = Long.MIN_VALUE + 1;

        @Override
        public void onEvent(Request request, long timestamp, WatermarkOutput output) {
            highest = Math.max(highest, timestamp);
            output.emitWatermark(new Watermark(highest - 1));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }
}
