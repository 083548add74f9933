package io.tidemark.job;

import io.tidemark.event.Decoded;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.SourceSpec;
import io.tidemark.time.ActiveSource;
import io.tidemark.time.JobTime;
import io.tidemark.time.SourceId;
import io.tidemark.time.WallClock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The event time of a running job: what all its sources share, and what each is given. */
final class LiveTime {
    // So that those that wait go on soon after the others have.
    private static final long ALIGNED_TICK_MS = 100;

    private final PipelineSpec pipeline;
    private final JobTime job;
    private final Map<String, String> groups;

    LiveTime(StreamExecutionEnvironment env, PipelineSpec pipeline) {
        this.pipeline = pipeline;
        long tickMs = pipeline.sources().values().stream()
                .mapToLong(source -> SourceTimes.of(pipeline, source).tickMs())
                .min()
                .orElse(1);
        long emitMs = Math.max(1, env.getConfig().getAutoWatermarkInterval());
        Duration drift = AlignedSources.maxDrift(pipeline);
        this.job = new JobTime(
                UUID.randomUUID().toString(),
                drift == null ? tickMs : Math.min(tickMs, ALIGNED_TICK_MS),
                emitMs,
                drift == null ? JobTime.UNALIGNED : drift.toMillis(),
                WallClock.system());
        this.groups = MeetingSources.groups(pipeline);
    }

    /** {@code source} with the event time that {@code spec} asks for. */
    Source<Decoded, ?, ?> around(Source<Decoded, ?, ?> source, SourceSpec spec) {
        String group = groups.getOrDefault(spec.name(), spec.name());
        return ActiveSource.of(source, new SourceId(spec.name(), group), SourceTimes.of(pipeline, spec), job);
    }
}
