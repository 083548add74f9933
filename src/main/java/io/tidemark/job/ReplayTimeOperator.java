package io.tidemark.job;

import io.tidemark.connector.ReplayRecord;
import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.Origin;
import io.tidemark.event.SideRecord;
import io.tidemark.time.PartitionTimes;
import io.tidemark.time.SourceTime;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.jspecify.annotations.Nullable;

/**
 * The records of one source out of all of a replay, and its time, which moves after each of them and with what the replay
 * says of time. No clock but that. The times of the partitions are in state, for fixtures that start again in between.
 */
final class ReplayTimeOperator extends AbstractStreamOperator<Decoded>
        implements OneInputStreamOperator<ReplayRecord, Decoded> {
    private static final long serialVersionUID = 1;
    private static final ListStateDescriptor<Long> TIMES = new ListStateDescriptor<>("times", Types.LONG);

    private final int input;
    private final SourceTime source;
    private final int partitions;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient ListState<Long> kept;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient PartitionTimes times;

    private transient @Nullable Integer speaking;
    private transient long emitted;

    /**
     * @param input the source's index among the inputs
     * @param source how its time moves
     * @param partitions how many partitions it has; 0 for those that are seen
     */
    ReplayTimeOperator(int input, SourceTime source, int partitions) {
        this.input = input;
        this.source = source;
        this.partitions = partitions;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        kept = context.getOperatorStateStore().getListState(TIMES);
        times = new PartitionTimes(source, partitions);
        times.restore(kept.get());
        emitted = Long.MIN_VALUE;
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        kept.update(times.state());
    }

    @Override
    public void processElement(StreamRecord<ReplayRecord> element) {
        ReplayRecord record = element.getValue();
        if (record.isTime()) {
            time(record);
        } else if (record.input() == input) {
            own(record.decoded());
        } else {
            speaking = null;
        }
        if (times.watermark() > emitted) {
            emitted = times.watermark();
            output.emitWatermark(new Watermark(emitted));
        }
    }

    private void time(ReplayRecord record) {
        if (record.input() == ReplayRecord.TIME_REACHED) {
            times.reached(record.time());
        } else if (record.input() == ReplayRecord.TIME_SILENT) {
            times.silent(record.time());
        } else if (speaking == null) {
            times.waited(record.time());
        } else {
            times.waited(record.time(), speaking);
        }
    }

    private void own(Decoded decoded) {
        Event event = decoded.event();
        if (event == null) {
            SideRecord rejected = decoded.rejected();
            if (rejected != null) {
                speaking = partition(rejected.origin());
            }
            output.collect(new StreamRecord<>(decoded));
        } else {
            int partition = partition(event.origin());
            speaking = partition;
            output.collect(new StreamRecord<>(decoded, event.time()));
            times.heard(partition, event.time());
        }
    }

    private static int partition(@Nullable Origin origin) {
        return origin == null ? -1 : origin.partition();
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        // The end of input; all else is told by the records.
        if (mark.getTimestamp() == Long.MAX_VALUE) {
            super.processWatermark(mark);
        }
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) {
        // A source that is read is never idle.
    }
}
