package io.tidemark.alert;

import io.tidemark.event.Alert;
import io.tidemark.event.AlertIds;
import io.tidemark.event.EvidenceValues;
import io.tidemark.event.Key;
import io.tidemark.event.NamedValues;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes alerts of decisions: id, severity, labels and message are the same for all forms. */
public final class AlertMaker {
    /** Behind a step's name in a place of a message: how many events the step has. */
    private static final String COUNT = "count";

    private final AlertPlan plan;

    /** Alerts of {@code plan}. */
    public AlertMaker(AlertPlan plan) {
        this.plan = plan;
    }

    /** The alert that tells of {@code decision} about {@code key}. */
    public Alert alert(Key key, Decision decision) {
        NamedValues named = plan.named(key);
        MessageTemplate message = plan.message();
        return new Alert(
                plan.node(),
                AlertIds.of(plan.node(), key, decision.since(), decision.pair()),
                decision.state(),
                named,
                decision.severity() == null ? plan.severity() : decision.severity(),
                decision.at(),
                decision.since(),
                decision.reason(),
                message == null ? null : message.render(name -> value(name, named, decision)),
                plan.labels(),
                decision.evidence(),
                decision.position());
    }

    private static @Nullable Object value(String name, NamedValues key, Decision decision) {
        int dot = name.indexOf('.');
        if (dot >= 0) {
            return ofStep(decision.evidence().get(name.substring(0, dot)), name.substring(dot + 1));
        }
        for (int i = 0; i < key.names().length; i++) {
            if (key.names()[i].equals(name)) {
                return EvidenceValues.of(key.values()[i], key.types()[i]);
            }
        }
        Map<String, @Nullable Object> evidence = decision.evidence();
        return evidence.containsKey(name)
                ? evidence.get(name)
                : decision.fields().get(name);
    }

    /** A step that an event has taken is a list of events; one that was left out is empty or not there. */
    private static @Nullable Object ofStep(@Nullable Object step, String field) {
        List<?> events = step instanceof List<?> list ? list : List.of();
        if (field.equals(COUNT)) {
            return (long) events.size();
        }
        return !events.isEmpty() && events.get(events.size() - 1) instanceof Map<?, ?> last ? last.get(field) : null;
    }
}
