package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.connector.LoginGenerator;
import io.tidemark.connector.TopicWriter;
import io.tidemark.event.Event;
import io.tidemark.testkit.Replay;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Patterns and burn rates on a real broker, exactly once, in a job whose task is killed again and again and that goes on from
 * a savepoint at another parallelism: the alerts are those of a replay of the same records, which nothing disturbs, each once.
 */
final class AlertsAsReplayedIT {
    private static final Instant BASE = Instant.parse("2026-01-01T00:00:00Z");
    private static final int LOGINS = 3000;
    private static final int FAILURES = 3;
    private static final String PIPELINE = """
            name: patterns
            kafka: { servers: "%s" }
            sources:
              in:
                kafka: { topics: logins }
                format: json
                event-time: timestamp
                fields: { timestamp: timestamp, user: string, ip: string, success: boolean }
                watermark: { out-of-orderness: 5s, future-limit: none }
            alerts:
              three:
                from: in
                key: user
                pattern: { name: failed, where: NOT success, times: 3 }
                within: 5m
                after-match: no-skip
                message: "{user} from {failed.ip}"
              guessed:
                from: in
                key: user
                pattern:
                  - { name: failed, where: NOT success, times: { min: 4 } }
                  - { name: succeeded, where: success AND ip = failed.ip }
                within: 10m
              given-up:
                from: in
                key: user
                pattern:
                  - { name: failed, where: NOT success }
                  - { name: again, where: ip = failed.ip, not: true }
                within: 20s
              budget:
                from: in
                key: ip
                slo: { good: success, objective: 99, period: 1d }
                message: "{ip} over {long} and {short}"
              budget-of-all:
                from: in
                key: []
                slo:
                  good: success
                  objective: 99
                  period: 1d
                  windows:
                    - { long: 1m, short: 10s, burn: 15, severity: page }
                    - { long: 10m, short: 2m, burn: 12, severity: ticket }
                message: "all over {long} and {short}"
            sinks:
              alerts: { from: [three, guessed, given-up, budget, budget-of-all], kafka: { topic: alerts } }
              late:
                from: [three.late, guessed.late, given-up.late, budget.late, budget-of-all.late]
                kafka: { topic: late }
            parallelism: %d
            flink: { execution.checkpointing.interval: 200ms, restart-strategy.type: fixed-delay,
                     restart-strategy.fixed-delay.attempts: 10, restart-strategy.fixed-delay.delay: 10ms }
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"1,2", "2,1"})
    void alertsAreThoseOfAReplayEachOnce(int before, int after) throws Exception {
        List<String> lines = lines();
        List<JsonNode> expected =
                Replay.run(folder, PIPELINE.formatted("unused:9092", 1), lines).rows("alerts");
        assertEachKind(expected);

        FailingEnds.disarm();
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            for (String topic : List.of("logins", "alerts", "late")) {
                kafka.createTopic(topic, 2);
            }
            try (TopicWriter in = new TopicWriter(kafka.bootstrapServers());
                    ResultTopic alerts = new ResultTopic(kafka, "alerts");
                    ResultTopic late = new ResultTopic(kafka, "late")) {
                int part = LOGINS / (FAILURES + 1);
                String savepoint;
                int seen;
                try (LiveJob job = LiveJob.start(PIPELINE.formatted(kafka.bootstrapServers(), before), folder, null)) {
                    seen = sendAndAwaitMore(in, lines.subList(0, part), alerts, 0);
                    seen = failAndAwaitMore(in, lines.subList(part, 2 * part), alerts, seen);
                    savepoint = job.stop();
                }
                try (LiveJob job =
                        LiveJob.start(PIPELINE.formatted(kafka.bootstrapServers(), after), folder, savepoint)) {
                    seen = failAndAwaitMore(in, lines.subList(2 * part, 3 * part), alerts, seen);
                    failAndAwaitMore(in, lines.subList(3 * part, LOGINS), alerts, seen);
                    send(in, lines.subList(LOGINS, lines.size()));
                    alerts.await(expected.size());

                    assertThat(FailingEnds.failures()).isEqualTo(FAILURES);
                    assertThat(alerts.settledJson()).containsExactlyInAnyOrderElementsOf(expected);
                    assertThat(late.settled()).isEmpty();
                }
            }
        }
    }

    /** Each pattern matches, and each pair of windows fires and resolves. */
    private static void assertEachKind(List<JsonNode> alerts) {
        assertThat(alerts).hasSizeGreaterThan(LOGINS / 20);
        Set<String> kinds = new TreeSet<>();
        for (JsonNode alert : alerts) {
            String message = alert.path("message").asText();
            String pair = message.substring(message.lastIndexOf(" over ") + 1);
            String state = alert.path("state").asText();
            kinds.add(alert.path("alert").asText() + (state.equals("matched") ? "" : " " + pair) + " " + state);
        }
        List<String> expected = new ArrayList<>(List.of("three matched", "guessed matched", "given-up matched"));
        for (String state : List.of("firing", "resolved")) {
            for (String pair : List.of("2m and 10s", "12m and 1m", "48m and 4m", "2h24m and 12m")) {
                expected.add("budget over " + pair + " " + state);
            }
            expected.add("budget-of-all over 1m and 10s " + state);
            expected.add("budget-of-all over 10m and 2m " + state);
        }
        assertThat(kinds).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Sends records of which one makes the task fail; returns how many alerts there are when it has and more have come. */
    private static int failAndAwaitMore(TopicWriter in, List<String> lines, ResultTopic alerts, int seen) {
        int failures = FailingEnds.failures();
        FailingEnds.failAfter(lines.size() / 3);
        int more = sendAndAwaitMore(in, lines, alerts, seen);
        await().atMost(Duration.ofSeconds(90)).until(() -> FailingEnds.failures() > failures);
        return more;
    }

    private static int sendAndAwaitMore(TopicWriter in, List<String> lines, ResultTopic alerts, int seen) {
        send(in, lines);
        return alerts.await(seen + 1).size();
    }

    /** The records, and one for each partition long after them. */
    private static List<String> lines() {
        LoginGenerator generator = new LoginGenerator(5, 7, 40, BASE);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LOGINS; i++) {
            Event event = generator.event(i);
            lines.add(line(event.time(), event.get(1), event.get(2), event.get(3)));
        }
        for (String user : List.of("a", "b")) {
            lines.add(line(BASE.plus(Duration.ofHours(2)).toEpochMilli(), user, "10.0.0.1", true));
        }
        assertThat(partition(lines.get(LOGINS))).isNotEqualTo(partition(lines.get(LOGINS + 1)));
        return lines;
    }

    private static String line(long time, @Nullable Object user, @Nullable Object ip, @Nullable Object success) {
        return "{\"timestamp\":" + time + ",\"user\":\"" + user + "\",\"ip\":\"" + ip + "\",\"success\":" + success
                + "}";
    }

    /** The records of a user are in one partition, so that their order is one. */
    private static int partition(String line) {
        return Math.floorMod(line.replaceAll(".*\"user\":\"([^\"]*)\".*", "$1").hashCode(), 2);
    }

    private static void send(TopicWriter in, List<String> lines) {
        lines.forEach(line -> in.send("logins", partition(line), null, line.getBytes(StandardCharsets.UTF_8)));
        in.flush();
    }
}
