package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.testkit.InProcess;
import io.tidemark.testkit.Replay;
import io.tidemark.testkit.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the offline commands show, and what they survive. */
class OfflineIT {
    @TempDir
    private Path folder;

    private RunningProcess.Outcome withSecrets(String command, String... more) throws IOException {
        Path pipeline = Files.writeString(folder.resolve("p.yaml"), """
                name: x
                sources:
                  s:
                    files: { path: "${WHERE}" }
                    format: json
                    event-time: t
                    fields: { t: timestamp, k: string }
                windows:
                  w: { from: s, key: k, tumbling: "${SIZE}", aggregates: { n: count(*) } }
                sinks:
                  out: { from: w, kafka: { servers: "${HOST}:9092", topic: "${TOPIC}" } }
                """);
        Path env = Files.writeString(
                folder.resolve("env"), "WHERE=/nowhere/hidden.jsonl\nSIZE=7m\nHOST=inner.example\nTOPIC=classified\n");
        List<String> arguments = new ArrayList<>(List.of(command, pipeline.toString(), "--env-file", env.toString()));
        arguments.addAll(List.of(more));
        return InProcess.tidemark(arguments.toArray(new String[0]));
    }

    @Test
    void explainShowsNoSubstitutedValue() throws IOException {
        RunningProcess.Outcome outcome = withSecrets("explain");

        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(outcome.text())
                .contains("source s: reads the lines of ******", "window w: tumbling ****** over s, by k")
                .contains("sink out: writes w to Kafka topic ****** of ******:9092")
                .doesNotContain("hidden", "7m", "inner", "classified");
    }

    @Test
    void errorOfAJobShowsNoSubstitutedValue() throws IOException {
        RunningProcess.Outcome outcome =
                withSecrets("replay", "--output", folder.resolve("out").toString());

        assertThat(outcome.exitCode()).as(outcome::text).isNotZero();
        assertThat(outcome.text()).contains("sources.s: ******: no such file").doesNotContain("hidden");
    }

    @Test
    void optionOfALaterVersionIsNotUnknown() {
        assertThat(InProcess.tidemark("explain", "--ddl", "p.yaml").text()).contains("--ddl is not available yet");
        assertThat(InProcess.tidemark("explain", "--ddl", "p.yaml").exitCode()).isEqualTo(2);
    }

    @Test
    void timesAtTheEndsOfWhatALongHoldsNeitherOverflowNorStopTheJob() {
        List<String> lines = Stream.of(
                        Long.MIN_VALUE + 1,
                        -9_000_000_000_000_000_000L,
                        -8_640_000_000_000_000L,
                        -1L,
                        8_640_000_000_000_000L,
                        9_000_000_000_000_000_000L,
                        Long.MAX_VALUE)
                .map(time -> "{\"t\":" + time + "}")
                .toList();
        Replay replay = Replay.run(folder, """
                name: x
                sources:
                  in:
                    files: { path: in.jsonl }
                    format: json
                    event-time: t
                    fields: { t: timestamp }
                    watermark: { not-before: none, out-of-orderness: 0s }
                windows:
                  w:
                    from: in
                    key: []
                    tumbling: { size: 3650000d, offset: -3649999d }
                    allowed-lateness: 3650000d
                    emit: final
                    aggregates: { n: count(*) }
                sinks:
                  rows: { from: w, print: {} }
                  rejected: { from: in.rejected, print: {} }
                """, lines);

        assertThat(replay.rows("rows"))
                .extracting(row -> row.path("n").asLong())
                .containsExactly(1L, 1L, 1L);
        assertThat(replay.rows("rejected"))
                .extracting(row -> row.path("reason").asText())
                .containsExactly("implausible-time", "implausible-time", "implausible-time", "implausible-time");
        for (JsonNode row : replay.rows("rows")) {
            assertThat(row.path("window_start").asText())
                    .isNotEqualTo(row.path("window_end").asText());
        }
    }
}
