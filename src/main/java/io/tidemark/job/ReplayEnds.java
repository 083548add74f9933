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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The ends of a replay. All inputs go through one reader; each source then takes its own records and moves its time with
 * each of them, on one edge, so that two runs see the same order.
 */
final class ReplayEnds implements PipelineEnds {
    private static final String READER = "replay";

    private final PipelineSpec spec;
    private final List<String> order;
    private final Map<String, Integer> partitions;
    private final DataStream<ReplayRecord> records;
    private final Path output;
    private final boolean restarts;

    /**
     * @param records the records of all sources
     * @param spec the pipeline
     * @param order the sources' names in the order of the inputs
     * @param partitions how many partitions a source has; one without entry has those that are seen
     * @param output the folder of the sinks' files
     * @param restarts whether the job starts again in between, so that rows must be kept until the end
     */
    ReplayEnds(
            DataStream<ReplayRecord> records,
            PipelineSpec spec,
            List<String> order,
            Map<String, Integer> partitions,
            Path output,
            boolean restarts) {
        this.records = records;
        this.spec = spec;
        this.order = order;
        this.partitions = partitions;
        this.output = output;
        this.restarts = restarts;
    }

    /** The ends of a replay of {@code files}. */
    static ReplayEnds of(StreamExecutionEnvironment env, PipelineSpec spec, ReplayJob.Files files) {
        Set<String> names = new LinkedHashSet<>(files.recorded().keySet());
        names.addAll(spec.sources().keySet());
        List<String> order = new ArrayList<>(names);
        List<ReplayInput> inputs = order.stream()
                .map(name -> input(Objects.requireNonNull(spec.sources().get(name)), files))
                .toList();
        Long until = files.until() == null ? null : files.until().toEpochMilli();
        DataStream<ReplayRecord> records = read(env, new Uids(spec.name()), ReplaySource.create(inputs, until));
        return new ReplayEnds(records, spec, order, Map.of(), files.output(), false);
    }

    /** The records of {@code source}, by one reader. */
    static DataStream<ReplayRecord> read(StreamExecutionEnvironment env, Uids uids, Source<ReplayRecord, ?, ?> source) {
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), READER)
                .setParallelism(1)
                .uid(uids.reader());
    }

    private static ReplayInput input(SourceSpec source, ReplayJob.Files files) {
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
            return ReplayInput.generated(Generators.of(spec, source), spec.count(), type);
        }
        throw new IllegalArgumentException(source.name() + " has no input");
    }

    @Override
    public DataStream<Decoded> open(Uids uids, SourceSpec source) {
        ReplayTimeOperator own = new ReplayTimeOperator(
                order.indexOf(source.name()), SourceTimes.of(spec, source), partitions.getOrDefault(source.name(), 0));
        return records.transform(source.name() + ": read", new DecodedTypeInfo(Schemas.of(source)), own)
                .setParallelism(1)
                .uid(uids.source(source.name()));
    }

    @Override
    public void write(Uids uids, SinkSpec spec, List<NodeStream> from) {
        List<DataStream<ReplayRow>> rows = from.stream()
                .map(node -> EncodeStage.replayed(uids, spec, node))
                .toList();
        DataStream<ReplayRow> all = EncodeStage.union(rows);
        if (restarts) {
            all = all.transform(spec.name() + ": keep", TypeInformation.of(ReplayRow.class), new KeptRowsOperator())
                    .setParallelism(1)
                    .uid(uids.kept(spec.name()));
        }
        all.sinkTo(new ReplaySink(output, spec.name()))
                .setParallelism(1)
                .name(spec.name() + ": write")
                .uid(uids.sink(spec.name()));
    }
}
