package io.tidemark.window;

import io.tidemark.event.Event;
import io.tidemark.event.SideRecord;
import io.tidemark.metric.Column;
import io.tidemark.metric.NodeCounters;
import io.tidemark.sql.EvaluationException;
import java.util.List;
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
import org.apache.flink.util.OutputTag;

/**
 * The front of a window node, before the key shuffle: from an event to what it contributes. An event for which an
 * expression fails goes to {@code WINDOW.failed} and nowhere else.
 *
 * <p>An event that may turn out late behind the shuffle takes itself along. The window's watermark is the least of its
 * inputs', also after a restart, so no event ahead of the highest watermark here can be late there, unless this subtask
 * has been idle and the others went on without it: from then on every event goes along.
 *
 * <p>In state: that watermark, 8 bytes.
 */
public final class WindowInputOperator extends AbstractStreamOperator<WindowInput>
        implements OneInputStreamOperator<Event, WindowInput> {
    private static final long serialVersionUID = 1;
    private static final long EVERYTHING = Long.MAX_VALUE;
    private static final ListStateDescriptor<Long> SIGHT = new ListStateDescriptor<>("sight", Types.LONG);

    private final WindowPlan plan;
    private final EventPreparation preparation;
    private final OutputTag<SideRecord> failedTag;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient NodeCounters counters;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient ListState<Long> keptSight;

    /** No event after this time, and after any watermark seen, can be late behind the shuffle. */
    private transient long sight;

    /**
     * @param plan the window's expressions
     * @param failedTag the side output of failed events
     */
    public WindowInputOperator(WindowPlan plan, OutputTag<SideRecord> failedTag) {
        this.plan = plan;
        this.preparation = new EventPreparation(plan);
        this.failedTag = failedTag;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        keptSight = context.getOperatorStateStore().getListState(SIGHT);
        sight = Long.MIN_VALUE;
        boolean found = false;
        for (long kept : keptSight.get()) {
            sight = Math.max(sight, kept);
            found = true;
        }
        if (context.isRestored() && !found) {
            sight = EVERYTHING; // rescaled: what the others had seen is not known here
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        counters =
                new NodeCounters(getRuntimeContext(), plan.schema().node(), Column.IN, Column.FILTERED, Column.FAILED);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        keptSight.update(List.of(sight));
    }

    @Override
    public void processElement(StreamRecord<Event> element) {
        Event event = element.getValue();
        counters.inc(Column.IN);
        WindowInput input;
        try {
            input = preparation.prepare(event, event.time() <= sight);
        } catch (EvaluationException e) {
            counters.inc(Column.FAILED);
            output.collect(
                    failedTag,
                    new StreamRecord<>(
                            SideRecord.of(
                                    plan.schema().node(),
                                    SideRecord.FAILED,
                                    String.valueOf(e.getMessage()),
                                    event,
                                    plan.input(),
                                    null),
                            event.time()));
            return;
        }
        if (input == null) {
            counters.inc(Column.FILTERED);
        } else {
            output.collect(new StreamRecord<>(input, event.time()));
        }
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        if (mark.getTimestamp() != Watermark.MAX_WATERMARK.getTimestamp()) {
            sight = Math.max(sight, mark.getTimestamp());
        }
        super.processWatermark(mark);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        if (status.isIdle()) {
            sight = EVERYTHING; // the others may go on without this subtask
        }
        super.processWatermarkStatus(status);
    }
}
