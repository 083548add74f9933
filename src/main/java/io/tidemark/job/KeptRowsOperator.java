package io.tidemark.job;

import io.tidemark.event.ReplayRow;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Keeps the rows of a fixture in state until the end of input, so that each comes out once however often the job starts
 * again: what came out since the snapshot is forgotten with it.
 */
final class KeptRowsOperator extends AbstractStreamOperator<ReplayRow>
        implements OneInputStreamOperator<ReplayRow, ReplayRow>, BoundedOneInput {
    private static final long serialVersionUID = 1;
    private static final ListStateDescriptor<ReplayRow> ROWS = new ListStateDescriptor<>("rows", ReplayRow.class);

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient ListState<ReplayRow> kept;

    private transient List<ReplayRow> rows = new ArrayList<>();

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        kept = context.getOperatorStateStore().getListState(ROWS);
        rows = new ArrayList<>();
        kept.get().forEach(rows::add);
    }

    @Override
    public void processElement(StreamRecord<ReplayRow> element) {
        rows.add(element.getValue());
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        kept.update(rows);
    }

    @Override
    public void endInput() {
        rows.forEach(row -> output.collect(new StreamRecord<>(row)));
        rows.clear();
    }
}
