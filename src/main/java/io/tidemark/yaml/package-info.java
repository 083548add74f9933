/** Pipeline text to a {@link io.tidemark.spec.PipelineSpec}, each problem with its line and column. */
@NullMarked
package io.tidemark.yaml;

import org.jspecify.annotations.NullMarked;
