package io.tidemark.job;

import io.tidemark.event.Decoded;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WatermarkSpec;
import io.tidemark.spec.WindowSpec;
import io.tidemark.time.ActiveSource;
import io.tidemark.time.JobTime;
import io.tidemark.time.SourceTime;
import io.tidemark.time.WallClock;
import java.time.Duration;
import java.util.UUID;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The event time of a running job: what all its sources share, and what each is given. */
final class LiveTime {
    private final PipelineSpec pipeline;
    private final JobTime job;

    LiveTime(StreamExecutionEnvironment env, PipelineSpec pipeline) {
        this.pipeline = pipeline;
        long tickMs = pipeline.sources().values().stream()
                .mapToLong(source -> of(source).tickMs())
                .min()
                .orElse(1);
        long emitMs = Math.max(1, env.getConfig().getAutoWatermarkInterval());
        this.job = new JobTime(UUID.randomUUID().toString(), tickMs, emitMs, false, WallClock.system());
    }

    /** {@code source} with the event time that {@code spec} asks for. */
    Source<Decoded, ?, ?> around(Source<Decoded, ?, ?> source, SourceSpec spec) {
        return ActiveSource.of(source, spec.name(), of(spec), job);
    }

    private SourceTime of(SourceSpec source) {
        WatermarkSpec watermark = source.watermark();
        return SourceTime.of(
                watermark.outOfOrderness(), watermark.idleAfter(), watermark.quietAfter(), horizon(source.name()));
    }

    /** How long after its last event the last window over {@code source} can still be open. */
    private Duration horizon(String source) {
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
