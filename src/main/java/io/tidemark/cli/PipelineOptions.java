package io.tidemark.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every command that reads one pipeline file takes. */
final class PipelineOptions {
    @Parameters(paramLabel = "PIPELINE", description = "The pipeline file.")
    Path pipeline = Path.of("");

    @Option(names = "--env-file", paramLabel = "FILE", description = "NAME=VALUE lines for $${NAME} in the pipeline.")
    @Nullable
    Path envFile;

    @Option(names = "--strict", description = "Take warnings as errors.")
    boolean strict;
}
