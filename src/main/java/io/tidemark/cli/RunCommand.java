package io.tidemark.cli;

import io.tidemark.job.FlinkSettings;
import io.tidemark.job.PipelineJob;
import io.tidemark.spec.PipelineSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
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
            if (held.isFinished()) {
                System.err.println(
                        spec.name() + " has read its inputs to their end in an earlier run; --fresh runs it again");
                return ExitCodes.OK;
            }
            Optional<Path> snapshot = held.newestSnapshot();
            StatefulNodes nodes = StatefulNodes.of(spec);
            if (snapshot.isPresent()) {
                checkFit(nodes, held.nodesOf(snapshot.get()));
            }
            System.err.println(snapshot.map(from -> "going on from " + from).orElse("starting without state"));
            try (ScratchFolder scratch = ScratchFolder.at(held.scratch())) {
                Configuration settings = settings(spec, held, snapshot);
                scratch.configure(settings);
                return run(spec, held, settings, port);
            }
        }
    }

    private static void checkFit(StatefulNodes nodes, Path earlier) throws IOException {
        if (Files.exists(earlier)) {
            List<String> misfits = nodes.misfits(StatefulNodes.read(earlier));
            if (!misfits.isEmpty()) {
                throw JobFailure.stateLost(String.join(", ", misfits), null);
            }
        }
    }

    private static Configuration settings(PipelineSpec spec, StateDirectory held, Optional<Path> snapshot) {
        Configuration settings = FlinkSettings.of(spec.flink());
        settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, LocalFlink.address(held.checkpoints()));
        settings.set(CheckpointingOptions.SAVEPOINT_DIRECTORY, LocalFlink.address(held.savepoints()));
        snapshot.ifPresent(from -> {
            settings.set(StateRecoveryOptions.SAVEPOINT_PATH, LocalFlink.address(from));
            settings.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
        });
        return settings;
    }

    private static int run(PipelineSpec spec, StateDirectory held, Configuration settings, int port)
            throws IOException, InterruptedException {
        Interruption interruption = Interruption.install();
        StreamExecutionEnvironment env = LocalFlink.withWebUi(settings, port);
        PipelineJob.compose(env, spec);
        try (LocalJob job = LocalJob.start(env, spec.name());
                FailureWatch watch = new FailureWatch(job)) {
            StatefulNodes.of(spec).write(held.nodes(job.client().getJobID().toHexString()));
            SavepointStop stop = new SavepointStop(job.client(), held.savepoints());
            System.err.println(spec.name() + " is running; web UI: http://localhost:" + port);
            interruption.stopsBy(stop);
            try {
                job.result();
            } catch (ExecutionException e) {
                if (watch.misfit() != null) {
                    throw watch.misfit();
                }
                if (!interruption.interrupted()) {
                    throw JobFailure.of(e);
                }
                interruption.await();
                return stop.taken() ? ExitCodes.OK : ExitCodes.FAILED;
            }
            interruption.await();
            if (!stop.taken()) {
                held.finish();
            }
            return ExitCodes.OK;
        }
    }
}
