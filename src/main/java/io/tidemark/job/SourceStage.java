package io.tidemark.job;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.EventTypeInfo;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.SideRecordTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/** Decoded records to accepted events; what was rejected goes to {@code SOURCE.rejected}. */
final class SourceStage {
    private SourceStage() {}

    /**
     * What a source puts out.
     *
     * @param accepted the events
     * @param rejected the records that made none
     */
    record Outputs(DataStream<Event> accepted, DataStream<SideRecord> rejected) {}

    static Outputs route(Uids uids, String node, Schema schema, DataStream<Decoded> decoded) {
        OutputTag<SideRecord> rejectedTag = new OutputTag<>(node + ".rejected", SideRecordTypeInfo.INSTANCE);
        SingleOutputStreamOperator<Event> accepted = Parallel.alike(
                        decoded.process(new AcceptedFunction(node, rejectedTag), new EventTypeInfo(schema)), decoded)
                .name(node + ": accepted")
                .uid(uids.accepted(node));
        return new Outputs(accepted, accepted.getSideOutput(rejectedTag));
    }
}
