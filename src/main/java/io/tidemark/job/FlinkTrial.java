package io.tidemark.job;

import java.util.Locale;
import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.executiongraph.failover.RestartBackoffTimeStrategyFactoryLoader;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Gives options to the classes of Flink that a job gives them to when it starts: only they know what they refuse. */
final class FlinkTrial {
    private static final String RESTART = "restart-strategy.";
    private static final String ROCKSDB = "state.backend.rocksdb.";

    /** Name classes that may be on a cluster's class path only. */
    private static final ConfigOption<?>[] UNTRIED = {
        DeploymentOptions.JOB_LISTENERS, PipelineOptions.SERIALIZATION_CONFIG, RocksDBOptions.OPTIONS_FACTORY
    };

    private FlinkTrial() {}

    /** Why Flink does not take {@code one}, which holds a single option under its present name; nothing if it does. */
    static Optional<String> refusal(Configuration one) {
        return refusal(one, false);
    }

    /** Why Flink does not take {@code all}, the options of a whole job; nothing if it does. */
    static Optional<String> refusalTogether(Configuration all) {
        return refusal(all, true);
    }

    private static Optional<String> refusal(Configuration options, boolean whole) {
        Configuration tried = new Configuration(options);
        for (ConfigOption<?> option : UNTRIED) {
            tried.removeConfig(option);
        }
        try {
            StreamExecutionEnvironment env = new StreamExecutionEnvironment(tried);
            tried.getOptional(PipelineOptions.MAX_PARALLELISM).ifPresent(env::setMaxParallelism);
            if (whole) {
                checkTogether(env.getCheckpointConfig());
            }
            restart(tried);
            storage(tried);
            if (tried.keySet().stream().anyMatch(name -> name.startsWith(ROCKSDB))) {
                new EmbeddedRocksDBStateBackend().configure(tried, FlinkTrial.class.getClassLoader());
            }
            return Optional.empty();
        } catch (RuntimeException e) { // each of those classes has exceptions of its own
            return Optional.of(reason(e));
        }
    }

    private static void checkTogether(CheckpointConfig checkpoints) {
        checkpoints.getCheckpointIntervalDuringBacklog();
        if (checkpoints.isUnalignedCheckpointsEnabled() && checkpoints.getMaxConcurrentCheckpoints() > 1) {
            throw new IllegalArgumentException("1, as long as checkpoints are unaligned; or "
                    + CheckpointingOptions.ENABLE_UNALIGNED.key() + ": false");
        }
    }

    /** Options of a strategy are read when it is made, so one without a type is taken for the one that it is about. */
    private static void restart(Configuration options) {
        Configuration tried = new Configuration(options);
        for (String name : options.keySet()) {
            String about =
                    name.startsWith(RESTART) ? name.substring(RESTART.length()).replaceAll("\\..*", "") : "type";
            if (!about.equals("type") && !options.contains(RestartStrategyOptions.RESTART_STRATEGY)) {
                tried.set(RestartStrategyOptions.RESTART_STRATEGY, about);
            }
        }
        RestartBackoffTimeStrategyFactoryLoader.createRestartBackoffTimeStrategyFactory(
                        tried, new Configuration(), true)
                .create();
    }

    private static void storage(Configuration options) {
        String folder = options.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
        new FileSystemCheckpointStorage(folder == null ? "file:///checkpoints" : folder)
                .configure(options, FlinkTrial.class.getClassLoader());
    }

    /** The sentence of the exception that began it, to go on behind a semicolon. */
    private static String reason(Throwable thrown) {
        String reason = "Flink refuses it";
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            String message = each.getMessage();
            reason = message == null || message.isBlank() ? reason : message;
        }
        String line = reason.strip().replaceAll("\\s+", " ").replaceAll("\\.$", "");
        boolean word = line.length() > 1 && Character.isLowerCase(line.charAt(1));
        return word ? line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1) : line;
    }
}
