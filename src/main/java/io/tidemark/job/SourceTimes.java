package io.tidemark.job;

import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WatermarkSpec;
import io.tidemark.spec.WindowSpec;
import io.tidemark.time.SourceTime;
import java.time.Duration;

/** How the time of a pipeline's sources moves. */
final class SourceTimes {
    private SourceTimes() {}

    /** How that of {@code source} moves. */
    static SourceTime of(PipelineSpec pipeline, SourceSpec source) {
        WatermarkSpec watermark = source.watermark();
        return SourceTime.of(
                watermark.outOfOrderness(),
                watermark.idleAfter(),
                watermark.quietAfter(),
                horizon(pipeline, source.name()));
    }

    /** How long after its last event the last window over {@code source} can still be open. */
    private static Duration horizon(PipelineSpec pipeline, String source) {
        return pipeline.windows().values().stream()
                .filter(window -> window.from().equals(source))
                .map(window -> span(window.assigner()).plus(window.allowedLateness()))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static Duration span(WindowSpec.Assigner assigner) {
        if (assigner instanceof WindowSpec.Tumbling tumbling) {
            return tumbling.size();
        }
        if (assigner instanceof WindowSpec.Hopping hopping) {
            return hopping.size();
        }
        if (assigner instanceof WindowSpec.Cumulative cumulative) {
            return cumulative.size();
        }
        if (assigner instanceof WindowSpec.Session session) {
            return session.gap();
        }
        throw new IllegalArgumentException("a window of unknown length: " + assigner);
    }
}
