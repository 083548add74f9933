package io.tidemark.benchmark;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.RawRecord;
import io.tidemark.event.WindowResult;
import io.tidemark.job.BenchmarkEnds;
import io.tidemark.job.WindowStage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.client.program.MiniClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.TaskStateStats;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * How long checkpoints take, with and without what puts events together in front of the key shuffle: while a million keys
 * fire on the same minute, and behind a sink that is slower than the source.
 *
 * <p>Arguments: working folder.
 */
final class CheckpointTimes {
    private static final int KEYS = 1_000_000;
    private static final long MINUTE = 60_000;

    private CheckpointTimes() {}

    public static void main(String[] args) throws Exception {
        Configuration settings = JobRun.settings(Path.of(args[0]), Duration.ofMillis(500));
        settings.set(WebOptions.CHECKPOINTS_HISTORY_SIZE, 10_000);
        System.out.printf("%n## checkpoints: one each 0.5 s, with and without what puts events together%n%n");
        System.out.println("Milliseconds, mean/most.%n".formatted());
        System.out.println("| while | checkpoints | whole | until the barrier came | synchronous part |");
        System.out.println("|---|---:|---:|---:|---:|");
        try (MiniCluster cluster = JobRun.cluster(settings, 1)) {
            for (boolean together : new boolean[] {true, false}) {
                settings.set(WindowStage.PRE_AGGREGATION, together);
                String how = together ? "with" : "without";
                report(
                        "a million keys fire on one minute, " + how,
                        run(cluster, settings, MINUTE, new MillionKeys(), 0, Duration.ofSeconds(150)));
                report(
                        "the sink is slower than the source, " + how,
                        run(cluster, settings, 1_000, new FewKeys(), 20_000, Duration.ofSeconds(60)));
            }
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static List<AbstractCheckpointStats> run(
            MiniCluster cluster,
            Configuration settings,
            long sizeMs,
            RequestSource.Decode<Decoded> events,
            long pauseNanos,
            Duration time)
            throws Exception {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(JobRun.withTidemarksDefaults(settings));
        env.setParallelism(1);
        BenchmarkEnds.compose(
                env,
                TidemarkJob.pipeline("unused:9092", "requests", "results", Duration.ofMillis(sizeMs), null),
                decoder -> new RequestSource<>(
                        new RequestLines.Shape(1, false, 1_000, RequestLines.START_MS, 1), Long.MAX_VALUE, events),
                new PausingSink(pauseNanos));
        try (MiniClusterClient client = new MiniClusterClient((Configuration) env.getConfiguration(), cluster)) {
            JobID job = client.submitJob(env.getStreamGraph()).get();
            long end = System.nanoTime() + time.toNanos();
            while (System.nanoTime() < end && !client.getJobStatus(job).get().isGloballyTerminalState()) {
                LockSupport.parkNanos(100_000_000);
            }
            List<AbstractCheckpointStats> checkpoints = cluster.getExecutionGraph(job)
                    .get()
                    .getCheckpointStatsSnapshot()
                    .getHistory()
                    .getCheckpoints();
            client.cancel(job).get();
            client.requestJobResult(job).get();
            return checkpoints;
        }
    }

    private static void report(String title, List<AbstractCheckpointStats> checkpoints) {
        List<AbstractCheckpointStats> completed = checkpoints.stream()
                .filter(checkpoint -> !checkpoint.getStatus().isInProgress())
                .toList();
        if (!completed.stream().allMatch(checkpoint -> checkpoint.getStatus().isCompleted())) {
            throw new IllegalStateException(title + ": a checkpoint failed");
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %s | %s | %s |%n",
                title,
                completed.size(),
                meanAndMost(completed, AbstractCheckpointStats::getEndToEndDuration),
                meanAndMost(
                        completed,
                        checkpoint -> most(
                                checkpoint,
                                task -> task.getSummaryStats()
                                        .getCheckpointStartDelayStats()
                                        .getMaximum())),
                meanAndMost(
                        completed,
                        checkpoint -> most(
                                checkpoint,
                                task -> task.getSummaryStats()
                                        .getSyncCheckpointDurationStats()
                                        .getMaximum())));
    }

    private static long most(AbstractCheckpointStats checkpoint, ToLongFunction<TaskStateStats> value) {
        return checkpoint.getAllTaskStateStats().stream()
                .filter(task -> task.getSummaryStats() != null)
                .mapToLong(value)
                .max()
                .orElse(0);
    }

    private static String meanAndMost(
            List<AbstractCheckpointStats> checkpoints, ToLongFunction<AbstractCheckpointStats> value) {
        List<Long> values = new ArrayList<>();
        checkpoints.forEach(checkpoint -> values.add(value.applyAsLong(checkpoint)));
        return values.stream().mapToLong(Long::longValue).sum() / Math.max(1, values.size()) + "/"
                + values.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private static Decoded event(long time, long key) {
        Object[] values = {time, "service-" + key % 1_000, "items-" + key / 1_000, 1.0 + key % 97, 200L};
        return Decoded.accepted(new Event(values, time, null, null));
    }

    /** A million keys in each minute. */
    private static final class MillionKeys implements RequestSource.Decode<Decoded> {
        private static final long serialVersionUID = 1;
        private long count;

        @Override
        public Decoded decode(RawRecord record) {
            long time = RequestLines.START_MS + count * MINUTE / KEYS;
            return event(time, count++ % KEYS);
        }

        @Override
        public long time(Decoded decoded) {
            return TidemarkJob.event(decoded).time();
        }
    }

    /** 10 000 keys, 100 000 events a second. */
    private static final class FewKeys implements RequestSource.Decode<Decoded> {
        private static final long serialVersionUID = 1;
        private long count;

        @Override
        public Decoded decode(RawRecord record) {
            long time = RequestLines.START_MS + count / 100;
            return event(time, count++ % 10_000);
        }

        @Override
        public long time(Decoded decoded) {
            return TidemarkJob.event(decoded).time();
        }
    }

    private record PausingSink(long nanos) implements Sink<WindowResult> {
        @Override
        public SinkWriter<WindowResult> createWriter(WriterInitContext context) {
            return new SinkWriter<>() {
                @Override
                public void write(WindowResult row, Context ignored) {
                    if (nanos > 0) {
                        LockSupport.parkNanos(nanos);
                    }
                }

                @Override
                public void flush(boolean endOfInput) {}

                @Override
                public void close() {}
            };
        }
    }
}
