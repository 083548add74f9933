package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.codec.RowEncoder;
import io.tidemark.codec.SideRecordEncoder;
import io.tidemark.codec.TimeFormat;
import io.tidemark.codec.WindowResultEncoder;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import io.tidemark.job.PipelineChecks;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.WindowSpec;
import io.tidemark.testkit.Replay;
import io.tidemark.yaml.Environment;
import io.tidemark.yaml.PipelineReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same window, by the Java builder on a MiniCluster and as a pipeline file: the same specification and rows. */
class BuilderIsYamlIT {
    private static final long SEED = 7;
    private static final int EVENTS = 1_500;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration OUT_OF_ORDERNESS = Duration.ofSeconds(2);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PIPELINE = """
            name: twins
            sources:
              in:
                kafka: { servers: "unused:9092", topics: in }
                format: json
                event-time: ts
                fields:
                  ts: timestamp
                  service: { type: string, optional: true }
                  region: { type: string, optional: true }
                  status: { type: long, optional: true }
                  latency_ms: { type: double, optional: true }
                watermark: { out-of-orderness: 2s, not-before: none }
            windows:
              twin:
                from: in
            %s
            sinks:
              rows: { from: twin, print: {} }
              late: { from: twin.late, print: {} }
              failed: { from: twin.failed, print: {} }
            """;

    /** The user's own type. */
    public record Hit(
            Instant time,
            @Nullable String service,
            String region,
            long status,
            @Nullable Double latencyMs) {}

    /** A window in both words. */
    private enum Twin {
        WHERE(
                """
                key: service
                tumbling: 1m
                where: status <> 404 AND latency_ms > 5
                aggregates: { n: count(*), average: avg(latency_ms) }
                """,
                it -> it.withTumblingWindow(Duration.ofMinutes(1))
                        .withFilter("status <> 404 AND latency_ms > 5")
                        .withAggregation(a -> a.addCount("n").addAvg("average", "latency_ms"))),
        FILTERS(
                """
                key: service
                tumbling: 30s
                aggregates:
                  errors: count(*) FILTER (WHERE status >= 500)
                  fine: sum(latency_ms) FILTER (WHERE status < 400)
                  share: round(1.0 * count(*) FILTER (WHERE status >= 500) / count(*), 4)
                """,
                it -> it.withTumblingWindow(Duration.ofSeconds(30))
                        .withAggregation(a -> a.add("errors", "count(*) FILTER (WHERE status >= 500)")
                                .add("fine", "sum(latency_ms) FILTER (WHERE status < 400)")
                                .add("share", "round(1.0 * count(*) FILTER (WHERE status >= 500) / count(*), 4)"))),
        LATENESS(
                """
                key: service
                tumbling: 20s
                allowed-lateness: 15s
                aggregates: { n: count(*), total: sum(latency_ms), least: min(latency_ms), most: max(latency_ms) }
                """,
                it -> it.withTumblingWindow(Duration.ofSeconds(20))
                        .withWatermarkTrigger()
                        .withAllowedLateness(Duration.ofSeconds(15))
                        .withAggregation(a -> a.addCount("n")
                                .addSum("total", "latency_ms")
                                .addMin("least", "latency_ms")
                                .addMax("most", "latency_ms"))),
        FINAL(
                """
                key: service
                tumbling: 20s
                allowed-lateness: 15s
                emit: final
                aggregates: { spread: stddev(latency_ms), square: variance(latency_ms) }
                """,
                it -> it.withTumblingWindow(Duration.ofSeconds(20))
                        .withFinalTrigger()
                        .withAllowedLateness(Duration.ofSeconds(15))
                        .withAggregation(
                                a -> a.addStddev("spread", "latency_ms").addVariance("square", "latency_ms"))),
        OFFSET(
                """
                key: service
                tumbling: { size: 1m, offset: -17s }
                aggregates: { n: count(latency_ms) }
                """,
                it -> it.withTumblingWindow(Duration.ofMinutes(1), Duration.ofSeconds(-17))
                        .withAggregation(a -> a.add("n", "count(latency_ms)"))),
        HOPPING(
                """
                key: service
                hopping: { size: 1m, every: 20s }
                aggregates: { n: count(*), most: max(latency_ms) }
                """,
                it -> it.withHoppingWindow(Duration.ofMinutes(1), Duration.ofSeconds(20))
                        .withAggregation(a -> a.addCount("n").addMax("most", "latency_ms"))),
        SLIDING(
                """
                key: service
                hopping: { size: 50s, every: 30s }
                allowed-lateness: 10s
                aggregates: { n: count(*) }
                """,
                it -> it.withSlidingWindow(Duration.ofSeconds(50), Duration.ofSeconds(30))
                        .withAllowedLateness(Duration.ofSeconds(10))
                        .withAggregation(a -> a.addCount("n"))),
        CUMULATIVE(
                """
                key: service
                cumulative: { size: 1m, every: 15s }
                aggregates: { n: count(*), p95: p95(latency_ms) }
                """,
                it -> it.withCumulativeWindow(Duration.ofMinutes(1), Duration.ofSeconds(15))
                        .withAggregation(a -> a.addCount("n").addP95("p95", "latency_ms"))),
        SESSION(
                """
                key: service
                session: 8s
                allowed-lateness: 5s
                aggregates: { n: count(*), total: sum(latency_ms) }
                """,
                it -> it.withSessionWindow(Duration.ofSeconds(8))
                        .withAllowedLateness(Duration.ofSeconds(5))
                        .withAggregation(a -> a.addCount("n").addSum("total", "latency_ms"))),
        CUT_SESSION(
                """
                key: service
                session: { gap: 8s, max: 20s }
                aggregates: { n: count(*) }
                """,
                it -> it.withSessionWindow(Duration.ofSeconds(8), Duration.ofSeconds(20))
                        .withAggregation(a -> a.addCount("n"))),
        EARLY_ROWS(
                """
                key: service
                tumbling: 1m
                early: 20s
                aggregates: { n: count(*) }
                """,
                it -> it.withTumblingWindow(Duration.ofMinutes(1))
                        .withEarlyRows(Duration.ofSeconds(20))
                        .withAggregation(a -> a.addCount("n"))),
        SEVERAL_KEYS(
                """
                key: [service, region]
                tumbling: 1m
                aggregates: { n: count(*), p50: p50(latency_ms), p95: p95(latency_ms) }
                """,
                it -> it.withKey("region", Hit::region)
                        .withTumblingWindow(Duration.ofMinutes(1))
                        .withAggregation(
                                a -> a.addCount("n").addP50("p50", "latency_ms").addP95("p95", "latency_ms"))),
        ACCURACY(
                """
                key: service
                tumbling: 10m
                accuracy: 0.05
                aggregates: { p99: p99(latency_ms), p999: p999(latency_ms), p42: "percentile(latency_ms, 42.5)" }
                """,
                it -> it.withTumblingWindow(Duration.ofMinutes(10))
                        .withAccuracy(0.05)
                        .withAggregation(a -> a.addP99("p99", "latency_ms")
                                .addP999("p999", "latency_ms")
                                .addPercentile("p42", "latency_ms", 42.5))),
        FAILURES(
                """
                key: service
                tumbling: 1m
                aggregates: { inverse: sum(CAST(1000 / (status - 404) AS long)) }
                """,
                it -> it.withTumblingWindow(Duration.ofMinutes(1))
                        .withAggregation(a -> a.add("inverse", "sum(CAST(1000 / (status - 404) AS long))")));

        private final String yaml;
        private final UnaryOperator<StreamProcessorBuilder<Hit>> builder;

        Twin(String yaml, UnaryOperator<StreamProcessorBuilder<Hit>> builder) {
            this.yaml = yaml;
            this.builder = builder;
        }

        String pipeline() {
            return PIPELINE.formatted(yaml.indent(4).stripTrailing());
        }

        StreamProcessor<Hit> processor() {
            StreamProcessorBuilder<Hit> begun = builder.apply(StreamProcessor.<Hit>builder("twin")
                    .withEventTime(Hit::time)
                    .withKey("service", Hit::service));
            if (this != SEVERAL_KEYS) {
                begun = begun.withField("region", String.class, Hit::region);
            }
            return begun.withField("status", Long.class, Hit::status)
                    .withField("latency_ms", Double.class, hit -> hit.latencyMs())
                    .build();
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Twin.class)
    void specificationIsTheSame(Twin twin) {
        PipelineSpec spec =
                Objects.requireNonNull(new PipelineReader(new Environment(Map.of(), false), PipelineChecks.validator())
                        .read("twin", twin.pipeline())
                        .spec());
        WindowSpec built = twin.processor().config().window();
        WindowSpec window = new WindowSpec(
                built.name(),
                "in",
                built.key(),
                built.assigner(),
                built.where(),
                unquoted(built.aggregates()),
                built.allowedLateness(),
                built.emit(),
                built.early(),
                built.accuracy());

        assertThat(window).isEqualTo(spec.windows().get("twin"));
    }

    /** The builder quotes the names that it is given, so that any name will do. */
    private static Map<String, String> unquoted(Map<String, String> aggregates) {
        Map<String, String> unquoted = new LinkedHashMap<>();
        aggregates.forEach((name, expression) -> unquoted.put(name, expression.replace("`", "")));
        return unquoted;
    }

    @ParameterizedTest
    @EnumSource(Twin.class)
    void rowsAreTheSame(Twin twin) throws Exception {
        List<Hit> hits = hits();
        Replay replay = Replay.run(
                folder,
                twin.pipeline(),
                hits.stream().map(BuilderIsYamlIT::line).toList());
        StreamExecutionEnvironment env = ProcessorBench.environment();
        StreamProcessor<Hit> processor = twin.processor();
        DataStream<WindowResult> results = processor.process(stream(env, hits));
        CloseableIterator<WindowResult> rows = results.collectAsync();
        CloseableIterator<SideRecord> late = processor.late(results).collectAsync();
        CloseableIterator<SideRecord> failed = processor.failed(results).collectAsync();
        env.executeAsync();

        assertThat(texts(rows, row -> new WindowResultEncoder(row.schema(), TimeFormat.ISO)))
                .as("seed %d", SEED)
                .hasSizeGreaterThan(3)
                .containsExactlyInAnyOrderElementsOf(texts(replay.rows("rows")));
        List<String> lateTexts = texts(late, row -> new SideRecordEncoder(TimeFormat.ISO));
        assertThat(lateTexts).isNotEmpty().containsExactlyInAnyOrderElementsOf(texts(replay.rows("late")));
        List<String> failedTexts = texts(failed, row -> new SideRecordEncoder(TimeFormat.ISO));
        assertThat(failedTexts).containsExactlyInAnyOrderElementsOf(texts(replay.rows("failed")));
        assertThat(failedTexts.isEmpty()).isEqualTo(twin != Twin.FAILURES);
    }

    /** Ten minutes, some events up to a minute behind, so that each twin has late ones. */
    private static List<Hit> hits() {
        Random random = new Random(SEED);
        List<String> services = List.of("a", "b", "c");
        List<Hit> hits = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            long behind = random.nextInt(12) == 0 ? random.nextInt(90_000) : random.nextInt(2_500);
            hits.add(new Hit(
                    START.plusMillis(i * 1_200L - behind),
                    random.nextInt(20) == 0 ? null : services.get(random.nextInt(3)),
                    random.nextBoolean() ? "north" : "south",
                    List.of(200L, 201L, 404L, 500L).get(random.nextInt(4)),
                    random.nextInt(9) == 0 ? null : Math.abs(random.nextGaussian()) * 100));
        }
        return hits;
    }

    private static String line(Hit hit) {
        ObjectNode line = JSON.createObjectNode();
        line.put("ts", hit.time().toString());
        line.put("service", hit.service());
        line.put("region", hit.region());
        line.put("status", hit.status());
        line.put("latency_ms", hit.latencyMs());
        return line.toString();
    }

    /** With a watermark after each event, as a replay has it. */
    private static DataStream<Hit> stream(StreamExecutionEnvironment env, List<Hit> hits) {
        return ProcessorBench.timed(
                env.fromData(hits, TypeInformation.of(Hit.class)),
                OUT_OF_ORDERNESS,
                (hit, none) -> hit.time().toEpochMilli());
    }

    private static <T> List<String> texts(CloseableIterator<T> rows, Function<T, RowEncoder<T>> encoder)
            throws Exception {
        List<JsonNode> nodes = new ArrayList<>();
        for (T row : ProcessorBench.list(rows)) {
            nodes.add(JSON.readTree(new String(encoder.apply(row).encode(row), StandardCharsets.UTF_8)));
        }
        return texts(nodes);
    }

    /** The rows without what only a file knows: where a record stood, and the field that is its time. */
    private static List<String> texts(List<JsonNode> rows) throws IOException {
        List<String> texts = new ArrayList<>();
        for (JsonNode row : rows) {
            ((ObjectNode) row).remove("origin");
            if (row.path("event") instanceof ObjectNode event) {
                event.remove("ts");
                // The order of the fields is the builder's; it is no part of the record.
                ((ObjectNode) row).put("event", new TreeMap<>(JSON.convertValue(event, Map.class)).toString());
            }
            texts.add(row.toString());
        }
        return texts;
    }
}
