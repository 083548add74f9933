package io.tidemark.job;

import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SourceSpec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** A pipeline over recorded inputs: one reader, time driven by the records alone, rows in the order they were due. */
public final class ReplayJob {
    private ReplayJob() {}

    /**
     * What a replay reads and writes.
     *
     * @param recorded the recorded files (file, folder or glob) of sources, in the order of the command line
     * @param output the folder of the sinks' files
     * @param now the wall clock that {@code future-limit} sees, or null for no limit
     * @param until the event time that is reached behind the last record, or null for no more than the records say
     */
    public record Files(
            Map<String, String> recorded,
            Path output,
            @Nullable Instant now,
            @Nullable Instant until) {}

    /**
     * What is wrong with the inputs, one a line: a source without one, or one that no source wants.
     *
     * @return no lines if all is well
     */
    public static List<String> problems(PipelineSpec spec, Map<String, String> recorded) {
        List<String> problems = new ArrayList<>();
        for (String source : recorded.keySet()) {
            if (!spec.sources().containsKey(source)) {
                problems.add("--input " + source + ": no source of that name; there are "
                        + String.join(", ", spec.sources().keySet()));
            }
        }
        for (SourceSpec source : spec.sources().values()) {
            if (!recorded.containsKey(source.name())) {
                String needed = needsInput(source);
                if (needed != null) {
                    problems.add(needed);
                }
            }
        }
        return problems;
    }

    private static @Nullable String needsInput(SourceSpec source) {
        String give = "--input " + source.name() + "=FILE";
        if (source.connector() instanceof ConnectorSpec.Generate generate) {
            return generate.count() != null
                    ? null
                    : "source " + source.name() + " generates without end; give it a count, or " + give;
        }
        return source.connector() instanceof ConnectorSpec.Files
                ? null
                : "source " + source.name() + " has no input; give " + give;
    }

    /** Flink's options of a replay: no checkpoints, no restarts. */
    public static Configuration settings(PipelineSpec spec) {
        Configuration settings = FlinkSettings.of(spec.flink());
        settings.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
        return settings;
    }

    /** Puts the replay's topology into {@code env}, ready to execute. */
    public static void compose(StreamExecutionEnvironment env, PipelineSpec spec, Files files) {
        Pipeline.compose(spec, ReplayEnds.of(env, spec, files));
    }
}
