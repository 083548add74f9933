package io.tidemark;

import io.tidemark.job.PipelineChecks;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.FormatSpec;
import io.tidemark.spec.KafkaSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Problem;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WatermarkSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A processor as the pipeline that a file would describe, for the same checks. */
final class EmbeddedPipeline {
    /** The name of the source. */
    static final String EVENTS = "events";

    private EmbeddedPipeline() {}

    /** What is wrong with {@code config} and {@code alerts} over it; empty if nothing is. */
    static List<String> problems(StreamProcessorConfig config, List<AlertSpec> alerts) {
        SourceSpec source = new SourceSpec(
                EVENTS,
                new ConnectorSpec.Embedded(),
                new FormatSpec.Json(),
                SourceSpec.RECORD_TIMESTAMP,
                config.fields(),
                config.watermark() != null ? config.watermark() : WatermarkSpec.DEFAULT,
                SourceSpec.DEFAULT_MAX_BYTES);
        Map<String, AlertSpec> byName = new LinkedHashMap<>();
        alerts.forEach(alert -> byName.put(alert.name(), alert));
        PipelineSpec pipeline = new PipelineSpec(
                config.name(),
                KafkaSpec.NONE,
                Map.of(EVENTS, source),
                Map.of(config.name(), config.window()),
                byName,
                Map.of(),
                null,
                Map.of());
        return PipelineChecks.validator().validate(pipeline).stream()
                .filter(problem -> !problem.warning())
                .map(EmbeddedPipeline::text)
                .toList();
    }

    private static String text(Problem problem) {
        String place = problem.column() > 0 ? " (at character " + problem.column() + ")" : "";
        return problem.path() + place + ": " + problem.message();
    }
}
