package io.tidemark.job;

import io.tidemark.codec.PlainJson;
import io.tidemark.codec.RecordDecoder;
import io.tidemark.connector.ReplayInput;
import io.tidemark.connector.ReplayRecord;
import io.tidemark.connector.ReplaySource;
import io.tidemark.connector.ScriptSource;
import io.tidemark.connector.ScriptStep;
import io.tidemark.event.Decoded;
import io.tidemark.event.DecodedTypeInfo;
import io.tidemark.event.Origin;
import io.tidemark.event.RawRecord;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.FixtureSpec;
import io.tidemark.spec.FixtureStep;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** A pipeline over what a fixture gives; the rows of each node and sink that it expects something of go to a file. */
public final class FixtureJob {
    private final FixtureSpec fixture;
    private final PipelineSpec spec;
    private final List<SourceSpec> sources;
    private final Map<String, Long> offsets = new HashMap<>();

    private FixtureJob(FixtureSpec fixture) {
        this.fixture = fixture;
        this.spec = fixture.pipeline();
        this.sources = List.copyOf(spec.sources().values());
    }

    /** Flink's options of a fixture: those of a replay, and state on the heap, which is quicker for little of it. */
    public static Configuration settings(PipelineSpec spec) {
        Configuration settings = ReplayJob.settings(spec);
        settings.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        return settings;
    }

    /**
     * Puts the fixture's topology into {@code env}, ready to execute. The rows of NAME are spooled to {@code output} for
     * {@link io.tidemark.connector.ReplayOutput#finish}.
     *
     * @param gate the token of the script's gate at checkpoints and restores
     */
    public static void compose(StreamExecutionEnvironment env, FixtureSpec fixture, Path output, String gate) {
        FixtureJob job = new FixtureJob(fixture);
        Source<ReplayRecord, ?, ?> source = fixture.merged() ? job.merged() : job.script(gate);
        Pipeline.compose(
                job.expected(),
                new ReplayEnds(
                        ReplayEnds.read(env, new Uids(job.spec.name()), source),
                        job.spec,
                        job.sources.stream().map(SourceSpec::name).toList(),
                        fixture.partitions(),
                        output,
                        fixture.steps().stream().anyMatch(FixtureStep.Restore.class::isInstance)));
    }

    /** The pipeline with what the fixture looks at in place of its sinks. */
    private PipelineSpec expected() {
        Map<String, SinkSpec> sinks = new LinkedHashMap<>();
        for (String name : fixture.expect().keySet()) {
            SinkSpec sink = spec.sinks().get(name);
            sinks.put(name, sink == null ? node(name) : sink);
        }
        return new PipelineSpec(
                spec.name(),
                spec.kafka(),
                spec.sources(),
                spec.windows(),
                spec.alerts(),
                sinks,
                spec.parallelism(),
                spec.flink());
    }

    private static SinkSpec node(String name) {
        return new SinkSpec(
                name,
                List.of(name),
                new SinkSpec.Print(),
                null,
                SinkSpec.KeyFormat.JSON,
                SinkSpec.Timestamp.EVENT,
                SinkSpec.Times.ISO);
    }

    private Source<ReplayRecord, ?, ?> merged() {
        List<ReplayInput> inputs = new ArrayList<>();
        for (SourceSpec source : sources) {
            List<RawRecord> records = new ArrayList<>();
            for (FixtureStep step : fixture.steps()) {
                if (step instanceof FixtureStep.Given given && given.source().equals(source.name())) {
                    records.add(record(source, given));
                }
            }
            inputs.add(ReplayInput.given(records, Decoders.replayed(source, fixture.now()), type(source)));
        }
        return ReplaySource.create(inputs);
    }

    private Source<ReplayRecord, ?, ?> script(String gate) {
        Script script = new Script();
        fixture.steps().forEach(script::add);
        return ScriptSource.create(
                script.steps, sources.stream().map(FixtureJob::type).toList(), gate);
    }

    /** Steps to the script of the source, each record with the decoder that knows the time of the wall clock then. */
    private final class Script {
        final List<ScriptStep> steps = new ArrayList<>();
        private @Nullable Instant now = fixture.now();
        private final Map<String, RecordDecoder> decoders = new HashMap<>();

        void add(FixtureStep step) {
            if (step instanceof FixtureStep.Given given) {
                SourceSpec source = Objects.requireNonNull(spec.sources().get(given.source()));
                RecordDecoder decoder = decoders.computeIfAbsent(source.name(), it -> Decoders.replayed(source, now));
                steps.add(new ScriptStep.Given(sources.indexOf(source), decoder, record(source, given)));
            } else if (step instanceof FixtureStep.TimePasses passes) {
                steps.add(new ScriptStep.TimeReached(passes.time().toEpochMilli()));
            } else if (step instanceof FixtureStep.Wait wait) {
                steps.add(new ScriptStep.Wait(wait.duration().toMillis()));
                clock(wait.duration());
            } else if (step instanceof FixtureStep.Silence silence) {
                steps.add(new ScriptStep.Silence(silence.duration().toMillis()));
                clock(silence.duration());
            } else {
                steps.add(
                        step instanceof FixtureStep.Checkpoint
                                ? new ScriptStep.Checkpoint()
                                : new ScriptStep.Restore());
            }
        }

        private void clock(Duration passed) {
            now = now == null ? null : now.plus(passed);
            decoders.clear();
        }
    }

    private RawRecord record(SourceSpec source, FixtureStep.Given given) {
        Map<String, byte[]> headers = new HashMap<>();
        given.headers().forEach((name, value) -> headers.put(name, Objects.requireNonNull(bytes(value))));
        return new RawRecord(
                bytes(given.value()),
                bytes(given.key()),
                given.timestamp() == null ? null : given.timestamp().toEpochMilli(),
                headers,
                origin(source, given.partition()));
    }

    /** A Kafka source's records count in their partition from 0; a file's are lines, which count from 1. */
    private Origin origin(SourceSpec source, int partition) {
        String place = source.name() + "/" + partition;
        long offset = offsets.merge(place, 1L, Long::sum);
        if (source.connector() instanceof ConnectorSpec.Kafka kafka
                && !kafka.topics().isEmpty()) {
            return Origin.kafka(kafka.topics().get(0), partition, offset - 1);
        }
        return new Origin(null, partition, source.name(), offset);
    }

    private static byte @Nullable [] bytes(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : PlainJson.bytes(value);
    }

    private static TypeInformation<Decoded> type(SourceSpec source) {
        return new DecodedTypeInfo(Schemas.of(source));
    }
}
