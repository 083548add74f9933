package io.tidemark.codec;

import io.tidemark.event.Alert;
import io.tidemark.event.NamedValues;
import org.jspecify.annotations.Nullable;

/**
 * Writes an alert: {@code alert}, {@code id}, {@code state}, the key fields, {@code severity}, {@code at}, {@code since},
 * {@code reason}, {@code message}, {@code labels}, {@code evidence}; nulls are written.
 */
public final class AlertEncoder implements RowEncoder<Alert> {
    private static final long serialVersionUID = 1;

    private final TimeFormat times;
    private transient @Nullable JsonWriter writer;

    /** Times are written in {@code times}, those in key and evidence too. */
    public AlertEncoder(TimeFormat times) {
        this.times = times;
    }

    @Override
    public byte[] encode(Alert alert) {
        JsonWriter out = writer();
        out.raw("{\"alert\":").text(alert.alert());
        out.raw(",\"id\":").text(alert.id());
        out.raw(",\"state\":").text(alert.state().word());
        NamedValues key = alert.key();
        for (int i = 0; i < key.names().length; i++) {
            out.name(key.names()[i], false).value(key.values()[i], key.types()[i]);
        }
        out.raw(",\"severity\":").value(alert.severity());
        out.raw(",\"at\":").time(alert.at());
        out.raw(",\"since\":").time(alert.since());
        out.raw(",\"reason\":").value(alert.reason());
        out.raw(",\"message\":").value(alert.message());
        out.raw(",\"labels\":").value(alert.labels());
        out.raw(",\"evidence\":").value(alert.evidence());
        return out.raw("}").take();
    }

    private JsonWriter writer() {
        JsonWriter known = writer;
        if (known == null) {
            known = new JsonWriter(times);
            writer = known;
        }
        return known;
    }
}
