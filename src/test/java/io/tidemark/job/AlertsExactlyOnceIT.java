package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.connector.TopicWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alerts on a real broker, through a task that throws and a savepoint: the same set, each exactly once. */
class AlertsExactlyOnceIT {
    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final long MINUTE = 60_000;
    private static final int MINUTES = 24;
    private static final String PIPELINE = """
            name: alerts-once
            kafka: { servers: "%s" }
            sources:
              requests:
                kafka: { topics: requests }
                format: json
                event-time: ts
                fields: { ts: timestamp, service: string, latency_ms: double }
                watermark: { out-of-orderness: 1s, future-limit: none }
            windows:
              latency:
                from: requests
                key: service
                tumbling: 1m
                aggregates: { highest: max(latency_ms) }
            alerts:
              slow: { from: latency, when: highest > 500, for: 3m, message: "{service}: {highest}" }
              often: { from: latency, when: highest > 500, cooldown: 7m }
              silent: { from: requests, key: service, absent-for: 150s }
            sinks:
              alerts: { from: [slow, often, silent], kafka: { topic: alerts } }
              late: { from: [silent.late, slow.late, slow.failed], kafka: { topic: late } }
            parallelism: %d
            flink: { execution.checkpointing.interval: 300ms, restart-strategy.type: fixed-delay,
                     restart-strategy.fixed-delay.attempts: 5, restart-strategy.fixed-delay.delay: 10ms }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void eachAlertComesOutExactlyOnce(int parallelism) throws Exception {
        FailingEnds.disarm();
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            for (String topic : List.of("requests", "alerts", "late")) {
                kafka.createTopic(topic, 2);
            }
            String text = PIPELINE.formatted(kafka.bootstrapServers(), parallelism);
            List<String> expected = expected();
            try (TopicWriter in = new TopicWriter(kafka.bootstrapServers());
                    ResultTopic alerts = new ResultTopic(kafka, "alerts");
                    ResultTopic late = new ResultTopic(kafka, "late")) {
                String savepoint;
                try (LiveJob job = LiveJob.start(text, folder, null)) {
                    FailingEnds.failAfter(25);
                    send(in, 0, 8);
                    alerts.await(3); // a and b are slow, and often is so from the first minute on
                    FailingEnds.failAfter(15);
                    send(in, 8, 14);
                    alerts.await(7);
                    savepoint = job.stop();
                }
                try (LiveJob job = LiveJob.start(text, folder, savepoint)) {
                    FailingEnds.failAfter(20);
                    send(in, 14, MINUTES);
                    // Time goes on to where all is decided.
                    event(in, START + (MINUTES + 1) * MINUTE, "push", 0);
                    alerts.await(expected.size());

                    assertThat(FailingEnds.failures()).isEqualTo(3);
                    assertThat(texts(alerts.settled())).containsExactlyInAnyOrderElementsOf(expected);
                    assertThat(late.settled()).isEmpty();
                }
            }
        }
    }

    /** Service a is slow in minutes 2 to 6 and 15 to 17, b in each second one; c is silent from minute 5 to 10 and at the end. */
    private static void send(TopicWriter in, int from, int to) {
        for (int minute = from; minute < to; minute++) {
            long time = START + minute * MINUTE;
            event(in, time + 10_000, "a", slowA(minute) ? 900 : 100);
            event(in, time + 20_000, "b", minute % 2 == 0 ? 900 : 100);
            if (minute < 5 || minute > 10 && minute < 20) {
                event(in, time + 30_000, "c", 100);
            }
            event(in, time + 40_000, "push", 0);
        }
        in.flush();
    }

    private static boolean slowA(int minute) {
        return minute >= 2 && minute <= 6 || minute >= 15 && minute <= 17;
    }

    /** Each partition has all services, so that both of its times go on. */
    private static void event(TopicWriter in, long time, String service, double latency) {
        for (int partition = 0; partition < 2; partition++) {
            in.send(
                    "requests",
                    partition,
                    null,
                    ("{\"ts\":" + time + ",\"service\":\"" + service + "\",\"latency_ms\":" + latency + "}")
                            .getBytes(StandardCharsets.UTF_8));
        }
        in.flush();
    }

    private static List<String> expected() {
        List<String> alerts = new ArrayList<>();
        alerts.add("slow a firing " + time(5 * MINUTE) + " since " + time(2 * MINUTE));
        alerts.add("slow a resolved " + time(8 * MINUTE) + " since " + time(2 * MINUTE));
        alerts.add("slow a firing " + time(18 * MINUTE) + " since " + time(15 * MINUTE));
        alerts.add("slow a resolved " + time(19 * MINUTE) + " since " + time(15 * MINUTE));
        alerts.add("often a firing " + time(3 * MINUTE) + " since " + time(2 * MINUTE));
        alerts.add("often a resolved " + time(8 * MINUTE) + " since " + time(2 * MINUTE));
        alerts.add("often a firing " + time(16 * MINUTE) + " since " + time(15 * MINUTE));
        alerts.add("often a resolved " + time(19 * MINUTE) + " since " + time(15 * MINUTE));
        long cooled = 0;
        for (int minute = 0; minute < MINUTES; minute += 2) {
            long at = (minute + 1) * MINUTE;
            if (at >= cooled) {
                cooled = at + 7 * MINUTE;
                alerts.add("often b firing " + time(at) + " since " + time(at - MINUTE));
                alerts.add("often b resolved " + time(at + MINUTE) + " since " + time(at - MINUTE));
            }
        }
        alerts.add("silent c firing " + time(4 * MINUTE + 180_000) + " since " + time(4 * MINUTE + 30_000));
        alerts.add("silent c resolved " + time(11 * MINUTE + 30_000) + " since " + time(4 * MINUTE + 30_000));
        alerts.add("silent c firing " + time(19 * MINUTE + 180_000) + " since " + time(19 * MINUTE + 30_000));
        return alerts;
    }

    private static String time(long after) {
        return Instant.ofEpochMilli(START + after).toString();
    }

    private static List<String> texts(List<Map<String, String>> rows) {
        return rows.stream()
                .map(row -> row.get("alert") + " " + row.get("service") + " " + row.get("state") + " " + row.get("at")
                        + " since " + row.get("since"))
                .toList();
    }
}
