package io.tidemark.job;

import io.tidemark.spec.SpecValidator;

/** The checks of pipelines with all that SQL and Flink know. */
public final class PipelineChecks {
    private PipelineChecks() {}

    /** What finds everything wrong with a specification. */
    public static SpecValidator validator() {
        return new SpecValidator(new SqlExpressionChecker(), new FlinkOptionCatalog());
    }
}
