package io.tidemark.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code validate}: all errors and warnings of pipeline files, or that there are none. */
@Command(name = "validate", description = "Check pipeline files and print all their errors and warnings.")
final class ValidateCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "PIPELINE", description = "The pipeline files.")
    private List<Path> pipelines = List.of();

    @Option(names = "--env-file", paramLabel = "FILE", description = "NAME=VALUE lines for $${NAME} in the pipeline.")
    private @Nullable Path envFile;

    @Option(names = "--strict", description = "Take warnings as errors.")
    private boolean strict;

    @Override
    public Integer call() {
        int exitCode = ExitCodes.OK;
        for (Path pipeline : pipelines) {
            if (PipelineLoader.offline(envFile).check(pipeline, strict)) {
                System.out.println(pipeline + ": ok");
            } else {
                exitCode = ExitCodes.INVALID;
            }
        }
        return exitCode;
    }
}
