package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import io.tidemark.event.WindowResult;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Assigner;
import io.tidemark.spec.WindowSpec.Cumulative;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Hopping;
import io.tidemark.spec.WindowSpec.Session;
import io.tidemark.spec.WindowSpec.Tumbling;
import io.tidemark.window.WindowBench.Backend;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random windows over random events that are out of order but not late, against DuckDB: every row, every aggregate.
 * Late events are a matter of {@link WindowOperatorTest}, since a database knows none.
 */
final class DuckDbWindowsTest {
    private static final Schema SCHEMA = new Schema(List.of(
            new Field("k", FieldType.STRING, true),
            new Field("g", FieldType.LONG, true),
            new Field("n", FieldType.LONG, true),
            new Field("v", FieldType.DOUBLE, true)));

    /** All values of a window in order, as text, from which any percentile follows. */
    private static final String VALUES = "string_agg(v, ' ' ORDER BY v)";

    /** An aggregate here, and the same in DuckDB. */
    private record Aggregate(String here, String there) {
        static Aggregate same(String sql) {
            return new Aggregate(sql, sql);
        }

        static Aggregate quantile(String function, String p) {
            return new Aggregate(function, VALUES + "/*" + p + "*/");
        }

        boolean isQuantile() {
            return there.startsWith(VALUES);
        }

        double p() {
            return Double.parseDouble(there.replaceAll(".*/\\*(.*)\\*/", "$1"));
        }
    }

    private static final List<Aggregate> AGGREGATES = List.of(
            Aggregate.same("count(*)"),
            Aggregate.same("count(v)"),
            Aggregate.same("sum(n)"),
            Aggregate.same("sum(v)"),
            Aggregate.same("avg(n)"),
            Aggregate.same("avg(v)"),
            Aggregate.same("min(v)"),
            Aggregate.same("max(n)"),
            Aggregate.same("min(k)"),
            new Aggregate("stddev(v)", "stddev_samp(v)"),
            Aggregate.same("stddev_pop(n)"),
            new Aggregate("variance(n)", "var_samp(n)"),
            new Aggregate("variance_pop(v)", "var_pop(v)"),
            Aggregate.same("count(*) FILTER (WHERE n > 50)"),
            Aggregate.same("sum(n) FILTER (WHERE v IS NULL)"),
            Aggregate.same("sum(n * 2 + 1)"),
            Aggregate.same("1.0 * sum(n) / count(*)"),
            Aggregate.same("avg(v) FILTER (WHERE k = 'a' OR n BETWEEN 20 AND 30)"),
            Aggregate.quantile("p50(v)", "50"),
            Aggregate.quantile("p95(v)", "95"),
            Aggregate.quantile("p99(v)", "99"),
            Aggregate.quantile("percentile(v, 12.5)", "12.5"));

    private static final List<String> CONDITIONS =
            List.of("n >= 10", "k <> 'a'", "v IS NOT NULL AND n % 3 <> 0", "g IS NULL OR n < 60");

    private static Connection duck;

    /** One event; in SQL the column {@code t} is its time. */
    private record Given(long time, @Nullable Object[] values) {}

    @BeforeAll
    static void connect() throws SQLException {
        duck = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = duck.createStatement()) {
            statement.execute("SET threads = 1");
            statement.execute("CREATE TABLE e (id BIGINT, t BIGINT, k VARCHAR, g BIGINT, n BIGINT, v DOUBLE)");
        }
    }

    @AfterAll
    static void disconnect() throws SQLException {
        duck.close();
    }

    static Stream<Long> seeds() {
        return LongStream.range(0, 210).boxed();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void windowsEqualDuckDbs(long seed) throws Exception {
        Random random = new Random(seed);
        WindowSpec spec = spec(random);
        long disorder = random.nextInt(4) == 0 ? 0 : random.nextInt(5_000);
        List<Given> events = events(random, disorder);

        Map<String, WindowResult> rows = rows(spec, events, disorder, random);

        Map<String, @Nullable Object[]> expected = expected(spec, events);
        assertThat(rows.keySet()).as("%s", spec).isEqualTo(expected.keySet());
        rows.forEach((window, row) -> compare(spec, window, row, Objects.requireNonNull(expected.get(window))));
    }

    private static WindowSpec spec(Random random) {
        Map<String, String> aggregates = new LinkedHashMap<>();
        for (int i = 0; i < AGGREGATES.size(); i++) {
            if (random.nextInt(3) > 0 || i == 0) {
                aggregates.put("a" + i, AGGREGATES.get(i).here());
            }
        }
        Assigner assigner = assigner(random);
        boolean isFinal = random.nextInt(4) == 0;
        return new WindowSpec(
                "w",
                "in",
                List.of(List.<String>of(), List.of("k"), List.of("g", "k")).get(random.nextInt(3)),
                assigner,
                random.nextBoolean() ? null : CONDITIONS.get(random.nextInt(CONDITIONS.size())),
                aggregates,
                Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(20_000)),
                isFinal ? Emit.FINAL : Emit.ON_TIME,
                assigner instanceof Tumbling tumbling && !isFinal && random.nextBoolean()
                        ? Duration.ofMillis(tumbling.size().toMillis() / 3)
                        : null,
                WindowSpec.DEFAULT_ACCURACY);
    }

    private static Assigner assigner(Random random) {
        long every = 50 + random.nextInt(4_000);
        long size = every + (random.nextBoolean() ? every * random.nextInt(20) : random.nextInt(20_000));
        return switch (random.nextInt(4)) {
            case 0 -> new Tumbling(Duration.ofMillis(size), offset(random, size));
            case 1 -> new Hopping(Duration.ofMillis(size), Duration.ofMillis(every), offset(random, size));
            case 2 -> new Cumulative(Duration.ofMillis(every * (1 + random.nextInt(12))), Duration.ofMillis(every));
            default -> new Session(Duration.ofMillis(1 + random.nextInt(800)));
        };
    }

    private static Duration offset(Random random, long size) {
        return Duration.ofMillis(random.nextBoolean() ? 0 : random.nextLong(-size + 1, size));
    }

    private static List<Given> events(Random random, long disorder) {
        String[] keys = {"a", "b", "c c", "", null};
        int count = random.nextInt(4) == 0 ? 1_000 : 50 + random.nextInt(250);
        boolean negative = random.nextBoolean();
        long now = negative ? -count * 20L : 1_700_000_000_000L;
        List<Given> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            now += random.nextInt(60) == 0 ? random.nextInt(10_000) : random.nextInt(60);
            Long n = random.nextInt(8) == 0 ? null : random.nextLong(-20, 100);
            // Eighths, so that DuckDB's sums are exact as well.
            Double v = random.nextInt(8) == 0
                    ? null
                    : Math.rint(random.nextGaussian() * 800 + (negative ? 0 : 9_000)) / 8 + 0.0;
            Long g = random.nextInt(4) == 0 ? null : random.nextLong(3);
            long time = now - (disorder == 0 ? 0 : random.nextLong(disorder + 1));
            events.add(new Given(time, new Object[] {keys[random.nextInt(keys.length)], g, n, v}));
        }
        return events;
    }

    /** The last row of each window and key; nothing may be late. */
    private static Map<String, WindowResult> rows(WindowSpec spec, List<Given> events, long disorder, Random random)
            throws Exception {
        try (WindowBench bench =
                new WindowBench(spec, SCHEMA, random.nextInt(16) == 0 ? Backend.ROCKSDB : Backend.HEAP)) {
            long highest = Long.MIN_VALUE;
            for (Given event : events) {
                bench.event(event.time(), event.values());
                highest = Math.max(highest, event.time());
                if (random.nextInt(4) == 0) {
                    bench.watermark(highest - disorder - 1);
                }
            }
            bench.watermark(Long.MAX_VALUE);
            assertThat(bench.late()).isEmpty();
            assertThat(bench.failed()).isEmpty();
            assertThat(bench.stateEntries()).isZero();
            assertThat(bench.timers()).isZero();
            Map<String, WindowResult> last = new HashMap<>();
            for (WindowResult row : bench.rows()) {
                WindowResult before = last.put(row.key() + " " + row.startMs() + " " + row.endMs(), row);
                assertThat(row.revision()).isEqualTo(before == null ? 0 : before.revision() + 1);
            }
            return last;
        }
    }

    private static Map<String, @Nullable Object[]> expected(WindowSpec spec, List<Given> events) throws SQLException {
        load(events);
        List<String> columns = new ArrayList<>(spec.key());
        columns.addAll(List.of("s", "f"));
        String group = String.join(", ", columns);
        for (String name : spec.aggregates().keySet()) {
            columns.add(aggregate(name).there());
        }
        String where = spec.where() == null ? "" : " WHERE " + spec.where();
        String sql = "SELECT " + String.join(", ", columns) + " FROM ("
                + windows(spec, "(SELECT * FROM e" + where + ")") + ") GROUP BY " + group;
        Map<String, @Nullable Object[]> rows = new HashMap<>();
        try (Statement statement = duck.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int keys = spec.key().size();
            while (result.next()) {
                List<@Nullable Object> key = new ArrayList<>();
                for (int i = 0; i < keys; i++) {
                    key.add(result.getObject(i + 1));
                }
                @Nullable Object[] values = new Object[spec.aggregates().size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = result.getObject(keys + 3 + i);
                }
                rows.put(key + " " + result.getLong(keys + 1) + " " + result.getLong(keys + 2), values);
            }
        }
        return rows;
    }

    private static void load(List<Given> events) throws SQLException {
        try (Statement statement = duck.createStatement()) {
            statement.execute("DELETE FROM e");
        }
        try (DuckDBAppender appender = duck.unwrap(DuckDBConnection.class).createAppender("main", "e")) {
            long id = 0;
            for (Given event : events) {
                appender.beginRow();
                appender.append(id++);
                appender.append(event.time());
                append(appender, (String) event.values()[0]);
                append(appender, (Long) event.values()[1]);
                append(appender, (Long) event.values()[2]);
                append(appender, (Double) event.values()[3]);
                appender.endRow();
            }
        }
    }

    private static void append(DuckDBAppender appender, @Nullable Object value) throws SQLException {
        if (value == null) {
            appender.appendNull();
        } else if (value instanceof String text) {
            appender.append(text);
        } else if (value instanceof Long number) {
            appender.append(number.longValue());
        } else {
            appender.append(((Double) value).doubleValue());
        }
    }

    /** The events, once for each of their windows from {@code s} to before {@code f}. */
    private static String windows(WindowSpec spec, String events) {
        if (spec.assigner() instanceof Session session) {
            String key = spec.key().isEmpty() ? "" : "PARTITION BY " + String.join(", ", spec.key());
            String session1 = spec.key().isEmpty() ? "PARTITION BY i" : key + ", i";
            long gap = session.gap().toMillis();
            return "SELECT *, min(t) OVER (" + session1 + ") s, max(t) OVER (" + session1 + ") + " + gap + " f FROM ("
                    + "SELECT *, sum(b) OVER (" + key + " ORDER BY t, id) i FROM ("
                    + "SELECT *, CASE WHEN t - lag(t) OVER (" + key + " ORDER BY t, id) <= " + gap
                    + " THEN 0 ELSE 1 END b FROM " + events + "))";
        }
        if (spec.assigner() instanceof Cumulative cumulative) {
            long size = cumulative.size().toMillis();
            long every = cumulative.every().toMillis();
            return "SELECT *, unnest(generate_series(s + ((t - s) // " + every + " + 1) * " + every + ", s + " + size
                    + ", " + every + ")) f FROM (SELECT *, t - " + mod("t", size) + " s FROM " + events + ")";
        }
        long size;
        long every;
        long offset;
        if (spec.assigner() instanceof Hopping hopping) {
            size = hopping.size().toMillis();
            every = hopping.every().toMillis();
            offset = hopping.offset().toMillis();
        } else {
            Tumbling tumbling = (Tumbling) spec.assigner();
            size = tumbling.size().toMillis();
            every = size;
            offset = tumbling.offset().toMillis();
        }
        return "SELECT *, s + " + size + " f FROM (SELECT *, unnest(generate_series(t - "
                + mod("(t - " + offset + ")", every) + ", t - " + (size - 1) + ", " + -every + ")) s FROM " + events
                + ")";
    }

    private static String mod(String x, long m) {
        return "((" + x + " % " + m + " + " + m + ") % " + m + ")";
    }

    private static Aggregate aggregate(String name) {
        return AGGREGATES.get(Integer.parseInt(name.substring(1)));
    }

    private static void compare(WindowSpec spec, String window, WindowResult row, @Nullable Object[] expected) {
        int i = 0;
        for (String name : spec.aggregates().keySet()) {
            Object right = expected[i++];
            Object got = row.value(name);
            String what = window + " " + aggregate(name).here() + " of " + spec;
            if (right == null || got == null) {
                assertThat(got).as(what).isEqualTo(right);
            } else if (aggregate(name).isQuantile()) {
                quantile(what, (double) got, (String) right, aggregate(name).p());
            } else if (got instanceof Double number) {
                double exact = ((Number) right).doubleValue();
                assertThat(number).as(what).isCloseTo(exact, within(Math.abs(exact) * 1e-9 + 1e-9));
            } else {
                assertThat(got.toString()).as(what).isEqualTo(right.toString());
            }
        }
    }

    private static void quantile(String what, double got, String values, double p) {
        double[] sorted = Arrays.stream(values.split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        double rank = p / 100 * (sorted.length - 1);
        double low = sorted[(int) rank];
        double high = sorted[(int) Math.ceil(rank)];
        double exact = low + (rank - (int) rank) * (high - low);
        double bound = sorted.length <= 256
                ? 1e-9
                : 0.01 * (low * high > 0 ? Math.abs(exact) : Math.max(Math.abs(low), Math.abs(high))) + 1e-9;
        assertThat(got).as(what).isCloseTo(exact, within(bound)).isBetween(sorted[0], sorted[sorted.length - 1]);
    }
}
