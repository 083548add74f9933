package io.tidemark.job;

import io.tidemark.spec.PipelineSpec;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A pipeline as a Flink job. */
public final class PipelineJob {
    private PipelineJob() {}

    /**
     * Puts {@code spec}'s topology and options into {@code env}, ready to execute under the pipeline's name.
     *
     * @param env options that it has already (from {@code -D} or the cluster's configuration) win over the file's
     * @param spec a pipeline that was validated
     */
    public static void compose(StreamExecutionEnvironment env, PipelineSpec spec) {
        FlinkSettings.apply(env, spec.flink());
        // 1 is what a stock configuration says, so it is no choice of the user's.
        int configured = env.getConfiguration().get(CoreOptions.DEFAULT_PARALLELISM);
        if (spec.parallelism() != null && configured == 1) {
            env.setParallelism(spec.parallelism());
        }
        Pipeline.compose(spec, new LiveEnds(env, spec));
    }
}
