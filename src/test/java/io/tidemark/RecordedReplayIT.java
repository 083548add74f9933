package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.RecordedModel.Line;
import io.tidemark.RecordedModel.Window;
import io.tidemark.testkit.InProcess;
import io.tidemark.testkit.RunningProcess;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recorded lines with disorder, late events, broken and future ones: all rows, in order, and the ledger are those of
 * {@link RecordedModel}, whatever the seed, the parallelism, and whether the input is packed.
 */
class RecordedReplayIT {
    private static final int LINES = 3_000;
    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
    private static final long MINUTE = 60_000;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> SERVICES = List.of("a", "b", "c", "drop");
    private static final String SOURCE = """
            name: recorded
            sources:
              in:
                kafka: { servers: "unused:9092", topics: in }
                format: json
                event-time: ts
                fields:
                  ts: timestamp
                  svc: { type: string, optional: true }
                  shard: long
                  v: { type: double, optional: true }
                  q: long
                watermark: { out-of-orderness: %dms, future-limit: 1m }
            windows:
            """;
    private static final String WINDOW = """
              %s:
                from: in
                key: [svc, shard]
                tumbling: { size: %dms, offset: %dms }
                allowed-lateness: %dms
                emit: %s
                where: svc IS NULL OR svc <> 'drop'
                aggregates:
                  n: count(*)
                  m: count(v)
                  total: sum(v)
                  least: min(v)
                  most: max(v)
                  mid: p50(v)
                  high: count(*) FILTER (WHERE v >= 50)
                  inverse: sum(CAST(100 / q AS long))
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void rowsAndLedgerAreThoseOfTheModel(long seed) throws IOException {
        // Given a pipeline and lines that follow from the seed
        Random random = new Random(seed);
        long outOfOrderness = List.of(0L, 1_000L, 5_000L).get(random.nextInt(3));
        List<Window> windows = List.of(
                window("revised", random, 1 + random.nextInt(30_000), false),
                window("strict", random, 0, false),
                window("settled", random, random.nextInt(30_000), true),
                window("settled-strict", random, 0, true));
        RecordedModel model = new RecordedModel(outOfOrderness, windows);
        List<String> lines = new ArrayList<>();
        boolean partitioned = random.nextBoolean();
        for (int i = 0; i < LINES; i++) {
            Line line = line(random, START + i * 400L, partitioned);
            lines.add(text(random, line));
            model.read(line);
        }
        model.end();

        // When they are replayed
        Path output = folder.resolve("out");
        RunningProcess.Outcome outcome = InProcess.tidemark(
                "replay",
                Files.writeString(folder.resolve("pipeline.yaml"), pipeline(outOfOrderness, windows))
                        .toString(),
                "--input",
                "in=" + write(lines, seed % 2 == 0),
                "--output",
                output.toString(),
                "--now",
                NOW.toString(),
                "--parallelism",
                Long.toString(1 + seed % 4));

        // Then all is as the model says
        assertThat(outcome.exitCode()).as(outcome::text).isZero();
        assertThat(outcome.out().lines()).as("seed %d", seed).isEqualTo(model.ledger());
        assertThat(rows(output.resolve("everything.jsonl"))).as("seed %d", seed).isEqualTo(model.rows());
        for (String kind : List.of(" late ", " failed ", " malformed ", " future-time ", " final ", " on-time ")) {
            assertThat(model.rows()).as("seed %d: a row of each kind", seed).anyMatch(row -> row.contains(kind));
        }
    }

    private static Window window(String name, Random random, long lateness, boolean whenClosed) {
        long size = List.of(5_000L, 7_000L, 60_000L).get(random.nextInt(3));
        long offset = List.of(0L, 2_000L, -3_000L).get(random.nextInt(3));
        return new Window(name, size, offset, lateness, whenClosed);
    }

    private static String pipeline(long outOfOrderness, List<Window> windows) {
        StringBuilder text = new StringBuilder(SOURCE.formatted(outOfOrderness));
        List<String> from = new ArrayList<>(List.of("in.rejected"));
        for (Window window : windows) {
            text.append(WINDOW.formatted(
                    window.name(),
                    window.size(),
                    window.offset(),
                    window.lateness(),
                    window.whenClosed() ? "final" : "on-time"));
            from.addAll(List.of(window.name(), window.name() + ".late", window.name() + ".failed"));
        }
        return text + "sinks:\n  everything: { from: [" + String.join(", ", from) + "], print: {} }\n";
    }

    private static Line line(Random random, long now, boolean partitioned) {
        int kind = random.nextInt(100);
        long time = now - (random.nextInt(10) == 0 ? random.nextInt(40_000) : random.nextInt(3_000));
        String rejection = kind == 0
                ? "malformed"
                : kind == 1 ? "missing-field" : kind == 2 ? "wrong-type" : kind == 3 ? "future-time" : null;
        return new Line(
                rejection,
                kind == 4,
                partitioned ? random.nextInt(3) : -1,
                kind == 3 ? NOW.toEpochMilli() + MINUTE + 1 + random.nextInt(100_000) : time,
                random.nextInt(8) == 0 ? null : SERVICES.get(random.nextInt(SERVICES.size())),
                random.nextInt(3),
                random.nextInt(5) == 0 ? null : random.nextInt(100_000) / 1000.0,
                random.nextInt(40) == 0 ? 0 : 1 + random.nextInt(9));
    }

    private static String text(Random random, Line line) {
        if (line.blank()) {
            return random.nextBoolean() ? "" : "  ";
        }
        String value = value(random, line);
        return line.partition() < 0 ? value : "{\"$partition\":" + line.partition() + ",\"$value\":" + value + "}";
    }

    private static String value(Random random, Line line) {
        if ("malformed".equals(line.rejection())) {
            // A recorded value is JSON, so what is broken in it is text.
            return line.partition() < 0 ? "{\"ts\": not json" : random.nextBoolean() ? "null" : "\"{\\\"ts\\\":\"";
        }
        Instant time = Instant.ofEpochMilli(line.time() == null ? 0 : line.time());
        List<String> members = new ArrayList<>();
        members.add("\"ts\":" + (random.nextBoolean() ? time.toEpochMilli() : "\"" + time + "\""));
        members.add("\"svc\":" + (line.service() == null ? "null" : "\"" + line.service() + "\""));
        members.add("\"shard\":" + ("wrong-type".equals(line.rejection()) ? "1.5" : line.shard()));
        if (line.value() != null) {
            members.add("\"v\":" + line.value());
        }
        if (!"missing-field".equals(line.rejection())) {
            members.add("\"q\":" + line.quantity());
        }
        return "{" + String.join(",", members) + "}";
    }

    private Path write(List<String> lines, boolean packed) throws IOException {
        if (!packed) {
            return Files.write(folder.resolve("in.jsonl"), lines);
        }
        Path file = folder.resolve("in.jsonl.gz");
        try (BufferedWriter out = new BufferedWriter(
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
            for (String line : lines) {
                out.write(line + "\n");
            }
        }
        return file;
    }

    private static List<String> rows(Path file) throws IOException {
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode row = JSON.readTree(line);
            rows.add(row.has("reason") ? side(row) : result(row));
        }
        return rows;
    }

    private static String side(JsonNode row) {
        return RecordedModel.sideText(
                row.path("node").asText(),
                row.path("reason").asText(),
                text(row.path("event_time")),
                text(row.path("watermark")),
                row.path("origin").path("line").asLong());
    }

    private static @Nullable String text(JsonNode value) {
        return value.isTextual() ? value.asText() : null;
    }

    private static String result(JsonNode row) {
        List<String> values = new ArrayList<>();
        for (String name : List.of("n", "m", "total", "least", "most", "mid", "high", "inverse")) {
            values.add(row.path(name).asText());
        }
        return row.path("node").asText() + " {\"svc\":" + row.path("svc") + ",\"shard\":" + row.path("shard") + "} "
                + row.path("window_start").asText() + " "
                + row.path("window_end").asText() + " " + values + " "
                + row.path("pane").asText() + " " + row.path("revision").asInt() + " "
                + row.path("closed_by").asText();
    }
}
