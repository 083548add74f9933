package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Key;
import io.tidemark.event.NamedValues;
import io.tidemark.event.Pane;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/** Makes a window's rows from its accumulator; a result that does not fit is null, and goes to the side as failed. */
final class RowEmitter {
    private final WindowPlan plan;
    private final AggregateValues aggregates;
    private final OutputTag<SideRecord> failedTag;
    private final Output<StreamRecord<WindowResult>> output;

    RowEmitter(WindowPlan plan, OutputTag<SideRecord> failedTag, Output<StreamRecord<WindowResult>> output) {
        this.plan = plan;
        this.aggregates = new AggregateValues(plan);
        this.failedTag = failedTag;
        this.output = output;
    }

    /**
     * What a row says beside its aggregates.
     *
     * @param startMs inclusive start of the window
     * @param endMs exclusive end of the window
     * @param pane why the row comes out
     * @param revision the row's number within its window and key
     * @param dueMs when the row was due; of a revision, {@link Event#readTime()} of the newest event
     * @param watermark the time it comes out at
     * @param truncated {@link WindowResult#truncated()}
     */
    record Frame(
            long startMs,
            long endMs,
            Pane pane,
            int revision,
            long dueMs,
            long watermark,
            @Nullable Boolean truncated) {
        Frame(long startMs, long endMs, Pane pane, int revision, long dueMs, long watermark) {
            this(startMs, endMs, pane, revision, dueMs, watermark, null);
        }
    }

    /** Puts out a row. */
    void row(Key key, WindowAccumulator accumulator, Frame frame) {
        List<SideRecord> failures = new ArrayList<>(0);
        @Nullable
        Object[] values = aggregates.of(
                accumulator,
                (aggregate, why) -> failures.add(failure(key, frame, aggregate, why, accumulator.readTime)));
        if (frame.pane() == Pane.WITHDRAWN) {
            failures.clear(); // they were told of when the row came out
        }
        for (SideRecord failure : failures) {
            output.collect(failedTag, new StreamRecord<>(failure, frame.endMs() - 1));
        }
        WindowResult row = new WindowResult(
                plan.schema(),
                key,
                frame.startMs(),
                frame.endMs(),
                values,
                accumulator.eventCount,
                frame.pane(),
                frame.revision(),
                frame.watermark(),
                frame.dueMs());
        if (frame.truncated() != null) {
            row = row.truncated(frame.truncated());
        }
        output.collect(new StreamRecord<>(row, frame.endMs() - 1));
    }

    private SideRecord failure(Key key, Frame frame, String aggregate, String why, long readTime) {
        List<String> names = new ArrayList<>();
        List<FieldType> types = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            Field field = plan.schema().key().field(i);
            names.add(field.name());
            types.add(field.type());
            values.add(key.get(i));
        }
        names.addAll(List.of("window_start", "window_end", "aggregate"));
        types.addAll(List.of(FieldType.TIMESTAMP, FieldType.TIMESTAMP, FieldType.STRING));
        values.addAll(List.of(frame.startMs(), frame.endMs(), aggregate));
        NamedValues event = new NamedValues(
                names.toArray(new String[0]), types.toArray(new FieldType[0]), values.toArray(new Object[0]));
        return new SideRecord(
                plan.schema().node(),
                SideRecord.FAILED,
                aggregate + ": " + why,
                frame.endMs() - 1,
                null,
                null,
                event,
                null,
                null,
                0,
                readTime);
    }
}
