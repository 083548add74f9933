package io.tidemark.yaml;

import io.tidemark.spec.PipelineSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline file that was read.
 *
 * @param spec the specification; null if there is any error
 * @param problems all errors and warnings, in the order of their places
 * @param redaction hides the secrets of this file in whatever is shown
 */
public record PipelineFile(@Nullable PipelineSpec spec, List<FileProblem> problems, Redaction redaction) {}
