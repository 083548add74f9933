package io.tidemark.job;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.codec.RecordedLine;
import io.tidemark.connector.ReplayInput;
import io.tidemark.connector.ReplayRecord;
import io.tidemark.connector.ReplaySink;
import io.tidemark.connector.ReplaySource;
import io.tidemark.event.Decoded;
import io.tidemark.event.DecodedTypeInfo;
import io.tidemark.event.ReplayRow;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import io.tidemark.time.EventTimeStrategy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The ends of a replay. All inputs go through one reader; each source then takes its own records and moves its time with
 * each of them, on one edge, so that two runs see the same order.
 */
final class ReplayEnds implements PipelineEnds {
    private static final String READER = "replay";

    private final ReplayJob.Files files;
    private final List<String> order;
    private final DataStream<ReplayRecord> records;

    ReplayEnds(StreamExecutionEnvironment env, PipelineSpec spec, ReplayJob.Files files) {
        this.files = files;
        Set<String> names = new LinkedHashSet<>(files.recorded().keySet());
        names.addAll(spec.sources().keySet());
        this.order = new ArrayList<>(names);
        List<ReplayInput> inputs = order.stream()
                .map(name -> input(Objects.requireNonNull(spec.sources().get(name))))
                .toList();
        this.records = env.fromSource(ReplaySource.create(inputs), WatermarkStrategy.noWatermarks(), READER)
                .setParallelism(1)
                .uid(READER);
    }

    private ReplayInput input(SourceSpec source) {
        RecordDecoder decoder = Decoders.replayed(source, files.now());
        TypeInformation<Decoded> type = new DecodedTypeInfo(Schemas.of(source));
        String recorded = files.recorded().get(source.name());
        if (recorded != null) {
            return ReplayInput.recorded(recorded, RecordedLine::parse, source.maxBytes(), decoder, type);
        }
        if (source.connector() instanceof ConnectorSpec.Files spec) {
            return ReplayInput.files(spec.path(), source.maxBytes(), decoder, type);
        }
        if (source.connector() instanceof ConnectorSpec.Generate spec && spec.count() != null) {
            return ReplayInput.generated(Generators.of(spec), spec.count(), type);
        }
        throw new IllegalArgumentException(source.name() + " has no input");
    }

    @Override
    public DataStream<Decoded> open(SourceSpec source) {
        int input = order.indexOf(source.name());
        FlatMapFunction<ReplayRecord, Decoded> own = (record, out) -> {
            if (record.input() == input) {
                out.collect(record.decoded());
            }
        };
        return records.flatMap(own, new DecodedTypeInfo(Schemas.of(source)))
                .setParallelism(1)
                .name(source.name() + ": read")
                .uid(Uids.source(source.name()))
                .assignTimestampsAndWatermarks(
                        EventTimeStrategy.forReplay(source.watermark().outOfOrderness()))
                .setParallelism(1)
                .name(source.name() + ": time")
                .uid(Uids.time(source.name()));
    }

    @Override
    public void write(SinkSpec spec, List<NodeStream> from) {
        List<DataStream<ReplayRow>> rows =
                from.stream().map(node -> EncodeStage.replayed(spec, node)).toList();
        EncodeStage.union(rows)
                .sinkTo(new ReplaySink(files.output(), spec.name()))
                .setParallelism(1)
                .name(spec.name() + ": write")
                .uid(Uids.sink(spec.name()));
    }
}
