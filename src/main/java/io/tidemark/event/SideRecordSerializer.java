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
            record.event().write(out);
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
        NamedValues event = (flags & EVENT) == 0 ? null : NamedValues.read(in);
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
