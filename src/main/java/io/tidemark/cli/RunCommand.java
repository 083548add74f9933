package io.tidemark.cli;

import io.tidemark.job.FlinkSettings;
import io.tidemark.job.PipelineJob;
import io.tidemark.spec.PipelineSpec;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: the pipeline in this process, until its inputs end or Ctrl-C stops it with a savepoint. */
@Command(name = "run", description = "Run a pipeline in one process, going on from its newest state.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private final PipelineOptions options = new PipelineOptions();

    @Option(names = "--state", paramLabel = "DIR", description = "Where state lives; default .tidemark/NAME.")
    private @Nullable Path state;

    @Option(names = "--fresh", description = "Start anew: forget the state of earlier runs.")
    private boolean fresh;

    @Option(
            names = "--web-port",
            paramLabel = "PORT",
            defaultValue = "8081",
            description = "Port of Flink's web UI; 0 takes a free one. Default: $${DEFAULT-VALUE}.")
    private int webPort;

    @Override
    public Integer call() throws Exception {
        LoadedPipeline pipeline = PipelineLoader.connecting(options.envFile).load(options);
        return pipeline.run(() -> run(pipeline.spec()));
    }

    private int run(PipelineSpec spec) throws Exception {
        int port = LocalFlink.webPort(webPort);
        Preflight.check(spec);
        Path directory = state != null ? state : Path.of(".tidemark", spec.name());
        try (StateDirectory held = StateDirectory.open(directory)) {
            if (fresh) {
                held.clear();
            }
            Optional<Path> snapshot = held.newestSnapshot();
            System.err.println(snapshot.map(from -> "going on from " + from).orElse("starting without state"));
            return run(spec, held, snapshot, port);
        }
    }

    private static int run(PipelineSpec spec, StateDirectory held, Optional<Path> snapshot, int port)
            throws InterruptedException {
        Configuration settings = FlinkSettings.of(spec.flink());
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                held.checkpoints().toUri().toString());
        settings.set(
                CheckpointingOptions.SAVEPOINT_DIRECTORY,
                held.savepoints().toUri().toString());
        snapshot.ifPresent(from -> {
            settings.set(StateRecoveryOptions.SAVEPOINT_PATH, from.toUri().toString());
            settings.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
        });
        StreamExecutionEnvironment env = LocalFlink.withWebUi(settings, port);
        PipelineJob.compose(env, spec);
        JobClient job = LocalFlink.start(env, spec.name());
        Interruption interruption = Interruption.stopsWithSavepoint(job, held.savepoints());
        System.err.println(spec.name() + " is running; web UI: http://localhost:" + port);
        try {
            job.getJobExecutionResult().get();
        } catch (ExecutionException e) {
            if (!interruption.interrupted()) {
                throw JobFailure.of(e);
            }
        }
        return ExitCodes.OK;
    }
}
