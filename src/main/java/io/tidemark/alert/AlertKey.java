package io.tidemark.alert;

import io.tidemark.event.Event;
import io.tidemark.event.Key;
import org.apache.flink.api.java.functions.KeySelector;

/** The key that an alert sees an event under. */
public final class AlertKey implements KeySelector<Event, Key> {
    private static final long serialVersionUID = 1;

    private final AlertPlan plan;

    /** Keys of {@code plan}. */
    public AlertKey(AlertPlan plan) {
        this.plan = plan;
    }

    @Override
    public Key getKey(Event event) {
        return plan.key(event);
    }
}
