package io.tidemark.cli;

import io.tidemark.job.PipelineChecks;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.yaml.Environment;
import io.tidemark.yaml.FileProblem;
import io.tidemark.yaml.FixtureReader;
import io.tidemark.yaml.PipelineFile;
import io.tidemark.yaml.PipelineReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads pipeline files for the commands; problems go to standard error, one a line. */
final class PipelineLoader {
    private final PipelineReader reader;

    private PipelineLoader(Environment environment) {
        this.reader = new PipelineReader(environment, PipelineChecks.validator());
    }

    /** For commands that connect: a missing variable is an error wherever it stands. */
    static PipelineLoader connecting(@Nullable Path envFile) {
        return new PipelineLoader(environment(envFile, true));
    }

    /** For commands that connect to nothing: a missing variable of a connection is left alone. */
    static PipelineLoader offline(@Nullable Path envFile) {
        return new PipelineLoader(environment(envFile, false));
    }

    /** Reads fixtures, which connect to nothing. */
    static FixtureReader fixtures(@Nullable Path envFile) {
        return new FixtureReader(environment(envFile, false), PipelineChecks.validator());
    }

    private static Environment environment(@Nullable Path envFile, boolean connecting) {
        Environment environment = new Environment(System.getenv(), connecting);
        try {
            return envFile == null ? environment : environment.withFile(envFile);
        } catch (IllegalArgumentException e) {
            throw new UserError(ExitCodes.INVALID, String.valueOf(e.getMessage()), e);
        }
    }

    /** One of the example pipelines in the jar, with the variable {@code name} set. */
    static PipelineSpec example(String file, String name, String value) {
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.put(name, value);
        PipelineLoader loader = new PipelineLoader(new Environment(variables, true));
        try (InputStream in = PipelineLoader.class.getResourceAsStream("/pipelines/" + file)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks pipelines/" + file);
            }
            return loader.valid(loader.reader.read(file, new String(in.readAllBytes(), StandardCharsets.UTF_8)), false);
        } catch (IOException e) {
            throw new IllegalStateException("pipelines/" + file + " cannot be read from the jar", e);
        }
    }

    /** The valid pipeline of {@code options}; all its problems are said. */
    LoadedPipeline load(PipelineOptions options) {
        PipelineFile file = reader.read(options.pipeline);
        return new LoadedPipeline(valid(file, options.strict), file.redaction());
    }

    /** Says all problems of a file; whether it is valid. */
    boolean check(Path pipeline, boolean strict) {
        return report(reader.read(pipeline), strict);
    }

    private PipelineSpec valid(PipelineFile file, boolean strict) {
        if (!report(file, strict) || file.spec() == null) {
            throw new UserError(ExitCodes.INVALID, "");
        }
        return file.spec();
    }

    private static boolean report(PipelineFile file, boolean strict) {
        file.problems().forEach(System.err::println);
        boolean warned = file.problems().stream().anyMatch(FileProblem::warning);
        return file.spec() != null && !(strict && warned);
    }
}
