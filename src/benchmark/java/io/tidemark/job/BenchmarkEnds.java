package io.tidemark.job;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Alert;
import io.tidemark.event.Decoded;
import io.tidemark.event.DecodedTypeInfo;
import io.tidemark.event.WindowResult;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** A pipeline between a generated source and a sink that counts: all of a running job but its connectors. */
public final class BenchmarkEnds implements PipelineEnds {
    private final StreamExecutionEnvironment env;
    private final LiveTime time;
    private final Function<RecordDecoder, Source<Decoded, ?, ?>> sources;
    private final Sink<WindowResult> results;
    private final Sink<Alert> alerts;

    private BenchmarkEnds(
            StreamExecutionEnvironment env,
            LiveTime time,
            Function<RecordDecoder, Source<Decoded, ?, ?>> sources,
            Sink<WindowResult> results,
            Sink<Alert> alerts) {
        this.env = env;
        this.time = time;
        this.sources = sources;
        this.results = results;
        this.alerts = alerts;
    }

    /**
     * Puts {@code spec} into {@code env}.
     *
     * @param sources the source for the decoder of the pipeline's source
     * @param results takes the rows of the windows that the pipeline's sinks name
     * @param alerts takes the alerts that they name
     */
    public static void compose(
            StreamExecutionEnvironment env,
            PipelineSpec spec,
            Function<RecordDecoder, Source<Decoded, ?, ?>> sources,
            Sink<WindowResult> results,
            Sink<Alert> alerts) {
        FlinkSettings.apply(env, spec.flink());
        Pipeline.compose(spec, new BenchmarkEnds(env, new LiveTime(env, spec), sources, results, alerts));
    }

    /** The same for a pipeline without alerts. */
    public static void compose(
            StreamExecutionEnvironment env,
            PipelineSpec spec,
            Function<RecordDecoder, Source<Decoded, ?, ?>> sources,
            Sink<WindowResult> results) {
        compose(env, spec, sources, results, new DiscardingSink<>());
    }

    /** The decoder of the pipeline's only source. */
    public static RecordDecoder decoder(PipelineSpec spec) {
        return Decoders.live(spec.sources().values().iterator().next());
    }

    @Override
    public DataStream<Decoded> open(Uids uids, SourceSpec source) {
        Source<Decoded, ?, ?> timed = time.around(sources.apply(Decoders.live(source)), source);
        return env.fromSource(
                        timed,
                        WatermarkStrategy.noWatermarks(),
                        source.name() + ": read",
                        new DecodedTypeInfo(Schemas.of(source)))
                .uid(uids.source(source.name()));
    }

    @Override
    public void write(Uids uids, SinkSpec sink, List<NodeStream> from) {
        for (NodeStream node : from) {
            if (node instanceof NodeStream.Results rows) {
                rows.stream().sinkTo(results).name(sink.name() + ": write").uid(uids.sink(sink.name()));
            } else if (node instanceof NodeStream.Alerts rows) {
                rows.stream().sinkTo(alerts).name(sink.name() + ": write").uid(uids.sink(sink.name()));
            }
        }
    }
}
