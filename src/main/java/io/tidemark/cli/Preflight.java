package io.tidemark.cli;

import io.tidemark.connector.FilePreflight;
import io.tidemark.connector.KafkaPreflight;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Problem;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What must be there before a job starts: brokers, topics, files, folders. All that is missing is said at once. */
final class Preflight {
    private Preflight() {}

    /** Checks all that {@code spec} reads and writes. */
    static void check(PipelineSpec spec) {
        List<String> problems = new ArrayList<>();
        for (SourceSpec source : spec.sources().values()) {
            if (source.connector() instanceof ConnectorSpec.Files files) {
                FilePreflight.input(files)
                        .ifPresent(problem -> problems.add("sources." + source.name() + ": " + problem));
            }
        }
        for (SinkSpec sink : spec.sinks().values()) {
            if (sink.target() instanceof SinkSpec.Files files) {
                FilePreflight.output(Path.of(files.path()))
                        .ifPresent(problem -> problems.add("sinks." + sink.name() + ": " + problem));
            }
        }
        if (problems.isEmpty()) {
            for (Problem problem : KafkaPreflight.check(spec)) {
                if (problem.warning()) {
                    System.err.println(problem.path() + ": warning: " + problem.message());
                } else {
                    problems.add(problem.path() + ": " + problem.message());
                }
            }
        }
        fail(problems);
    }

    /** Checks the files of a replay. */
    static void replay(PipelineSpec spec, Map<String, String> recorded, Path output) {
        List<String> problems = new ArrayList<>();
        recorded.forEach((source, path) -> FilePreflight.input(new ConnectorSpec.Files(path, false))
                .ifPresent(problem -> problems.add("--input " + source + ": " + problem)));
        for (SourceSpec source : spec.sources().values()) {
            if (source.connector() instanceof ConnectorSpec.Files files && !recorded.containsKey(source.name())) {
                FilePreflight.input(files)
                        .ifPresent(problem -> problems.add("sources." + source.name() + ": " + problem));
            }
        }
        FilePreflight.output(output).ifPresent(problem -> problems.add("--output: " + problem));
        fail(problems);
    }

    private static void fail(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new UserError(ExitCodes.FAILED, String.join("\n", problems));
        }
    }
}
