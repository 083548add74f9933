package io.tidemark.window;

import io.tidemark.event.Event;
import io.tidemark.event.SideRecord;
import io.tidemark.metric.Column;
import io.tidemark.metric.NodeCounters;
import io.tidemark.metric.NodeKind;
import io.tidemark.sql.EvaluationException;
import io.tidemark.time.InterruptibleWatermarks;
import io.tidemark.time.KeptMeaning;
import java.util.Collections;
import java.util.Iterator;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * The front of a window node, before the key shuffle: from an event to what it contributes, and from the contributions of
 * a key and a {@linkplain PartialCells cell} to one of them all. An event for which an expression fails goes to
 * {@code WINDOW.failed} and nowhere else. (For an alert, which asks first whether an event is late, one that may be goes
 * behind the shuffle all the same.)
 *
 * <p>Results do not depend on what is put together. An event that may turn out late behind the shuffle, or change a row
 * that is out, goes alone and takes itself along. The window's watermark is the least of its inputs', also after a
 * restart, so no event of a cell that is still held here can be late there, unless this subtask has been idle and the
 * others went on without it: from then on every event goes alone.
 *
 * <p>In state: the partials that are held, so that a checkpoint neither waits for them behind the shuffle nor tears
 * them; their bytes are bounded by a {@link HeapShare}. And the watermark, 8 bytes, in as many copies as it takes for
 * each subtask to find one however the job is rescaled: any subtask's will do, as each was ahead of the window's. And the
 * watermark that stands back, if one does, see {@link InterruptibleWatermarks}.
 */
public final class WindowInputOperator extends AbstractStreamOperator<WindowInput>
        implements OneInputStreamOperator<Event, WindowInput> {
    private static final long serialVersionUID = 2;
    private static final long EVERYTHING = Long.MAX_VALUE;
    private static final ListStateDescriptor<Long> SIGHT = new ListStateDescriptor<>("sight", Types.LONG);
    private static final ListStateDescriptor<Tuple3<Integer, Integer, Long>> PENDING =
            new ListStateDescriptor<>("pending-watermark", Types.TUPLE(Types.INT, Types.INT, Types.LONG));

    private final WindowPlan plan;
    private final EventPreparation preparation;
    private final OutputTag<SideRecord> failedTag;
    private final NodeKind kind;
    /** What an event counts as that does not meet the condition. */
    private final Column unmet;

    /** Whether an event that is late is nothing but late, also if an expression fails for it or the condition is not met. */
    private final boolean lateFirst;

    private final PartialCells cells;
    private final long mostHeap;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient NodeCounters counters;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient ListState<Long> keptSight;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient ListState<Tuple3<Integer, Integer, Long>> keptPending;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient KeptPartials keptPartials;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient PartialBuffer partials;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient HeapShare share;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient Repetition repetition;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient InterruptibleWatermarks watermarks;

    /** No event after this time, and after any watermark seen, can be late behind the shuffle. */
    private transient long sight;

    /**
     * @param plan the window's expressions
     * @param cells which events may be put together
     * @param mostHeap how many bytes of what is put together may be held at most; 0 if every event is to go alone
     * @param failedTag the side output of failed events
     */
    public WindowInputOperator(WindowPlan plan, PartialCells cells, long mostHeap, OutputTag<SideRecord> failedTag) {
        this(plan, cells, mostHeap, failedTag, NodeKind.WINDOW);
    }

    /**
     * The same for what is no window.
     *
     * @param kind of the node that counts
     */
    public WindowInputOperator(
            WindowPlan plan, PartialCells cells, long mostHeap, OutputTag<SideRecord> failedTag, NodeKind kind) {
        this.plan = plan;
        this.preparation = new EventPreparation(plan);
        this.cells = cells;
        this.mostHeap = mostHeap;
        this.failedTag = failedTag;
        this.kind = kind;
        this.unmet = kind.parts().contains(Column.FILTERED) ? Column.FILTERED : Column.SEEN;
        this.lateFirst = kind == NodeKind.ALERT;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        KeptMeaning.check(context, kind.word() + " " + plan.schema().node(), plan.meaning());
        repetition = new Repetition();
        share = new HeapShare(mostHeap);
        partials = new PartialBuffer(plan.layout(), cells, share::bytes, this::emit);
        keptSight = context.getOperatorStateStore().getListState(SIGHT);
        keptPending = context.getOperatorStateStore().getListState(PENDING);
        keptPartials = new KeptPartials(context.getOperatorStateStore(), plan.layout());
        Iterator<Long> sights = keptSight.get().iterator();
        sight = sights.hasNext() ? sights.next() : Long.MIN_VALUE;
        while (sights.hasNext()) {
            sight = Math.min(sight, sights.next());
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        keptPartials.restore(kept -> partials.add(cells.cell(kept.time()), kept));
        partials.settle(); // may let some leave at once
        watermarks = new InterruptibleWatermarks(
                this, output, (mark, stops) -> partials.advance(mark.getTimestamp(), stops));
        TaskInfo task = getRuntimeContext().getTaskInfo();
        for (Tuple3<Integer, Integer, Long> pending : keptPending.get()) {
            // In a job that was rescaled it may be that of other partitions, which are ahead of this subtask's.
            if (pending.f0 == task.getIndexOfThisSubtask() && pending.f1 == task.getNumberOfParallelSubtasks()) {
                watermarks.processLater(new Watermark(pending.f2));
            }
        }
        counters = new NodeCounters(getRuntimeContext(), plan.schema().node(), Column.IN, unmet, Column.FAILED);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        watermarks.snapshot();
        TaskInfo task = getRuntimeContext().getTaskInfo();
        int copies = (task.getMaxNumberOfParallelSubtasks() - 1) / task.getNumberOfParallelSubtasks() + 1;
        keptSight.update(Collections.nCopies(copies, sight));
        keptPending.clear();
        Watermark pending = watermarks.pending();
        if (pending != null && pending.getTimestamp() != Watermark.MAX_WATERMARK.getTimestamp()) {
            keptPending.add(Tuple3.of(
                    task.getIndexOfThisSubtask(), task.getNumberOfParallelSubtasks(), pending.getTimestamp()));
        }
        keptPartials.keep(partials.held());
    }

    @Override
    public void processElement(StreamRecord<Event> element) throws Exception {
        Event event = element.getValue();
        counters.inc(Column.IN);
        long cell = cells.cell(event.time());
        boolean mayBeLate = cells.mayBeLate(event.time(), cell, sight);
        if (mayBeLate) {
            watermarks.complete(); // what it is late for comes before it
        }
        WindowInput input;
        try {
            input = preparation.prepare(event, mayBeLate);
        } catch (EvaluationException e) {
            if (lateFirst && mayBeLate) {
                goAlone(event);
            } else {
                failed(event, e);
            }
            return;
        }
        if (input == null && lateFirst && mayBeLate) {
            goAlone(event);
        } else if (input == null) {
            counters.inc(unmet);
        } else if (mayBeLate || mostHeap == 0 || repetition.isTooRare()) {
            output.collect(new StreamRecord<>(input, event.time()));
        } else {
            partials.add(cell, input);
        }
    }

    private void goAlone(Event event) {
        output.collect(new StreamRecord<>(preparation.alone(event), event.time()));
    }

    private void failed(Event event, EvaluationException e) {
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
    }

    private void emit(WindowInput partial) {
        repetition.left(partial.eventCount());
        output.collect(new StreamRecord<>(partial, partial.time()));
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        if (mark.getTimestamp() != Watermark.MAX_WATERMARK.getTimestamp()) {
            sight = Math.max(sight, mark.getTimestamp());
        }
        watermarks.process(mark);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        if (status.isIdle()) {
            watermarks.complete();
            partials.flush();
            sight = EVERYTHING; // the others may go on without this subtask
        }
        super.processWatermarkStatus(status);
    }

    @Override
    public void finish() throws Exception {
        watermarks.complete();
        partials.flush();
        super.finish();
    }

    @Override
    public void close() throws Exception {
        super.close();
        if (share != null) {
            share.close();
        }
    }
}
