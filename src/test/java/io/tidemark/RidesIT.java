package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.testkit.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The window cases over taxi rides ({@code cases/rides.jsonl}): a peer's golden output, recomputed independently. Left
 * out: {@code windowed_outer_join} (a join of distinct counts), {@code grouped_aggregates} and {@code every_aggregate}
 * (no window).
 */
final class RidesIT {
    private static final Path RIDES = Path.of("../shared/cases/data/rides/cars.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void windowOf30DaysBeginsAtAMultipleOf30DaysSinceTheEpoch() throws IOException {
        List<JsonNode> rows = rides("""
                    key: []
                    tumbling: 30d
                    allowed-lateness: 1m
                    emit: final
                """).rows("results");

        assertThat(rows).singleElement().satisfies(row -> {
            JsonNode expected = expected("arroyo-month_loose_watermark").get(0);
            assertThat(millis(row, "window_start"))
                    .isEqualTo(expected.path("window_start").asLong());
            assertThat(row.path("rides").asLong())
                    .isEqualTo(expected.path("values").path("count").asLong());
        });
    }

    @Test
    void mostActiveDriverOfEachHourByTheMinute() throws IOException {
        Replay replay = rides("""
                    key: driver_id
                    hopping: { size: 1h, every: 1m }
                """);

        assertThat(mostActive(replay)).isEqualTo(expectedDrivers("arroyo-most_active_driver_last_hour"));
    }

    @Test
    void mostActiveDriverWhereTheHourIsNoMultipleOfTheStep() throws IOException {
        Replay replay = rides("""
                    key: driver_id
                    hopping: { size: 1h, every: 40m }
                """);

        assertThat(mostActive(replay)).isEqualTo(expectedDrivers("arroyo-most_active_driver_last_hour_unaligned"));
    }

    /** The rides are at most 23 s out of order. */
    private Replay rides(String window) throws IOException {
        assumeTrue(Files.exists(RIDES), RIDES + " is not there");
        String pipeline = """
                name: rides
                sources:
                  in:
                    kafka: { servers: "unused:9092", topics: in }
                    format: json
                    event-time: timestamp
                    fields: { timestamp: timestamp, driver_id: long }
                    watermark: { out-of-orderness: 30s }
                windows:
                  w:
                    from: in
                WINDOW    aggregates: { rides: count(*) }
                sinks:
                  results: { from: w, print: {} }
                """.replace("WINDOW", window);
        return Replay.run(folder, pipeline, Files.readAllLines(RIDES));
    }

    private static Map<Long, String> mostActive(Replay replay) {
        Map<Long, JsonNode> best = new TreeMap<>();
        Comparator<JsonNode> order = Comparator.<JsonNode>comparingLong(
                        row -> row.path("rides").asLong())
                .thenComparingLong(row -> row.path("driver_id").asLong());
        for (JsonNode row : replay.rows("results")) {
            best.merge(millis(row, "window_start"), row, (a, b) -> order.compare(a, b) > 0 ? a : b);
        }
        Map<Long, String> drivers = new TreeMap<>();
        best.forEach((start, row) -> drivers.put(start, row.path("driver_id").asLong() + ": " + row.path("rides")));
        return drivers;
    }

    private static Map<Long, String> expectedDrivers(String name) throws IOException {
        Map<Long, String> drivers = new TreeMap<>();
        for (JsonNode row : expected(name)) {
            drivers.put(
                    row.path("window_start").asLong(),
                    row.path("key").asLong() + ": " + row.path("values").path("count"));
        }
        return drivers;
    }

    private static JsonNode expected(String name) throws IOException {
        Path cases = Path.of("src/test/resources/cases/rides.jsonl");
        return Files.readAllLines(cases).stream()
                .map(RidesIT::tree)
                .filter(json -> json.path("case").asText().equals(name))
                .collect(Collectors.toList())
                .get(0)
                .path("expected");
    }

    private static JsonNode tree(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static long millis(JsonNode row, String field) {
        return Instant.parse(row.path(field).asText()).toEpochMilli();
    }
}
