package io.tidemark.job;

import io.tidemark.event.Decoded;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Where a pipeline's records come from and where its rows go: the world, or the files of a replay. */
interface PipelineEnds {
    /** The decoded records of {@code source}, with event times and watermarks. */
    DataStream<Decoded> open(Uids uids, SourceSpec source);

    /** Writes what {@code from} puts out to {@code sink}. */
    void write(Uids uids, SinkSpec sink, List<NodeStream> from);
}
