package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Decoded;
import io.tidemark.event.DecodedTypeInfo;
import io.tidemark.event.Event;
import io.tidemark.job.PreAggregationRows.Kind;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whole jobs that fail several times, with short checkpoints, with and without what puts events together in front of the
 * key shuffle: where nothing is late the rows are the same, else every event is in a last row or late, exactly once.
 */
class PreAggregationIT {
    private static final int PARTITIONS = 3;
    private static final int EVENTS = 220;
    private static final int FAILURES = 3;
    private static final MemorySize AMPLE = MemorySize.ofMebiBytes(64);
    private static final MemorySize LITTLE = new MemorySize(3_000);
    private static final String PIPELINE = """
            name: equal
            sources:
              requests:
                kafka: { servers: "localhost:1", topics: requests }
                format: json
                event-time: ts
                fields: { ts: timestamp, k: string, slice: long, id: long, v: double }
                watermark: { out-of-orderness: 50ms, future-limit: none }
            windows:
              w:
                from: requests
                key: [k, slice]
                %s
                aggregates:
                  n: count(*)
                  ids: sum(id)
                  squares: sum(id * id)
                  big: count(*) FILTER (WHERE v > 0.5)
                  mean: avg(v)
                  p90: p90(v)
            sinks:
              all: { from: [w, w.late], print: {} }
            parallelism: %d
            flink: { execution.checkpointing.interval: 20ms, restart-strategy.type: fixed-delay,
                     restart-strategy.fixed-delay.attempts: 20, restart-strategy.fixed-delay.delay: 1ms,
                     execution.buffer-timeout.interval: 1ms,
                     execution.checkpointing.aligned-checkpoint-timeout: 0s,
                     execution.checkpointing.unaligned.enabled: %b }
            """;

    @TempDir
    static Path folder;

    private static MiniCluster cluster;
    private static int runs;

    @BeforeAll
    static void start() throws Exception {
        Configuration settings = new Configuration();
        settings.set(RestOptions.BIND_ADDRESS, "localhost");
        settings.set(RestOptions.BIND_PORT, "0");
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(4)
                .build());
        cluster.start();
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    /** How a job is run. */
    private record Setting(int parallelism, boolean unaligned, boolean together, MemorySize heap) {}

    @ParameterizedTest
    @EnumSource(Kind.class)
    void rowsAreTheSameWhereNothingIsLate(Kind kind) throws Exception {
        long seed = 100 + kind.ordinal();
        List<List<Event>> events = events(new Random(seed), kind, 0);
        List<String> plain =
                run(kind, events, new Setting(2, true, false, AMPLE), seed).rows();
        assertThat(plain).isNotEmpty();
        for (Setting setting : settings(seed)) {
            Outcome outcome = run(kind, events, setting, seed);
            String given = "seed " + seed + ", " + setting;
            assertThat(outcome.late()).as(given).isEmpty();
            assertThat(outcome.rows()).as(given).isEqualTo(plain);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyEventIsInALastRowOrLateOnce(Kind kind) throws Exception {
        long seed = 200 + kind.ordinal();
        List<List<Event>> events = events(new Random(seed), kind, 15);
        int late = 0;
        for (Setting setting : settings(seed)) {
            if (setting.parallelism() == (kind.ordinal() % 2 == 0 ? 2 : 4)) {
                continue; // each kind at one of them, as runs are dear
            }
            Outcome outcome = run(kind, events, setting, seed);
            PreAggregationRows.check("seed " + seed + ", " + setting, kind, events, outcome.rows(), outcome.late());
            late += outcome.late().size();
        }
        assertThat(late).as("late events, seed " + seed).isPositive();
    }

    private static List<Setting> settings(long seed) {
        Random random = new Random(seed);
        List<Setting> settings = new ArrayList<>();
        for (int parallelism : new int[] {1, 2, 4}) {
            settings.add(new Setting(parallelism, random.nextBoolean(), true, random.nextBoolean() ? AMPLE : LITTLE));
        }
        return settings;
    }

    /** Events that go on by about 10 ms in each partition, up to 45 ms behind, and one in {@code lateOneIn} up to 900 ms. */
    private static List<List<Event>> events(Random random, Kind kind, int lateOneIn) {
        List<List<Event>> all = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<Event> events = new ArrayList<>();
            long now = 1_000_000;
            for (int i = 0; i < EVENTS; i++) {
                now += random.nextInt(40) == 0 ? random.nextInt(150) : random.nextInt(20);
                boolean behind = lateOneIn > 0 && random.nextInt(lateOneIn) == 0;
                long time = now - random.nextInt(behind ? 900 : 45);
                String key = random.nextBoolean() ? "hot" : "k" + random.nextInt(4);
                long id = partition * 1000L + i + 1;
                events.add(new Event(
                        new Object[] {time, key, kind.slice(time), id, random.nextDouble()}, time, null, null));
            }
            all.add(events);
        }
        return all;
    }

    /** What a job put out. */
    private record Outcome(List<String> rows, List<String> late) {}

    private static Outcome run(Kind kind, List<List<Event>> events, Setting setting, long seed) throws Exception {
        String run = "run-" + ++runs;
        PipelineSpec spec = Pipelines.read(PIPELINE.formatted(kind.text(), setting.parallelism(), setting.unaligned()));
        Configuration settings = FlinkSettings.of(spec.flink());
        settings.set(WindowStage.PRE_AGGREGATION, setting.together());
        settings.set(WindowStage.MOST_HEAP, setting.heap());
        settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.setParallelism(setting.parallelism());
        Random random = new Random(seed);
        Set<Integer> failures = ConcurrentHashMap.newKeySet();
        while (failures.size() < FAILURES) {
            failures.add(ScriptedSource.place(random.nextInt(PARTITIONS), 1 + random.nextInt(EVENTS - 1)));
        }
        ScriptedSource source = new ScriptedSource(run, new ScriptedSource.Script(events, EVENTS / 3, failures));
        Pipeline.compose(spec, new Ends(env, new LiveTime(env, spec), source, run));
        cluster.executeJobBlocking(env.getStreamGraph().getJobGraph());
        assertThat(failures).as("failures that did not come, seed " + seed).isEmpty();
        return new Outcome(ExactRows.of(run + "/rows"), ExactRows.of(run + "/late"));
    }

    private record Ends(StreamExecutionEnvironment env, LiveTime time, ScriptedSource source, String run)
            implements PipelineEnds {
        @Override
        public DataStream<Decoded> open(Uids uids, SourceSpec spec) {
            return env.fromSource(
                            time.around(source, spec),
                            WatermarkStrategy.noWatermarks(),
                            "read",
                            new DecodedTypeInfo(Schemas.of(spec)))
                    .uid(uids.source(spec.name()));
        }

        @Override
        public void write(Uids uids, SinkSpec sink, List<NodeStream> from) {
            for (NodeStream node : from) {
                if (node instanceof NodeStream.Results rows) {
                    collect(rows.stream(), "rows", PreAggregationRows::text);
                } else if (node instanceof NodeStream.Sides sides) {
                    collect(
                            sides.stream(),
                            "late",
                            side -> String.valueOf(
                                    Objects.requireNonNull(side.event()).value("id")));
                }
            }
        }

        private <T> void collect(DataStream<T> stream, String name, MapFunction<T, String> text) {
            stream.transform(name, Types.VOID, new ExactRows<>(run + "/" + name, text))
                    .uid(name);
        }
    }
}
