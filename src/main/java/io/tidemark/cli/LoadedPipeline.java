package io.tidemark.cli;

import io.tidemark.spec.PipelineSpec;
import io.tidemark.yaml.Redaction;
import java.util.concurrent.Callable;

/**
 * A valid pipeline, and what of it may be shown.
 *
 * @param spec the pipeline
 * @param redaction hides its secrets
 */
record LoadedPipeline(PipelineSpec spec, Redaction redaction) {
    /** Runs {@code task}; what it throws says no secret of the pipeline. */
    int run(Callable<Integer> task) throws Exception {
        try {
            return task.call();
        } catch (UserError e) {
            throw new UserError(e.exitCode(), redaction.redact(String.valueOf(e.getMessage())), e);
        } catch (Exception e) {
            String cause = OneLine.rootCause(e);
            String shown = redaction.redact(cause);
            throw shown.equals(cause) ? e : new UserError(ExitCodes.FAILED, shown, e);
        }
    }
}
