package io.tidemark.time;

import io.tidemark.event.Key;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * A keyed operator whose time survives a restart: what was late before a failure is late after it, and what has fired
 * does not fire again. Flink's own timer services start again at the beginning of time.
 *
 * <p>In state: the watermark of each key group (12 bytes each), so that a job that is rescaled after an unaligned
 * checkpoint, where subtasks had different times, is right too. The end of time is never kept: a job that is restored
 * after a drain goes on.
 *
 * <p>Timers that are due can stand back, see {@link InterruptibleWatermarks}: an event may come before its key's timer that
 * is due has fired.
 *
 * @param <I> what comes in
 * @param <O> what comes out
 */
public abstract class KeyedTimeOperator<I, O> extends AbstractStreamOperator<O>
        implements OneInputStreamOperator<I, O>, Triggerable<Key, VoidNamespace> {
    private static final long serialVersionUID = 1;
    private static final String TIMERS = "timers";
    private static final ListStateDescriptor<Tuple2<Integer, Long>> WATERMARKS =
            new ListStateDescriptor<>("watermark-of-key-group", Types.TUPLE(Types.INT, Types.LONG));

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient InternalTimerService<VoidNamespace> timers;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient ListState<Tuple2<Integer, Long>> kept;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient KeyGroupRange groups;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient long[] floors;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient InterruptibleWatermarks watermarks;

    private transient int allGroups;
    private transient long watermark;
    private transient boolean floorsDiffer;

    private transient boolean onlyByEnd;

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        TaskInfo task = getRuntimeContext().getTaskInfo();
        allGroups = task.getMaxNumberOfParallelSubtasks();
        groups = KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                allGroups, task.getNumberOfParallelSubtasks(), task.getIndexOfThisSubtask());
        floors = new long[groups.getNumberOfKeyGroups()];
        Arrays.fill(floors, Long.MIN_VALUE);
        // Union state keeps a vertex from checkpoints once some of its subtasks have finished; keyed ones finish
        // together.
        kept = context.getOperatorStateStore().getUnionListState(WATERMARKS);
        for (Tuple2<Integer, Long> group : kept.get()) {
            if (groups.contains(group.f0)) {
                floors[group.f0 - groups.getStartKeyGroup()] = group.f1;
            }
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        watermark = Arrays.stream(floors).min().orElse(Long.MIN_VALUE);
        floorsDiffer = Arrays.stream(floors).anyMatch(floor -> floor != watermark);
        timers = getInternalTimerService(TIMERS, VoidNamespaceSerializer.INSTANCE, this);
        timers.initializeWatermark(watermark);
        watermarks = new InterruptibleWatermarks(this, output, this::fireUntil);
        if (watermark != Long.MIN_VALUE) {
            watermarks.processLater(new Watermark(watermark)); // the checkpoint may have come among timers
        }
    }

    private boolean fireUntil(Watermark mark, BooleanSupplier stops) throws Exception {
        return getTimeServiceManager().orElseThrow().tryAdvanceWatermark(mark, stops::getAsBoolean);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        if (mark.getTimestamp() < watermark) {
            return;
        }
        if (mark.getTimestamp() != Long.MAX_VALUE) {
            watermark = mark.getTimestamp();
        }
        watermarks.process(mark);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) {
        watermarks.process(status);
    }

    @Override
    public void finish() throws Exception {
        watermarks.complete();
        super.finish();
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        watermarks.snapshot();
        kept.clear();
        for (int i = 0; i < floors.length; i++) {
            kept.add(Tuple2.of(groups.getStartKeyGroup() + i, Math.max(floors[i], watermark)));
        }
    }

    @Override
    public final void onEventTime(InternalTimer<Key, VoidNamespace> timer) throws Exception {
        take(timer.getTimestamp());
    }

    /** Does what is due for the current key at {@code due}, when it had a timer. */
    protected abstract void fire(long due) throws Exception;

    /** Fires the current key's timer at {@code due} before its turn. */
    protected final void fireNow(long due) throws Exception {
        timers.deleteEventTimeTimer(VoidNamespace.INSTANCE, due);
        take(due);
    }

    private void take(long due) throws Exception {
        onlyByEnd = hasEnded() && due > passed();
        fire(due);
        onlyByEnd = false;
    }

    @Override
    public final void onProcessingTime(InternalTimer<Key, VoidNamespace> timer) {
        throw new IllegalStateException("no timer of processing time is ever set");
    }

    /** The watermark of the current key: what is at it or before is behind time. */
    protected final long time() {
        if (hasEnded()) {
            return onlyByEnd ? Long.MAX_VALUE : passed();
        }
        long time = timers.currentWatermark();
        return floorsDiffer ? Math.max(time, floor()) : time;
    }

    /** The time that has passed for the current key, which the end of input does not move. */
    protected final long passed() {
        return Math.max(watermark, floorsDiffer ? floor() : Long.MIN_VALUE);
    }

    private long floor() {
        int group = KeyGroupRangeAssignment.assignToKeyGroup(getCurrentKey(), allGroups);
        return floors[group - groups.getStartKeyGroup()];
    }

    /** Whether what is being fired is due by the end of input alone: no time has passed. */
    protected final boolean firesByEnd() {
        return onlyByEnd;
    }

    /** Whether the input has ended, so that all timers fire, also those to which time has not come. */
    protected final boolean hasEnded() {
        return timers.currentWatermark() == Long.MAX_VALUE;
    }

    /** Adds a timer for the current key; one that is there stays the only one of its time. */
    protected final void addTimer(long at) {
        timers.registerEventTimeTimer(VoidNamespace.INSTANCE, at);
    }

    /** Puts the current key's timer at {@code next} in place of {@code now}; {@link Long#MAX_VALUE} is none. */
    protected final void moveTimer(long now, long next) {
        if (now == next) {
            return;
        }
        if (now != Long.MAX_VALUE) {
            timers.deleteEventTimeTimer(VoidNamespace.INSTANCE, now);
        }
        if (next != Long.MAX_VALUE) {
            timers.registerEventTimeTimer(VoidNamespace.INSTANCE, next);
        }
    }
}
