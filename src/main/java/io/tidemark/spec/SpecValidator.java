package io.tidemark.spec;

import java.util.List;

/**
 * Finds everything wrong with the meaning of a specification, whoever made it: the file's reader or the Java builder.
 * Stateless.
 */
public final class SpecValidator {
    private static final int MAX_PARALLELISM = 1 << 15;

    private final ExpressionChecker checker;
    private final FlinkOptions options;

    /**
     * @param checker what knows SQL
     * @param options what knows the options of a job
     */
    public SpecValidator(ExpressionChecker checker, FlinkOptions options) {
        this.checker = checker;
        this.options = options;
    }

    /** All errors and warnings of {@code spec}, in the order of its parts. */
    public List<Problem> validate(PipelineSpec spec) {
        return validate(spec, Gaps.NONE);
    }

    /** All errors and warnings of {@code spec} that are not mere consequences of {@code gaps}. */
    public List<Problem> validate(PipelineSpec spec, Gaps gaps) {
        Findings findings = new Findings(gaps);
        findings.name("name", Names.pipelineProblem(spec.name()));
        if (spec.sources().isEmpty()) {
            findings.emptyError("sources", "the pipeline has no source; at least one");
        }
        Nodes nodes = new Nodes(spec, findings);
        new KafkaChecks(spec, findings).checkDefaults();
        SourceChecks sources = new SourceChecks(spec, findings);
        spec.sources().values().forEach(sources::check);
        WindowChecks windows = new WindowChecks(spec, nodes, checker, findings);
        spec.windows().values().forEach(windows::check);
        AlertChecks alerts = new AlertChecks(spec, nodes, checker, findings);
        spec.alerts().values().forEach(alerts::check);
        SinkChecks sinks = new SinkChecks(spec, nodes, findings);
        spec.sinks().values().forEach(sinks::check);
        Integer parallelism = spec.parallelism();
        if (parallelism != null && (parallelism < 1 || parallelism > MAX_PARALLELISM)) {
            findings.error("parallelism", "is " + parallelism + "; 1 to " + MAX_PARALLELISM);
        }
        new FlinkChecks(spec, options, findings).check();
        nodes.warnOfUnused();
        return findings.problems();
    }
}
