package io.tidemark.alert;

import io.tidemark.event.Alert;
import io.tidemark.event.AlertState;
import io.tidemark.event.Event;
import io.tidemark.event.Key;
import io.tidemark.event.SideRecord;
import io.tidemark.metric.Column;
import io.tidemark.metric.NodeCounters;
import io.tidemark.time.KeptMeaning;
import io.tidemark.time.KeyedTimeOperator;
import io.tidemark.window.EventPreparation;
import io.tidemark.window.HeapShare;
import io.tidemark.window.WindowInput;
import io.tidemark.window.WindowPlan;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * The burn rates of a service level objective: counts the events of each key in buckets, and says at the end of a step
 * which pairs of windows begin to fire or have resolved (see {@link BurnRateLadder}). An event behind time goes to
 * {@code ALERT.late}. It takes what a window's front puts together, as good events are an aggregate like any other.
 *
 * <p>In state, a key: fewer than 200 pairs of counts, a few bytes each, until the period has passed since its last event;
 * since when which pairs fire; and one timer, at the next step's end at which anything can change.
 *
 * <p>The end of input ends the steps that hold events; no further time passes, so nothing resolves for lack of events.
 */
public final class BurnRateOperator extends KeyedTimeOperator<WindowInput, Alert> {
    private static final long serialVersionUID = 1;

    private final AlertPlan plan;
    private final WindowPlan counted;
    private final EventPreparation preparation;
    private final BurnRateLadder ladder;
    private final BurnWatch watch;
    private final AlertTags tags;
    private final long mostHeap;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient HeapShare share;

    @SuppressWarnings("NullAway.Init") // set in initializeState()
    private transient BurnStates states;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient NodeCounters counters;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient AlertMaker maker;

    /**
     * @param plan what alerts of all forms have in common
     * @param counted of an event: key, whether it counts, and as the only result whether it is good
     * @param ladder the windows
     * @param tags the side outputs
     * @param mostHeap how many bytes the cache may take at most
     */
    public BurnRateOperator(AlertPlan plan, WindowPlan counted, BurnRateLadder ladder, AlertTags tags, long mostHeap) {
        this.plan = plan;
        this.counted = counted;
        this.preparation = new EventPreparation(counted);
        this.ladder = ladder;
        this.watch = new BurnWatch(ladder);
        this.tags = tags;
        this.mostHeap = mostHeap;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        KeptMeaning.check(context, "alert " + plan.node(), plan.meaning());
        share = new HeapShare(mostHeap);
        int pairs = ladder.pairs().length;
        states = new BurnStates(getKeyedStateBackend(), () -> new BurnState(pairs), share::bytes);
    }

    @Override
    public void open() throws Exception {
        super.open();
        counters = new NodeCounters(getRuntimeContext(), plan.node(), Column.SEEN, Column.LATE, Column.FAILED);
        maker = new AlertMaker(plan);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        states.write();
        super.snapshotState(context);
    }

    /** At the end of input all timers have fired; sets those of what is undecided again, for a job restored after a drain. */
    @Override
    public void finish() throws Exception {
        super.finish();
        if (hasEnded()) {
            states.write();
            getKeyedStateBackend()
                    .applyToAllKeys(
                            VoidNamespace.INSTANCE,
                            VoidNamespaceSerializer.INSTANCE,
                            BurnStates.DESCRIPTOR,
                            (key, state) -> moveTimer(BurnState.NO_TIMER, state.value().timer));
        }
    }

    @Override
    public void close() throws Exception {
        super.close();
        if (share != null) {
            share.close();
        }
    }

    @Override
    public void processElement(StreamRecord<WindowInput> element) throws Exception {
        WindowInput input = element.getValue();
        long time = time();
        Event event = input.event();
        if (event != null && input.time() <= time) {
            late(event, time);
            return;
        }
        if (event != null && input.isEventAlone()) {
            notCounted(event);
            return;
        }
        long step = ladder.step(input.time());
        if (due(step + 1) <= time) {
            throw new IllegalStateException("events of " + plan.node()
                    + " came after their step without themselves; please report this as a bug of Tidemark");
        }
        counters.inc(Column.SEEN, input.eventCount());
        BurnState state = states.current();
        if (state.counts.add(step, input.eventCount(), input.eventCount() - counted.count(input, 0))
                && due(step + 1) < state.timer) {
            moveTimer(state.timer, due(step + 1));
            state.timer = due(step + 1);
        }
        states.keep();
    }

    private void late(Event event, long time) {
        counters.inc(Column.LATE);
        SideRecord record =
                SideRecord.of(plan.node(), SideRecord.LATE, "the event came behind time", event, plan.input(), time);
        output.collect(tags.late(), new StreamRecord<>(record, event.time()));
    }

    /** An event that is on time and left out by {@code total}, or for which an expression fails. */
    private void notCounted(Event event) {
        String failure = preparation.failure(event);
        counters.inc(failure == null ? Column.SEEN : Column.FAILED);
        if (failure != null) {
            SideRecord record = SideRecord.of(plan.node(), SideRecord.FAILED, failure, event, plan.input(), null);
            output.collect(tags.failed(), new StreamRecord<>(record, event.time()));
        }
    }

    /** The watermark at which the step before step {@code end} has ended. */
    private long due(long end) {
        return end * ladder.stepMs() - 1;
    }

    @Override
    protected void fire(long due) throws Exception {
        BurnState state = states.current();
        long end = ladder.step(due + 1);
        if (firesByEnd() && state.counts.firstFrom(end - 1) == Long.MAX_VALUE) {
            return; // no time has passed
        }
        watch.look(state, end, (pair, firing, since, evidence) -> emit(end, pair, firing, since, evidence));
        long next = watch.next(state);
        state.timer = next == BurnWatch.NEVER ? BurnState.NO_TIMER : due(next);
        moveTimer(BurnState.NO_TIMER, state.timer);
        states.keep();
    }

    private void emit(long end, int index, boolean firing, long since, BurnEvidence evidence) {
        BurnRateLadder.Pair pair = ladder.pairs()[index].pair();
        AlertState state = firing ? AlertState.FIRING : AlertState.RESOLVED;
        Decision decision = Decision.of(state, since, end * ladder.stepMs(), evidence.values(), 0)
                .ofPair(pair.name(), pair.severity())
                .with(pair.fields());
        Alert alert = maker.alert((Key) getCurrentKey(), decision);
        output.collect(new StreamRecord<>(alert, alert.at()));
    }
}
