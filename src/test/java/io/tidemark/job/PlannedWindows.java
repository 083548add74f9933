package io.tidemark.job;

import io.tidemark.event.Event;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.WindowResult;
import io.tidemark.spec.WindowSpec;
import io.tidemark.window.WindowInput;
import io.tidemark.window.WindowInputOperator;
import io.tidemark.window.WindowPlan;
import io.tidemark.window.WindowTags;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.util.OutputTag;

/** The plan and the operator that a job makes of a window's specification, for tests of the operators alone. */
public final class PlannedWindows {
    private PlannedWindows() {}

    /** See {@link WindowPlanner#plan}. */
    public static WindowPlan plan(WindowSpec spec, Schema schema) {
        return WindowPlanner.plan(spec, schema);
    }

    /**
     * The operator in front of the key shuffle.
     *
     * @param mostHeap how many bytes it may hold; 0 lets every event go alone
     */
    public static OneInputStreamOperator<Event, WindowInput> front(
            WindowSpec spec, WindowPlan plan, long mostHeap, OutputTag<SideRecord> failed) {
        return new WindowInputOperator(
                plan, WindowOperators.cells(spec), WindowOperators.takesPartials(spec) ? mostHeap : 0, failed);
    }

    /** See {@link WindowOperators#of}. */
    public static OneInputStreamOperator<WindowInput, WindowResult> operator(
            WindowSpec spec, WindowPlan plan, WindowTags tags, long mostHeap) {
        return WindowOperators.of(spec, plan, tags, mostHeap);
    }
}
