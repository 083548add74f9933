package io.tidemark.job;

import static org.awaitility.Awaitility.await;

import io.tidemark.spec.PipelineSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** A pipeline that runs in this JVM between its real ends, with a source task that can be made to fail. */
final class LiveJob implements AutoCloseable {
    private final JobClient job;
    private final Path folder;
    private boolean stopped;

    private LiveJob(JobClient job, Path folder) {
        this.job = job;
        this.folder = folder;
    }

    /**
     * Starts {@code text}.
     *
     * @param folder for checkpoints
     * @param savepoint where to go on from, or null
     */
    static LiveJob start(String text, Path folder, @Nullable String savepoint) throws Exception {
        PipelineSpec spec = Pipelines.read(text);
        Configuration settings = FlinkSettings.of(spec.flink());
        settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
        settings.set(RestOptions.BIND_ADDRESS, "localhost");
        if (savepoint != null) {
            settings.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(settings);
        env.setParallelism(Objects.requireNonNull(spec.parallelism()));
        Pipeline.compose(spec, new FailingEnds(new LiveEnds(env, spec)));
        return new LiveJob(env.executeAsync(spec.name()), folder);
    }

    /** Stops it with a savepoint, as soon as all its tasks run, and returns where that is. */
    String stop() {
        stopped = true;
        return await().atMost(Duration.ofSeconds(60))
                .ignoreExceptionsMatching(LiveJob::isNotRunningYet)
                .until(
                        () -> job.stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
                                .get(),
                        Objects::nonNull);
    }

    private static boolean isNotRunningYet(Throwable refusal) {
        return refusal instanceof ExecutionException
                && String.valueOf(refusal.getMessage()).contains("is not being executed at the moment");
    }

    @Override
    public void close() throws ExecutionException, InterruptedException {
        if (!stopped) {
            job.cancel().get();
        }
    }
}
