package io.tidemark.job;

import io.tidemark.spec.PipelineSpec;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether a pipeline's sources wait for each other. */
final class AlignedSources {
    private AlignedSources() {}

    /** How far one may be ahead of the slowest, as the first says that says it; null if they do not wait. */
    static @Nullable Duration maxDrift(PipelineSpec pipeline) {
        return pipeline.sources().values().stream()
                .map(source -> source.watermark().maxDrift())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
