package io.tidemark.job;

import io.tidemark.spec.NearMiss;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Flink's options for a pipeline: what is set already, over the file's {@code flink:}, over Tidemark's defaults. */
public final class FlinkSettings {
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(10);
    /** How long a barrier waits among records before it overtakes them. */
    private static final Duration ALIGNED_TIMEOUT = Duration.ofSeconds(30);

    private static final FlinkOptionCatalog OPTIONS = new FlinkOptionCatalog();

    private FlinkSettings() {}

    /** Tidemark's defaults. */
    public static Configuration defaults() {
        Configuration defaults = new Configuration();
        defaults.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        defaults.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        defaults.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL);
        defaults.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
        defaults.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
        defaults.set(CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT, ALIGNED_TIMEOUT);
        defaults.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        defaults.set(PipelineOptions.GENERIC_TYPES, false);
        defaults.set(PipelineOptions.OBJECT_REUSE, true);
        // An operator without a uid of its own could lose its state at the next change of the pipeline: an error.
        defaults.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        // Timers are read and written for each window; on the heap they cost a third less than in RocksDB.
        defaults.setString("state.backend.rocksdb.timer-service.factory", "HEAP");
        return defaults;
    }

    /** The defaults under the file's own options, which may have names of earlier versions. */
    public static Configuration of(Map<String, String> flink) {
        Configuration settings = defaults();
        flink.forEach((option, value) -> settings.setString(presentName(option), value));
        return settings;
    }

    /**
     * Gives {@code env} the options that it does not have yet, the {@code -D} ones of a submission being there first.
     *
     * @throws IllegalArgumentException if one of Tidemark's options is there that does not exist, or has a wrong value
     */
    public static void apply(StreamExecutionEnvironment env, Map<String, String> flink) {
        checkOwn(env);
        Configuration missing = new Configuration();
        Set<String> present = new HashSet<>();
        env.getConfiguration().toMap().keySet().forEach(option -> present.add(presentName(option)));
        of(flink).toMap().forEach((option, value) -> {
            if (!present.contains(option)) {
                missing.setString(option, value);
            }
        });
        env.configure(missing);
    }

    /** Flink looks for the present name first, so a default under it would hide the file's option under another. */
    private static String presentName(String option) {
        return OPTIONS.presentName(option).orElse(option);
    }

    /**
     * Looks at those of {@code env}'s options that nobody but Tidemark reads, so that nobody else can say that one is wrong.
     *
     * @throws IllegalArgumentException if there is no such option, or it has a wrong value
     */
    public static void checkOwn(StreamExecutionEnvironment env) {
        env.getConfiguration().toMap().forEach(FlinkSettings::checkOwn);
    }

    private static void checkOwn(String option, String value) {
        if (!option.startsWith("tidemark.")) {
            return;
        }
        if (OPTIONS.presentName(option).isEmpty()) {
            List<String> own = OPTIONS.names().stream()
                    .filter(name -> name.startsWith("tidemark."))
                    .toList();
            throw new IllegalArgumentException(
                    "there is no option " + option + NearMiss.question(option, own) + "; " + String.join(", ", own));
        }
        OPTIONS.problem(option, value).ifPresent(problem -> {
            throw new IllegalArgumentException(option + ": " + problem);
        });
    }

    /** The interval between checkpoints that {@code config} asks for. */
    static Duration checkpointInterval(ReadableConfig config) {
        return config.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL).orElse(CHECKPOINT_INTERVAL);
    }
}
