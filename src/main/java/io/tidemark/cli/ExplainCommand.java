package io.tidemark.cli;

import io.tidemark.job.Explanation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code explain}: the stages with their uids, state, and what triggers output. */
@Command(name = "explain", description = "Print a pipeline's stages, uids, state, and what triggers output.")
final class ExplainCommand implements Callable<Integer> {
    @Mixin
    private final PipelineOptions options = new PipelineOptions();

    @Override
    public Integer call() {
        LoadedPipeline pipeline = PipelineLoader.offline(options.envFile).load(options);
        Explanation.of(pipeline.spec(), pipeline.redaction()::redact).forEach(System.out::println);
        return ExitCodes.OK;
    }
}
