package io.tidemark.event;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

/** Serializes a {@link SideRecord}, whose event carries its names and types with it. */
public final class SideRecordSerializer extends ImmutableSerializer<SideRecord> {
    /** The only instance needed. */
    public static final SideRecordSerializer INSTANCE = new SideRecordSerializer();

    private static final long serialVersionUID = 1;
    private static final int EVENT_TIME = 1;
    private static final int WATERMARK = 2;
    private static final int EVENT = 4;
    private static final int PAYLOAD = 8;

    @Override
    public SideRecord createInstance() {
        return SideRecord.rejected("", "", "", null, null, null);
    }

    @Override
    public void serialize(SideRecord record, DataOutputView out) throws IOException {
        StringValue.writeString(record.node(), out);
        StringValue.writeString(record.reason(), out);
        StringValue.writeString(record.detail(), out);
        Provenance.write(record.origin(), record.recordKey(), record.position(), record.readTime(), out);
        out.writeByte((record.eventTime() == null ? 0 : EVENT_TIME)
                | (record.watermark() == null ? 0 : WATERMARK)
                | (record.event() == null ? 0 : EVENT)
                | (record.payload() == null ? 0 : PAYLOAD));
        if (record.eventTime() != null) {
            ValueSerialization.writeLong(record.eventTime(), out);
        }
        if (record.watermark() != null) {
            ValueSerialization.writeLong(record.watermark(), out);
        }
        if (record.event() != null) {
            writeNamed(record.event(), out);
        }
        if (record.payload() != null) {
            ValueSerialization.writeBytes(record.payload(), out);
        }
    }

    @Override
    public SideRecord deserialize(DataInputView in) throws IOException {
        String node = StringValue.readString(in);
        String reason = StringValue.readString(in);
        String detail = StringValue.readString(in);
        Provenance from = Provenance.read(in);
        int flags = in.readByte();
        Long eventTime = (flags & EVENT_TIME) == 0 ? null : (Long) ValueSerialization.readLong(in);
        Long watermark = (flags & WATERMARK) == 0 ? null : (Long) ValueSerialization.readLong(in);
        NamedValues event = (flags & EVENT) == 0 ? null : readNamed(in);
        byte[] payload = (flags & PAYLOAD) == 0 ? null : ValueSerialization.readBytes(in);
        return new SideRecord(
                node,
                reason,
                detail,
                eventTime,
                watermark,
                from.origin(),
                event,
                payload,
                from.recordKey(),
                from.position(),
                from.readTime());
    }

    private static void writeNamed(NamedValues event, DataOutputView out) throws IOException {
        ValueSerialization.writeSize(event.names().length, out);
        for (int i = 0; i < event.names().length; i++) {
            StringValue.writeString(event.names()[i], out);
            StringValue.writeString(event.types()[i].name(), out);
            ValueSerialization.write(event.values()[i], out);
        }
    }

    private static NamedValues readNamed(DataInputView in) throws IOException {
        int size = ValueSerialization.readSize(in);
        String[] names = new String[size];
        FieldType[] types = new FieldType[size];
        @Nullable Object[] values = new @Nullable Object[size];
        for (int i = 0; i < size; i++) {
            names[i] = StringValue.readString(in);
            types[i] = FieldType.valueOf(StringValue.readString(in));
            values[i] = ValueSerialization.read(in);
        }
        return new NamedValues(names, types, values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SideRecordSerializer;
    }

    @Override
    public int hashCode() {
        return SideRecordSerializer.class.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<SideRecord> snapshotConfiguration() {
        return new SideRecordSerializerSnapshot();
    }
}
