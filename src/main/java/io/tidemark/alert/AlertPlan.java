package io.tidemark.alert;

import io.tidemark.event.Event;
import io.tidemark.event.EvidenceValues;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Key;
import io.tidemark.event.NamedValues;
import io.tidemark.event.Schema;
import io.tidemark.time.StateMeaning;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What alerts of all forms have in common.
 *
 * @param node the alert's name
 * @param input the schema of the events it sees; of a window its key fields, {@code window_start}, {@code window_end} and
 *     its aggregates
 * @param keyFields the key fields' places in {@code input}; none for a global alert
 * @param severity passed on, or null
 * @param labels passed on
 * @param message a line for a person, or null
 * @param meaning what the state means
 */
public record AlertPlan(
        String node,
        Schema input,
        List<Integer> keyFields,
        @Nullable String severity,
        Map<String, String> labels,
        @Nullable MessageTemplate message,
        StateMeaning meaning)
        implements Serializable {

    /** A plan whose state may mean anything. */
    public AlertPlan(
            String node,
            Schema input,
            List<Integer> keyFields,
            @Nullable String severity,
            Map<String, String> labels,
            @Nullable MessageTemplate message) {
        this(node, input, keyFields, severity, labels, message, new StateMeaning(List.of()));
    }

    /** The key of {@code event}. */
    Key key(Event event) {
        if (keyFields.isEmpty()) {
            return Key.GLOBAL;
        }
        @Nullable Object[] values = new Object[keyFields.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = event.get(keyFields.get(i));
        }
        return Key.of(values);
    }

    /** {@code key} with the names and types of its fields. */
    NamedValues named(Key key) {
        String[] names = new String[key.size()];
        FieldType[] types = new FieldType[names.length];
        @Nullable Object[] values = new Object[names.length];
        for (int i = 0; i < names.length; i++) {
            Field field = input.field(keyFields.get(i));
            names[i] = field.name();
            types[i] = field.type();
            values[i] = key.get(i);
        }
        return new NamedValues(names, types, values);
    }

    /** The values of some of the fields of {@code event}, as evidence. */
    Map<String, @Nullable Object> values(Event event, List<Integer> fields) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int index : fields) {
            Field field = input.field(index);
            values.put(field.name(), EvidenceValues.of(event.get(index), field.type()));
        }
        return values;
    }
}
