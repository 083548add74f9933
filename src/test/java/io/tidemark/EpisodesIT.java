package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.testkit.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thresholds over recorded cloud metrics: the episodes of three hours in a row above a limit that plain scripts found. */
class EpisodesIT {
    private static final Path DATA = Path.of("../shared/cases/data/nab");
    private static final String PIPELINE = """
            name: episodes
            sources:
              in:
                files: { path: unused }
                format: json
                event-time: ts
                fields: { ts: timestamp, value: double }
            windows:
              hours: { from: in, key: [], tumbling: 1h, aggregates: { p99: p99(value) } }
            alerts:
            %s
            sinks:
            %s
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @ParameterizedTest
    @CsvSource({"ec2_request_latency_system_failure, 47 48 49 50", "elb_request_count_8c0756, 150 200 250"})
    void eachEpisodeOfThreeHoursInARowIsOneAlert(String recording, String limits) throws IOException {
        assumeTrue(Files.exists(DATA), "the recordings are not here");
        StringBuilder alerts = new StringBuilder();
        StringBuilder sinks = new StringBuilder();
        for (String limit : limits.split(" ")) {
            String form = limit.equals("48") ? "3h" : "3";
            alerts.append("  over-%s: { from: hours, when: p99 > %s, for: %s }\n".formatted(limit, limit, form));
            sinks.append("  sink-%s: { from: over-%s, print: {} }\n".formatted(limit, limit));
        }
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(DATA.resolve(recording + ".csv"))) {
            String[] cells = line.split(",");
            if (!cells[1].equals("value")) {
                lines.add("{\"ts\":\"" + cells[0].replace(' ', 'T') + "Z\",\"value\":" + cells[1] + "}");
            }
        }
        Replay replay = Replay.run(folder, PIPELINE.formatted(alerts, sinks), lines);

        JsonNode answers = new ObjectMapper()
                .readTree(DATA.resolve("answers/summary.json").toFile())
                .path(recording);
        for (String limit : limits.split(" ")) {
            JsonNode answer = answers.path("three_in_a_row_p99_lin_gt_" + limit).path("adjacent_in_time");
            List<String> firing = new ArrayList<>();
            List<String> ids = new ArrayList<>();
            for (JsonNode alert : replay.rows("sink-" + limit)) {
                if (alert.path("state").asText().equals("firing")) {
                    Instant at = Instant.parse(alert.path("at").asText());
                    assertThat(Duration.between(
                                    Instant.parse(alert.path("since").asText()), at))
                            .isEqualTo(Duration.ofHours(3));
                    firing.add(at.minus(Duration.ofHours(1)).toString());
                    ids.add(alert.path("id").asText());
                }
            }
            List<String> expected = new ArrayList<>();
            answer.path("episode_window_starts")
                    .forEach(start -> expected.add(Instant.parse(start.asText()).toString()));
            assertThat(firing)
                    .as("%s over %s", recording, limit)
                    .hasSize(answer.path("episodes").asInt())
                    .isEqualTo(expected);
            assertThat(ids).doesNotHaveDuplicates();
        }
    }
}
