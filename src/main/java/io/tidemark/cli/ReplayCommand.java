package io.tidemark.cli;

import io.tidemark.connector.ReplayOutput;
import io.tidemark.job.ReplayJob;
import io.tidemark.metric.Ledger;
import io.tidemark.metric.NodeKind;
import io.tidemark.spec.PipelineSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code replay}: the pipeline over recorded files; the same input gives the same bytes. */
@Command(name = "replay", description = "Run a pipeline over recorded files and print the ledger.")
final class ReplayCommand implements Callable<Integer> {
    /** On one machine more would only cost threads and buffers. */
    private static final int MOST_SUBTASKS = 128;

    @Mixin
    private final PipelineOptions options = new PipelineOptions();

    @Option(
            names = "--input",
            paramLabel = "SOURCE=FILE",
            parameterConsumer = Assignments.class,
            description =
                    "The records of a source, one a line: a file, folder or glob, .gz too; more of them may follow.")
    private List<String> inputs = List.of();

    @Option(
            names = "--output",
            required = true,
            paramLabel = "DIR",
            description = "Where each sink's rows go, as SINK.jsonl.")
    private Path output = Path.of("");

    @Option(names = "--parallelism", paramLabel = "N", defaultValue = "1", description = "Subtasks of each window.")
    private int parallelism;

    @Option(
            names = "--now",
            paramLabel = "TIME",
            description = "The wall clock that future-limit sees, in ISO-8601; without it there is no such limit.")
    private @Nullable String now;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description =
                    "The event time that passes behind the last record, in ISO-8601, before the end closes the rest.")
    private @Nullable String until;

    @Override
    public Integer call() throws Exception {
        LoadedPipeline pipeline = PipelineLoader.offline(options.envFile).load(options);
        return pipeline.run(() -> replay(pipeline.spec()));
    }

    private int replay(PipelineSpec spec) throws IOException {
        if (parallelism < 1 || parallelism > MOST_SUBTASKS) {
            throw new UserError(
                    ExitCodes.INVALID, "--parallelism " + parallelism + "; allowed are 1 to " + MOST_SUBTASKS);
        }
        Map<String, String> recorded = recorded();
        List<String> problems = ReplayJob.problems(spec, recorded);
        if (!problems.isEmpty()) {
            throw new UserError(ExitCodes.INVALID, String.join("\n", problems));
        }
        Preflight.replay(spec, recorded, output);
        return replay(spec, new ReplayJob.Files(recorded, output, instant("--now", now), instant("--until", until)));
    }

    private Map<String, String> recorded() {
        Map<String, String> recorded = new LinkedHashMap<>();
        for (String input : inputs) {
            int equals = input.indexOf('=');
            if (equals < 1 || equals == input.length() - 1) {
                throw new UserError(ExitCodes.INVALID, "--input " + input + "; allowed is SOURCE=FILE");
            }
            String source = input.substring(0, equals);
            if (recorded.put(source, input.substring(equals + 1)) != null) {
                throw new UserError(
                        ExitCodes.INVALID,
                        "--input " + source + " is given twice; a folder or a glob names several files");
            }
        }
        return recorded;
    }

    private static @Nullable Instant instant(String option, @Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new UserError(
                    ExitCodes.INVALID,
                    option + " " + text + "; allowed is ISO-8601 with an offset, 2026-01-01T00:00:00Z",
                    e);
        }
    }

    private int replay(PipelineSpec spec, ReplayJob.Files files) throws IOException {
        JobExecutionResult result;
        try (ScratchFolder scratch = ScratchFolder.temporary("replay")) {
            result = execute(spec, files, scratch);
        } catch (UserError e) {
            for (String sink : spec.sinks().keySet()) {
                ReplayOutput.discard(files.output(), sink);
            }
            throw e;
        }
        for (String sink : spec.sinks().keySet()) {
            ReplayOutput.finish(files.output(), sink);
        }
        return report(Ledger.of(nodes(spec), result.getAllAccumulatorResults()));
    }

    private JobExecutionResult execute(PipelineSpec spec, ReplayJob.Files files, ScratchFolder scratch) {
        Configuration settings = ReplayJob.settings(spec);
        scratch.configure(settings);
        StreamExecutionEnvironment env = LocalFlink.withoutWebUi(settings);
        env.setParallelism(parallelism);
        ReplayJob.compose(env, spec, files);
        try (LocalJob job = LocalJob.start(env, spec.name())) {
            return job.result();
        } catch (ExecutionException | InterruptedException e) {
            throw JobFailure.of(e);
        }
    }

    private static List<Ledger.Node> nodes(PipelineSpec spec) {
        List<Ledger.Node> nodes = new ArrayList<>();
        spec.sources().keySet().forEach(name -> nodes.add(new Ledger.Node(name, NodeKind.SOURCE)));
        spec.windows().keySet().forEach(name -> nodes.add(new Ledger.Node(name, NodeKind.WINDOW)));
        spec.alerts().keySet().forEach(name -> nodes.add(new Ledger.Node(name, NodeKind.ALERT)));
        return nodes;
    }

    private static int report(Ledger ledger) {
        ledger.lines().forEach(System.out::println);
        if (ledger.addsUp()) {
            return ExitCodes.OK;
        }
        System.err.println("tidemark: the ledger does not add up; please report this as a bug of Tidemark");
        return ExitCodes.LEDGER;
    }
}
