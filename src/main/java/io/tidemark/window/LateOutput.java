package io.tidemark.window;

import io.tidemark.event.Event;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/** The way of late events out of a window. */
final class LateOutput {
    private final WindowPlan plan;
    private final OutputTag<SideRecord> tag;
    private final Output<StreamRecord<WindowResult>> output;

    LateOutput(WindowPlan plan, OutputTag<SideRecord> tag, Output<StreamRecord<WindowResult>> output) {
        this.plan = plan;
        this.tag = tag;
        this.output = output;
    }

    /** Puts the event of {@code input} out, which was behind the watermark {@code time}. */
    void put(WindowInput input, long time) {
        Event event = input.event();
        if (event == null) {
            throw new IllegalStateException("a late event of " + plan.schema().node()
                    + " came without itself; please report this as a bug of Tidemark");
        }
        SideRecord record = SideRecord.of(
                plan.schema().node(),
                SideRecord.LATE,
                "every window of the event had closed",
                event,
                plan.input(),
                time);
        output.collect(tag, new StreamRecord<>(record, event.time()));
    }
}
