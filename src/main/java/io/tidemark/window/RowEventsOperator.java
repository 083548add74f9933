package io.tidemark.window;

import io.tidemark.event.Event;
import io.tidemark.event.Pane;
import io.tidemark.event.WindowResult;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * A window's rows as events: the key fields, {@code window_start}, {@code window_end}, the aggregates, and the time
 * {@code window_end} − 1 ms. Early, late and withdrawn rows are none. A window whose rows come later than its end passes time
 * on behind, so that its events are not behind time.
 */
public final class RowEventsOperator extends AbstractStreamOperator<Event>
        implements OneInputStreamOperator<WindowResult, Event> {
    private static final long serialVersionUID = 1;

    private final long behindMs;

    /** @param behindMs how long after the end of a window its row comes out, in event time */
    public RowEventsOperator(long behindMs) {
        this.behindMs = behindMs;
    }

    @Override
    public void processElement(StreamRecord<WindowResult> element) {
        WindowResult row = element.getValue();
        if (row.pane() == Pane.ON_TIME || row.pane() == Pane.FINAL) {
            Event event = event(row);
            output.collect(new StreamRecord<>(event, event.time()));
        }
    }

    private static Event event(WindowResult row) {
        int key = row.groupingKey().size();
        @Nullable Object[] values = new Object[key + 2 + row.values().length];
        for (int i = 0; i < key; i++) {
            values[i] = row.groupingKey().get(i);
        }
        values[key] = row.startMs();
        values[key + 1] = row.endMs();
        System.arraycopy(row.values(), 0, values, key + 2, row.values().length);
        return new Event(values, row.endMs() - 1, null, null);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        long time = mark.getTimestamp();
        boolean isTime = time != Long.MAX_VALUE && time >= Long.MIN_VALUE + behindMs;
        super.processWatermark(isTime ? new Watermark(time - behindMs) : mark);
    }
}
