package io.tidemark.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Texts of records, exactly once each though the job fails: they are kept in state and handed out at the end. Chained
 * behind what it listens to, which it slows down a little, so that data is under way when a checkpoint is taken.
 */
final class ExactRows<T> extends AbstractStreamOperator<Void> implements OneInputStreamOperator<T, Void> {
    private static final long serialVersionUID = 1;
    private static final long PACE_NANOS = 100_000;
    private static final Map<String, List<String>> HANDED_OUT = new ConcurrentHashMap<>();

    private final String run;
    private final MapFunction<T, String> text;
    private transient List<String> rows = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient ListState<String> kept;

    /** @param run what {@link #of} asks for */
    ExactRows(String run, MapFunction<T, String> text) {
        this.run = run;
        this.text = text;
    }

    /** All rows of {@code run}, in the order of their texts. */
    static List<String> of(String run) {
        return HANDED_OUT.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(run + "/"))
                .flatMap(entry -> entry.getValue().stream())
                .sorted()
                .collect(Collectors.toList());
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        rows = new ArrayList<>();
        kept = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("rows", Types.STRING));
        kept.get().forEach(rows::add);
    }

    @Override
    public void processElement(StreamRecord<T> element) throws Exception {
        rows.add(text.map(element.getValue()));
        LockSupport.parkNanos(PACE_NANOS);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        kept.update(rows);
    }

    @Override
    public void finish() throws Exception {
        super.finish();
        HANDED_OUT.put(run + "/" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(), rows);
    }
}
