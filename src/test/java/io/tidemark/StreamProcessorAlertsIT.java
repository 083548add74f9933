package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.tidemark.event.Alert;
import io.tidemark.event.AlertState;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import io.tidemark.spec.AlertSpec.AfterMatch;
import io.tidemark.spec.AlertSpec.Contiguity;
import io.tidemark.spec.AlertSpec.Skip;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
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

    /** The two slow ones are the same two of three, so that one match ends where the other goes on. */
    @Test
    void patternOverTheEvents() throws Exception {
        List<Alert> alerts = new ArrayList<>();
        List<SideRecord> late = run(
                a -> a.pattern(
                                Duration.ofMinutes(5),
                                steps -> steps.step("slow", "latency_ms > 500", step -> step.times(2))
                                        .step(
                                                "slower",
                                                "latency_ms > slow.latency_ms",
                                                step -> step.next(Contiguity.RELAXED)))
                        .afterMatch(new AfterMatch(Skip.NO_SKIP, null))
                        .severity("critical")
                        .message("{service}: {slow.count} to {slower.latency_ms}"),
                List.of(
                        request(0, "a", 600),
                        request(1, "b", 700),
                        request(10, "a", 610),
                        request(20, "a", 605),
                        request(30, "a", 900),
                        request(40, "b", 800),
                        request(301, "b", 900),
                        request(2, "b", 900)),
                alerts);

        assertThat(alerts)
                .extracting(alert -> alert.message() + " " + (alert.since() - START) + " " + (alert.at() - START))
                .containsExactly("a: 2 to 900.0 0 30000", "a: 2 to 900.0 10000 30000");
        assertThat(alerts).allSatisfy(alert -> {
            assertThat(alert.state()).isEqualTo(AlertState.MATCHED);
            assertThat(alert.severity()).isEqualTo("critical");
            assertThat(alert.key().value("service")).isEqualTo("a");
        });
        assertThat(alerts.get(0).evidence().get("slow")).asInstanceOf(LIST).hasSize(2);
        assertThat(late)
                .singleElement()
                .satisfies(record -> assertThat(record.eventTime()).isEqualTo(START + 2_000));
    }

    /** Half may be slow; three of four in two minutes, and all of the last, are 1.5 times as many at the least. */
    @Test
    void burnRateOverTheEvents() throws Exception {
        List<Alert> alerts = new ArrayList<>();
        List<SideRecord> late = run(
                a -> a.slo(
                                "latency_ms <= 500",
                                50,
                                Duration.ofDays(30),
                                more -> more.total("latency_ms > 1")
                                        .minEvents(4)
                                        .pair(Duration.ofMinutes(2), Duration.ofMinutes(1), 1.5, "page"))
                        .severity("info")
                        .message("{service}: {burn_long} over {long}, {burn_short} over {short}"),
                List.of(
                        request(0, "a", 100),
                        request(10, "a", 600),
                        request(20, "a", 1), // does not count
                        request(30, "b", 900),
                        request(70, "a", 600),
                        request(119, "a", 600),
                        request(130, "a", 10),
                        request(60, "a", 600),
                        request(190, "b", 10)),
                alerts);

        assertThat(alerts)
                .extracting(alert -> alert.state().word() + " " + (alert.since() - START) + " " + (alert.at() - START)
                        + " " + alert.message())
                .containsExactly(
                        "firing 120000 120000 a: 1.5 over 2m, 2.0 over 1m",
                        "resolved 120000 180000 a: " + 4.0 / 3 + " over 2m, 0.0 over 1m");
        assertThat(alerts).allSatisfy(alert -> assertThat(alert.severity()).isEqualTo("page"));
        assertThat(alerts.get(0).id()).isEqualTo(alerts.get(1).id());
        assertThat(alerts.get(0).evidence())
                .containsEntry("good", 1L)
                .containsEntry("total", 4L)
                .containsEntry("budget_left", -0.5);
        assertThat(late)
                .singleElement()
                .satisfies(record -> assertThat(record.eventTime()).isEqualTo(START + 60_000));
    }

    @Test
    void problemsAreThoseOfAFile() {
        StreamExecutionEnvironment env = ProcessorBench.environment();
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
        StreamExecutionEnvironment env = ProcessorBench.environment();
        StreamProcessor<Request> processor = processor();
        DataStream<WindowResult> results = processor.process(stream(env, requests));
        DataStream<Alert> stream = processor.alerts(results, "odd", what);
        CloseableIterator<Alert> rows = stream.collectAsync();
        CloseableIterator<SideRecord> late = processor.late(stream).collectAsync();
        CloseableIterator<SideRecord> failed = processor.failed(stream).collectAsync();
        env.executeAsync();
        alerts.addAll(ProcessorBench.list(rows));
        assertThat(ProcessorBench.list(failed)).isEmpty();
        return ProcessorBench.list(late);
    }

    private static DataStream<Request> stream(StreamExecutionEnvironment env, List<Request> requests) {
        return ProcessorBench.stream(env, Request.class, requests, (request, none) -> request.time());
    }
}
