package io.tidemark.alert;

import io.tidemark.event.Alert;
import io.tidemark.event.Event;
import io.tidemark.event.Key;
import io.tidemark.event.SideRecord;
import io.tidemark.metric.Column;
import io.tidemark.metric.NodeCounters;
import io.tidemark.sql.EvaluationException;
import io.tidemark.time.KeptMeaning;
import io.tidemark.time.KeyedTimeOperator;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the operators of alerts have in common: an event behind time goes to {@code ALERT.late}, one for which an
 * expression fails to {@code ALERT.failed}; neither has an effect. All are counted.
 */
public abstract class AlertOperator extends KeyedTimeOperator<Event, Alert> {
    private static final long serialVersionUID = 1;

    private final AlertPlan plan;
    private final AlertTags tags;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient NodeCounters counters;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient AlertMaker maker;

    protected AlertOperator(AlertPlan plan, AlertTags tags) {
        this.plan = plan;
        this.tags = tags;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        KeptMeaning.check(context, "alert " + plan.node(), plan.meaning());
    }

    @Override
    public void open() throws Exception {
        super.open();
        counters =
                new NodeCounters(getRuntimeContext(), plan.node(), Column.IN, Column.SEEN, Column.LATE, Column.FAILED);
        maker = new AlertMaker(plan);
    }

    /**
     * At the end of input all timers have fired, and decided nothing. Sets those of what is undecided again, for a job that
     * is restored after a drain.
     *
     * @param states the state that knows of a key's timer
     * @param timer when it is due; {@link Long#MAX_VALUE} for none
     */
    protected final <S> void setTimersAgain(ValueStateDescriptor<S> states, ToLongFunction<S> timer) throws Exception {
        if (hasEnded()) {
            getKeyedStateBackend()
                    .applyToAllKeys(
                            VoidNamespace.INSTANCE,
                            VoidNamespaceSerializer.INSTANCE,
                            states,
                            (key, state) -> moveTimer(Long.MAX_VALUE, timer.applyAsLong(state.value())));
        }
    }

    /** What all forms have in common. */
    protected final AlertPlan plan() {
        return plan;
    }

    @Override
    public final void processElement(StreamRecord<Event> element) throws Exception {
        Event event = element.getValue();
        counters.inc(Column.IN);
        long time = time();
        if (event.time() <= time) {
            counters.inc(Column.LATE);
            output.collect(tags.late(), side(event, SideRecord.LATE, "the event came behind time", time));
            return;
        }
        try {
            seen(event);
        } catch (EvaluationException e) {
            failed(event, String.valueOf(e.getMessage()));
            return;
        }
        if (!decidesLater()) {
            counters.inc(Column.SEEN);
        }
    }

    /** Whether {@link #seen} only keeps an event, and {@link #decided} is called once it has its effect or fails. */
    protected boolean decidesLater() {
        return false;
    }

    /** What became of an event that was kept: it counts, or an expression had no value for it and why. */
    protected final void decided(Event event, @Nullable String failure) {
        if (failure == null) {
            counters.inc(Column.SEEN);
        } else {
            failed(event, failure);
        }
    }

    private void failed(Event event, String why) {
        counters.inc(Column.FAILED);
        output.collect(tags.failed(), side(event, SideRecord.FAILED, why, null));
    }

    private StreamRecord<SideRecord> side(Event event, String reason, String detail, @Nullable Long watermark) {
        return new StreamRecord<>(
                SideRecord.of(plan.node(), reason, detail, event, plan.input(), watermark), event.time());
    }

    /**
     * Takes an event of the current key that is not behind time.
     *
     * @throws EvaluationException if an expression has no value for it; nothing may have changed then
     */
    protected abstract void seen(Event event) throws Exception;

    /** Puts out an alert about the current key. */
    protected final void emit(Decision decision) {
        Alert alert = maker.alert((Key) getCurrentKey(), decision);
        output.collect(new StreamRecord<>(alert, alert.at()));
    }
}
