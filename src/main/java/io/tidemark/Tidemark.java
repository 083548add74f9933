package io.tidemark;

import io.tidemark.job.PipelineChecks;
import io.tidemark.job.PipelineJob;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.yaml.Environment;
import io.tidemark.yaml.FileProblem;
import io.tidemark.yaml.PipelineFile;
import io.tidemark.yaml.PipelineReader;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The entry point of the fat jar on a cluster: {@code flink run tidemark.jar pipeline.yaml}. */
public final class Tidemark {
    private static final Logger LOG = LoggerFactory.getLogger(Tidemark.class);

    private Tidemark() {}

    /**
     * Submits the pipeline of the file that is the only argument.
     *
     * @throws IllegalArgumentException if the file is not valid, with all its errors, one a line
     * @throws Exception what Flink throws if it cannot run the job
     */
    public static void main(String[] args) throws Exception {
        if (args.length != 1) {
            throw new IllegalArgumentException("one argument is needed, the pipeline file; there are " + args.length
                    + ": flink run tidemark.jar pipeline.yaml");
        }
        PipelineFile file = new PipelineReader(new Environment(System.getenv(), true), PipelineChecks.validator())
                .read(Path.of(args[0]));
        file.problems().stream().filter(FileProblem::warning).forEach(problem -> LOG.warn("{}", problem));
        PipelineSpec spec = file.spec();
        if (spec == null) {
            throw new IllegalArgumentException(file.problems().stream()
                    .filter(problem -> !problem.warning())
                    .map(FileProblem::toString)
                    .collect(Collectors.joining("\n")));
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        PipelineJob.compose(env, spec);
        env.execute(spec.name());
    }
}
