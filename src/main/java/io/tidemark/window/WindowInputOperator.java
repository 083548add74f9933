package io.tidemark.window;

import io.tidemark.event.Event;
import io.tidemark.event.SideRecord;
import io.tidemark.metric.Column;
import io.tidemark.metric.NodeCounters;
import io.tidemark.sql.EvaluationException;
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
 * inputs', so no event ahead of the watermark here can be late there, unless this subtask has been idle and the others
 * went on without it: from then on every event goes along.
 */
public final class WindowInputOperator extends AbstractStreamOperator<WindowInput>
        implements OneInputStreamOperator<Event, WindowInput> {
    private static final long serialVersionUID = 1;

    private final WindowPlan plan;
    private final EventPreparation preparation;
    private final OutputTag<SideRecord> failedTag;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient NodeCounters counters;

    private transient long watermark;
    private transient boolean hasBeenIdle;

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
    public void open() throws Exception {
        super.open();
        counters =
                new NodeCounters(getRuntimeContext(), plan.schema().node(), Column.IN, Column.FILTERED, Column.FAILED);
        watermark = Long.MIN_VALUE;
        hasBeenIdle = false;
    }

    @Override
    public void processElement(StreamRecord<Event> element) {
        Event event = element.getValue();
        counters.inc(Column.IN);
        WindowInput input;
        try {
            input = preparation.prepare(event, hasBeenIdle || event.time() <= watermark);
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
        watermark = mark.getTimestamp();
        super.processWatermark(mark);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        hasBeenIdle |= status.isIdle();
        super.processWatermarkStatus(status);
    }
}
