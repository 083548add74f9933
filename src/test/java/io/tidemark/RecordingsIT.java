package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.testkit.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real recordings with answers that plain scripts computed two ways, each event as a JSON line. An aggregate is named
 * like its column of the answer. Left out: distinct counts and top-k, which are not offered yet.
 */
final class RecordingsIT {
    private static final Path DATA = Path.of("../shared/cases/data");
    private static final Pattern ACCESS =
            Pattern.compile("(\\S+) \\S+ \\S+ \\[([^]]+)] \".*?\" (\\d{3}) (\\d+|-)(?: .*)?");
    private static final DateTimeFormatter ACCESS_TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
    private static final String METRICS = """
              hours:
                from: in
                key: []
                tumbling: 1h
                aggregates: { n: count(*), sum: sum(value), avg: avg(value), min: min(value), max: max(value),
                  stddev_pop: stddev_pop(value), stddev_samp: stddev(value), p50_lin: p50(value), p90_lin: p90(value),
                  p95_lin: p95(value), p99_lin: p99(value) }
              overlapping:
                from: in
                key: []
                hopping: { size: 1h, every: 15m }
                aggregates: { n: count(*), avg: avg(value), p99_lin: p99(value) }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void latencyOfAServer() throws IOException {
        Replay replay = metrics("ec2_request_latency_system_failure", METRICS, "hours", "overlapping");

        compare(replay, "hours", "nab/answers/ec2_request_latency_system_failure_tumbling_1h.csv");
        compare(replay, "overlapping", "nab/answers/ec2_request_latency_system_failure_hopping_1h_15min.csv");
    }

    @Test
    void requestsOfALoadBalancer() throws IOException {
        Replay replay = metrics("elb_request_count_8c0756", METRICS, "hours", "overlapping");

        compare(replay, "hours", "nab/answers/elb_request_count_8c0756_tumbling_1h.csv");
        compare(replay, "overlapping", "nab/answers/elb_request_count_8c0756_hopping_1h_15min.csv");
    }

    @Test
    void hoursOfADayGrow() throws IOException {
        String windows = """
                  hours: { from: in, key: [], tumbling: 1h, aggregates: { n: count(*), sum: sum(value) } }
                  growing:
                    from: in
                    key: []
                    cumulative: { size: 1d, every: 1h }
                    aggregates: { n: count(*), sum: sum(value) }
                """;
        Replay replay = metrics("Twitter_volume_AMZN", windows, "hours", "growing");

        compare(replay, "hours", "nab/answers/Twitter_volume_AMZN_tumbling_1h_sum.csv");
        compare(replay, "growing", "nab/answers/Twitter_volume_AMZN_cumulative_1d_1h_sum.csv");
    }

    @Test
    void daysOfTaxiRidesInUtc() throws IOException {
        String windows =
                "  days: { from: in, key: [], tumbling: 1d, aggregates: { n: count(*), sum: sum(value), max: max(value) } }\n";
        Replay replay = metrics("nyc_taxi", windows, "days");

        compare(replay, "days", "nab/answers/nyc_taxi_daily_as_utc.csv");
    }

    @Test
    void daysOfTaxiRidesWhoseTimesAreNewYorks() throws IOException {
        String windows = """
                  days: { from: in, key: [], tumbling: 1d, aggregates: { n: count(*), sum: sum(value) } }
                  shifted:
                    from: in
                    key: []
                    tumbling: { size: 1d, offset: -19h }
                    aggregates: { n: count(*), sum: sum(value) }
                """;
        List<String> lines = read("nab/nyc_taxi.csv").stream()
                .skip(1)
                .map(line -> line.split(","))
                .map(cells -> "{\"ts\":\"" + cells[0] + "\",\"value\":" + cells[1] + "}")
                .toList();
        String fields = "ts: { type: timestamp, zone: America/New_York }, value: double";
        Replay replay = Replay.run(folder, pipeline(fields, "10s", windows, "days", "shifted"), lines);

        compare(replay, "days", "nab/answers/nyc_taxi_daily_if_new_york_local_then_utc_days.csv");
        compare(replay, "shifted", "nab/answers/nyc_taxi_daily_fixed_offset_minus5h.csv");
    }

    @Test
    void accessLogThatIsAMinuteOutOfOrder() throws IOException {
        String windows = """
                  statuses:
                    from: in
                    key: status
                    tumbling: 5m
                    aggregates: { count: count(*), count_bytes: count(bytes), sum_bytes: sum(bytes),
                      avg_bytes: avg(bytes), min_bytes: min(bytes), max_bytes: max(bytes),
                      stddev_pop: stddev_pop(bytes), stddev_samp: stddev(bytes) }
                  overlapping:
                    from: in
                    key: status
                    hopping: { size: 60m, every: 15m }
                    aggregates: { count: count(*) }
                  growing:
                    from: in
                    key: []
                    cumulative: { size: 1d, every: 6h }
                    aggregates: { count: count(*), sum_bytes: sum(bytes) }
                  visits:
                    from: in
                    key: ip
                    session: 30m
                    aggregates: { requests: count(*), sum_bytes: "COALESCE(sum(bytes), 0)" }
                  sizes:
                    from: in
                    key: []
                    tumbling: 1h
                    aggregates: { n: count(bytes), p50_lin: p50(bytes), p90_lin: p90(bytes), p95_lin: p95(bytes),
                      p99_lin: p99(bytes), p999_lin: p999(bytes) }
                """;
        Replay replay = accessLog("60s", windows, "statuses", "overlapping", "growing", "visits", "sizes");

        compare(replay, "statuses", "access-log/answers/tumbling_5min_by_status.csv");
        compare(replay, "overlapping", "access-log/answers/hopping_60min_15min_by_status.csv");
        compare(replay, "growing", "access-log/answers/cumulative_1day_6h_all.csv");
        compare(replay, "visits", "access-log/answers/sessions_30min_by_ip.csv");
        compare(replay, "sizes", "access-log/answers/bytes_percentiles_per_hour.csv");
    }

    @Test
    void linesOfTheAccessLogThatAreLateBy10And30Seconds() throws IOException {
        for (String bound : List.of("10s", "30s")) {
            Replay replay = accessLog(
                    bound,
                    "  w: { from: in, key: [], tumbling: 10s, aggregates: { count: count(*) } }\n",
                    "w",
                    "w.late");

            compare(
                    replay,
                    "w",
                    "access-log/answers/tumbling_10s_all_bound_" + bound + "_single_partition_file_order.csv");
            assertThat(replay.rows("w-late"))
                    .extracting(late -> late.path("origin").path("line").asText())
                    .containsExactlyInAnyOrderElementsOf(
                            read("access-log/answers/late_10s_bound_" + bound + "_line_numbers.csv").stream()
                                    .skip(1)
                                    .toList());
        }
    }

    @Test
    void coffeeThatIsHoursOutOfOrder() throws IOException {
        String fields = "ts: { type: timestamp, path: /@timestamp }, beverage: string, quadId: long, quantity: long";
        String windows = """
                  beverages:
                    from: in
                    key: beverage
                    tumbling: 1h
                    aggregates: { count: count(*), sum_quantity: sum(quantity) }
                  quads: { from: in, key: quadId, session: 10m, aggregates: { count: count(*) } }
                """;
        Replay replay = Replay.run(
                folder, pipeline(fields, "20h", windows, "beverages", "quads"), read("coffee-iot/events.jsonl"));

        compare(replay, "beverages", "coffee-iot/answers/tumbling_1h_by_beverage.csv");
        compare(replay, "quads", "coffee-iot/answers/sessions_10min_by_quad.csv");
    }

    private Replay metrics(String name, String windows, String... sinks) throws IOException {
        List<String> lines = read("nab/" + name + ".csv").stream()
                .skip(1)
                .map(line -> line.split(","))
                .map(cells -> "{\"ts\":\"" + cells[0].replace(' ', 'T') + "Z\",\"value\":" + cells[1] + "}")
                .toList();
        return Replay.run(folder, pipeline("ts: timestamp, value: double", "10s", windows, sinks), lines);
    }

    private Replay accessLog(String bound, String windows, String... sinks) throws IOException {
        String fields = "ts: timestamp, ip: string, status: long, bytes: { type: long, optional: true }";
        List<String> lines =
                read("access-log/access.log").stream().map(RecordingsIT::access).toList();
        return Replay.run(folder, pipeline(fields, bound, windows, sinks), lines);
    }

    private static String access(String line) {
        Matcher matcher = ACCESS.matcher(line);
        assertThat(matcher.matches()).as(line).isTrue();
        Instant time = OffsetDateTime.parse(matcher.group(2), ACCESS_TIME).toInstant();
        String bytes = matcher.group(4).equals("-") ? "null" : matcher.group(4);
        return "{\"ts\":\"" + time + "\",\"ip\":\"" + matcher.group(1) + "\",\"status\":" + matcher.group(3)
                + ",\"bytes\":" + bytes + "}";
    }

    private static String pipeline(String fields, String bound, String windows, String... sinks) {
        return "name: recordings\nsources:\n  in:\n    kafka: { servers: \"unused:9092\", topics: in }\n"
                + "    format: json\n    event-time: ts\n    fields: { " + fields + " }\n"
                + "    watermark: { out-of-orderness: " + bound + " }\nwindows:\n"
                + windows.indent(2).stripTrailing()
                + "\nsinks:\n"
                + Stream.of(sinks)
                        .map(node -> "  " + node.replace('.', '-') + ": { from: " + node + ", print: {} }\n")
                        .collect(Collectors.joining());
    }

    private static List<String> read(String name) throws IOException {
        Path file = DATA.resolve(name);
        assumeTrue(Files.exists(file), file + " is not there");
        return Files.readAllLines(file);
    }

    /** Each row of the answer is a row of the sink, equal in all columns that the sink has, and there are no others. */
    private static void compare(Replay replay, String sink, String answer) throws IOException {
        List<String> lines = read(answer);
        String[] columns = lines.get(0).split(",");
        Map<String, JsonNode> rows = new HashMap<>();
        for (JsonNode row : replay.rows(sink)) {
            assertThat(rows.put(name(row, columns), row)).as("twice: %s", row).isNull();
        }
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            JsonNode row = rows.remove(name(cells, columns));
            assertThat(row).as("%s: no row for %s", sink, line).isNotNull();
            for (int i = 0; i < columns.length; i++) {
                if (row.has(columns[i]) && !isName(columns[i])) {
                    compare(row.path(columns[i]), cells[i], sink + " " + columns[i] + " of " + line);
                }
            }
        }
        assertThat(rows.values()).as("%s: rows without an answer", sink).isEmpty();
    }

    private static void compare(JsonNode value, String cell, String what) {
        if (cell.isEmpty() || value.isNull()) {
            assertThat(value.isNull()).as(what).isTrue();
            assertThat(cell).as(what).isEmpty();
        } else {
            double right = Double.parseDouble(cell);
            assertThat(value.asDouble()).as(what).isCloseTo(right, within(Math.abs(right) * 1e-12));
        }
    }

    private static boolean isName(String column) {
        return column.startsWith("window_")
                || List.of("status", "ip", "beverage", "quadId").contains(column);
    }

    private static String name(String[] cells, String[] columns) {
        List<String> name = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            if (columns[i].equals("window_start_iso")) {
                name.remove(Instant.parse(cells[i]).toString());
                name.add(Instant.parse(cells[i]).toString());
            } else if (columns[i].startsWith("window_")) {
                name.add(Instant.ofEpochMilli(Long.parseLong(cells[i])).toString());
            } else if (isName(columns[i])) {
                name.add(cells[i]);
            }
        }
        return name.toString();
    }

    private static String name(JsonNode row, String[] columns) {
        List<String> name = new ArrayList<>();
        for (String column : columns) {
            if (column.equals("window_start_iso")) {
                name.remove(row.path("window_start").asText());
                name.add(row.path("window_start").asText());
            } else if (isName(column)) {
                name.add(row.path(column).asText());
            }
        }
        return name.toString();
    }
}
