package io.tidemark.event;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

/** Serializes an {@link Alert}, which carries the names and types of all that is in it. */
public final class AlertSerializer extends ImmutableSerializer<Alert> {
    /** The only instance needed. */
    public static final AlertSerializer INSTANCE = new AlertSerializer();

    private static final long serialVersionUID = 1;
    private static final NamedValues NO_KEY = new NamedValues(new String[0], new FieldType[0], new Object[0]);

    @Override
    public Alert createInstance() {
        return new Alert("", "", AlertState.FIRING, NO_KEY, null, 0, 0, null, null, Map.of(), Map.of(), 0);
    }

    @Override
    public void serialize(Alert alert, DataOutputView out) throws IOException {
        StringValue.writeString(alert.alert(), out);
        StringValue.writeString(alert.id(), out);
        out.writeByte(code(alert.state()));
        alert.key().write(out);
        ValueSerialization.write(alert.severity(), out);
        ValueSerialization.writeLong(alert.at(), out);
        ValueSerialization.writeLong(alert.since(), out);
        ValueSerialization.write(alert.reason(), out);
        ValueSerialization.write(alert.message(), out);
        ValueSerialization.write(alert.labels(), out);
        ValueSerialization.write(alert.evidence(), out);
        ValueSerialization.writeLong(alert.position(), out);
    }

    @Override
    public Alert deserialize(DataInputView in) throws IOException {
        return new Alert(
                StringValue.readString(in),
                StringValue.readString(in),
                state(in.readByte()),
                NamedValues.read(in),
                text(in),
                ValueSerialization.readLong(in),
                ValueSerialization.readLong(in),
                text(in),
                text(in),
                labels(in),
                map(in),
                ValueSerialization.readLong(in));
    }

    private static @Nullable String text(DataInputView in) throws IOException {
        return (String) ValueSerialization.read(in);
    }

    private static Map<String, String> labels(DataInputView in) throws IOException {
        Map<String, String> labels = new LinkedHashMap<>();
        map(in).forEach((name, value) -> labels.put(name, String.valueOf(value)));
        return labels;
    }

    @SuppressWarnings("unchecked") // the keys of a map that was written are strings
    private static Map<String, @Nullable Object> map(DataInputView in) throws IOException {
        if (ValueSerialization.read(in) instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw new IOException("an alert without its labels or evidence");
    }

    // Codes of their own, so that the order of the enum is free.
    private static int code(AlertState state) {
        return switch (state) {
            case FIRING -> 0;
            case RESOLVED -> 1;
            case MATCHED -> 2;
        };
    }

    private static AlertState state(int code) throws IOException {
        return switch (code) {
            case 0 -> AlertState.FIRING;
            case 1 -> AlertState.RESOLVED;
            case 2 -> AlertState.MATCHED;
            default -> throw new IOException("unknown state " + code + " of an alert");
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AlertSerializer;
    }

    @Override
    public int hashCode() {
        return AlertSerializer.class.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<Alert> snapshotConfiguration() {
        return new AlertSerializerSnapshot();
    }
}
