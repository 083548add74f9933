package io.tidemark.job;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.connector.FileLineSource;
import io.tidemark.connector.FileSinks;
import io.tidemark.connector.GeneratorSource;
import io.tidemark.connector.KafkaSinks;
import io.tidemark.connector.KafkaSources;
import io.tidemark.connector.PrintSink;
import io.tidemark.event.Decoded;
import io.tidemark.event.DecodedTypeInfo;
import io.tidemark.event.OutputRecord;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The ends of a running job: what the pipeline file names. */
final class LiveEnds implements PipelineEnds {
    private final StreamExecutionEnvironment env;
    private final PipelineSpec pipeline;
    private final LiveTime time;

    LiveEnds(StreamExecutionEnvironment env, PipelineSpec pipeline) {
        this.env = env;
        this.pipeline = pipeline;
        this.time = new LiveTime(env, pipeline);
    }

    @Override
    public DataStream<Decoded> open(Uids uids, SourceSpec source) {
        RecordDecoder decoder = Decoders.live(source);
        TypeInformation<Decoded> type = new DecodedTypeInfo(Schemas.of(source));
        Source<Decoded, ?, ?> timed = time.around(create(source, decoder, type), source);
        SingleOutputStreamOperator<Decoded> stream = env.fromSource(
                        timed, WatermarkStrategy.noWatermarks(), source.name() + ": read", type)
                .uid(uids.source(source.name()));
        // One reader for the rest, so that the order of the lines or of the sequence is kept.
        return source.connector() instanceof ConnectorSpec.Kafka ? stream : stream.setParallelism(1);
    }

    private Source<Decoded, ?, ?> create(SourceSpec source, RecordDecoder decoder, TypeInformation<Decoded> type) {
        ConnectorSpec connector = source.connector();
        if (connector instanceof ConnectorSpec.Kafka kafka) {
            String group = pipeline.name() + "." + source.name();
            return KafkaSources.create(kafka, pipeline.kafka(), group, decoder, type);
        }
        if (connector instanceof ConnectorSpec.Files files) {
            return FileLineSource.create(files, source.maxBytes(), decoder, type);
        }
        if (connector instanceof ConnectorSpec.Generate generate) {
            return GeneratorSource.create(Generators.of(generate, source), generate.count(), true, type);
        }
        throw new IllegalArgumentException("no pipeline can open " + connector);
    }

    @Override
    public void write(Uids uids, SinkSpec spec, List<NodeStream> from) {
        DataStream<OutputRecord> rows = EncodeStage.union(
                from.stream().map(node -> EncodeStage.encode(uids, spec, node)).toList());
        DataStreamSink<OutputRecord> written =
                rows.sinkTo(sink(spec)).name(spec.name() + ": write").uid(uids.sink(spec.name()));
        if (spec.target() instanceof SinkSpec.Print) {
            written.setParallelism(1);
        }
    }

    private Sink<OutputRecord> sink(SinkSpec spec) {
        if (spec.target() instanceof SinkSpec.Kafka kafka) {
            return KafkaSinks.create(pipeline.name() + "." + spec.name(), kafka, pipeline.kafka());
        }
        if (spec.target() instanceof SinkSpec.Files files) {
            return FileSinks.create(Path.of(files.path()));
        }
        return new PrintSink();
    }
}
