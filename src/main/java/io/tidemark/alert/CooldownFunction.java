package io.tidemark.alert;

import io.tidemark.event.Alert;
import io.tidemark.event.AlertState;
import io.tidemark.event.Key;
import io.tidemark.metric.Column;
import io.tidemark.metric.NodeCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * For some time after an alert of a key has gone out, further ones of that key, and what resolves them, are counted and
 * not sent. Only the alerts' own times decide.
 *
 * <p>In state, a key: when its cooldown ends, until no alert of before that can come any more; and the ids of alerts that were held back,
 * until they are resolved or forgotten.
 */
public final class CooldownFunction extends KeyedProcessFunction<Key, Alert, Alert> {
    private static final long serialVersionUID = 1;

    private final String node;
    private final long cooldownMs;
    private final long behindMs;
    private final long forgetMs;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient NodeCounters counters;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient ValueState<Long> end;

    @SuppressWarnings("NullAway.Init") // set in open()
    private transient MapState<String, Long> heldBack;

    /**
     * @param node the alert's name
     * @param cooldownMs more than 0
     * @param behindMs so long after its time an alert comes out at the latest, as a match that an older one could still
     *     have left out
     * @param forgetMs so long after its time an alert that was held back is not resolved any more; {@link Long#MAX_VALUE}
     *     if all are
     */
    public CooldownFunction(String node, long cooldownMs, long behindMs, long forgetMs) {
        this.node = node;
        this.cooldownMs = cooldownMs;
        this.behindMs = behindMs;
        this.forgetMs = forgetMs;
    }

    @Override
    public void open(OpenContext context) {
        counters = new NodeCounters(getRuntimeContext(), node, Column.SUPPRESSED);
        end = getRuntimeContext().getState(new ValueStateDescriptor<>("end", Types.LONG));
        heldBack = getRuntimeContext().getMapState(new MapStateDescriptor<>("held-back", Types.STRING, Types.LONG));
    }

    @Override
    public void processElement(Alert alert, Context context, Collector<Alert> out) throws Exception {
        if (alert.state() == AlertState.RESOLVED) {
            if (heldBack.contains(alert.id())) {
                heldBack.remove(alert.id());
                counters.inc(Column.SUPPRESSED);
            } else {
                out.collect(alert);
            }
            return;
        }
        Long until = end.value();
        if (until == null || alert.at() >= until) {
            end.update(alert.at() + cooldownMs);
            context.timerService().registerEventTimeTimer(alert.at() + cooldownMs + behindMs);
            out.collect(alert);
            return;
        }
        counters.inc(Column.SUPPRESSED);
        if (alert.state() == AlertState.FIRING) {
            heldBack.put(alert.id(), alert.at());
            if (forgetMs != Long.MAX_VALUE) {
                context.timerService().registerEventTimeTimer(alert.at() + forgetMs);
            }
        }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Alert> out) throws Exception {
        if (context.timerService().currentWatermark() == Long.MAX_VALUE) {
            return; // the input has ended, time has not passed; a job that is restored after a drain goes on
        }
        Long until = end.value();
        if (until != null && until + behindMs <= time) {
            end.clear();
        } else if (until != null) {
            context.timerService().registerEventTimeTimer(until + behindMs); // a duration has grown since it was set
        }
        if (forgetMs != Long.MAX_VALUE) {
            List<String> forgotten = new ArrayList<>();
            for (Map.Entry<String, Long> held : heldBack.entries()) {
                if (held.getValue() + forgetMs <= time) {
                    forgotten.add(held.getKey());
                }
            }
            for (String id : forgotten) {
                heldBack.remove(id);
            }
        }
    }
}
