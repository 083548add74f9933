package io.tidemark.benchmark;

import io.tidemark.job.FlinkSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.program.MiniClusterClient;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * One variant of one case, in a process of its own: a warm-up with a quarter of all requests, a pause in which the idle
 * cluster's CPU is measured, then the run that counts. Prints one line that {@link Measured} reads.
 *
 * <p>Arguments: case, variant, divisor of the number of requests, parallelism, working folder.
 */
final class JobRun {
    /** The compiler must be done, or the shorter a variant takes the more it pays for it. */
    private static final long WARM_UP_NS = 20_000_000_000L;

    private static final long IDLE_MS = 1_000;

    private JobRun() {}

    public static void main(String[] args) throws Exception {
        Workload workload = Workload.named(args[0]).shortened(Integer.parseInt(args[2]));
        Workload.Variant variant =
                Workload.Variant.valueOf(args[1].toUpperCase(Locale.ROOT).replace('-', '_'));
        int parallelism = Integer.parseInt(args[3]);
        long events = workload.events(variant);
        // Not less for fewer requests: else the compiler is what is measured.
        long warmUp = Workload.named(args[0]).events(variant) / 4;
        Configuration settings = settings(Path.of(args[4]), Duration.ofSeconds(2));
        try (MiniCluster cluster = cluster(settings, parallelism)) {
            long start = System.nanoTime();
            do {
                run(cluster, environment(variant, settings, parallelism), variant, workload, warmUp);
            } while (System.nanoTime() - start < WARM_UP_NS);
            double idle = idle();
            Probe.Outcome outcome =
                    run(cluster, environment(variant, settings, parallelism), variant, workload, events);
            Probe.Outcome same = variant == Workload.Variant.TIDEMARK && workload.few() != events
                    ? run(cluster, environment(variant, settings, parallelism), variant, workload, workload.few())
                    : outcome;
            // With few requests most windows end only with the input; a long run's cost is that of what was read.
            boolean few = events != workload.events();
            System.out.println(Measured.line(few ? outcome.read() : outcome.took(), same, events, idle));
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static double idle() throws InterruptedException {
        Thread.sleep(IDLE_MS);
        Probe.Moment before = Probe.now();
        Thread.sleep(IDLE_MS);
        Probe.Moment after = Probe.now();
        return (double) (after.cpuNs() - before.cpuNs()) / (after.wallNs() - before.wallNs());
    }

    private static Probe.Outcome run(
            MiniCluster cluster,
            StreamExecutionEnvironment env,
            Workload.Variant variant,
            Workload workload,
            long events)
            throws Exception {
        switch (variant) {
            case DECODE -> DataStreamJob.decodeOnly(env, workload, events);
            case TIDEMARK -> TidemarkJob.compose(env, workload, events);
            case DATASTREAM -> DataStreamJob.compose(env, workload, events);
            case SQL -> SqlJob.compose(env, workload, events, false);
            case SQL_PERCENTILE -> SqlJob.compose(env, workload, events, true);
        }
        Probe.reset();
        try (MiniClusterClient client = new MiniClusterClient((Configuration) env.getConfiguration(), cluster)) {
            JobID job = client.submitJob(env.getStreamGraph()).get();
            client.requestJobResult(job).get().toJobExecutionResult(JobRun.class.getClassLoader());
        }
        return Probe.outcome();
    }

    static Configuration settings(Path folder, Duration checkpoints) throws IOException {
        Configuration settings = new Configuration();
        settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        settings.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpoints);
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                Files.createDirectories(folder.resolve("checkpoints")).toUri().toString());
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        settings.set(RestOptions.ADDRESS, "localhost");
        settings.set(RestOptions.BIND_ADDRESS, "localhost");
        settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(512));
        return settings;
    }

    /** Tidemark has its own defaults for what is not set here; the others have Flink's. */
    private static StreamExecutionEnvironment environment(
            Workload.Variant variant, Configuration settings, int parallelism) {
        Configuration own =
                variant == Workload.Variant.TIDEMARK ? withTidemarksDefaults(settings) : new Configuration(settings);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(own);
        env.setParallelism(parallelism);
        return env;
    }

    static Configuration withTidemarksDefaults(Configuration settings) {
        Configuration own = new Configuration(settings);
        FlinkSettings.defaults().toMap().forEach((option, value) -> {
            if (!settings.toMap().containsKey(option)) {
                own.setString(option, value);
            }
        });
        return own;
    }

    static MiniCluster cluster(Configuration settings, int parallelism) throws Exception {
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumSlotsPerTaskManager(parallelism)
                .withRandomPorts()
                .build());
        cluster.start();
        return cluster;
    }
}
