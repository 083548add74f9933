package io.tidemark.event;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes a {@link Decoded}: one byte for what it is, then that. */
public final class DecodedSerializer extends RowSerializer<Decoded> {
    private static final long serialVersionUID = 1;
    private static final int SKIPPED = 0;
    private static final int EVENT = 1;
    private static final int REJECTED = 2;

    private final EventSerializer events;

    /** Records decoded by {@code schema}. */
    public DecodedSerializer(Schema schema) {
        this(RowLayouts.of(schema));
    }

    DecodedSerializer(RowLayouts layouts) {
        super(layouts);
        this.events = new EventSerializer(layouts);
    }

    @Override
    public Decoded createInstance() {
        return Decoded.SKIPPED;
    }

    @Override
    public void serialize(Decoded decoded, DataOutputView out) throws IOException {
        if (decoded.event() != null) {
            out.writeByte(EVENT);
            events.serialize(decoded.event(), out);
        } else if (decoded.rejected() != null) {
            out.writeByte(REJECTED);
            SideRecordSerializer.INSTANCE.serialize(decoded.rejected(), out);
        } else {
            out.writeByte(SKIPPED);
        }
    }

    @Override
    public Decoded deserialize(DataInputView in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case SKIPPED -> Decoded.SKIPPED;
            case EVENT -> {
                noteRead();
                yield Decoded.accepted(events.deserialize(in));
            }
            case REJECTED -> Decoded.rejected(SideRecordSerializer.INSTANCE.deserialize(in));
            default -> throw new IOException("unknown kind " + kind + " of a decoded record");
        };
    }

    @Override
    public TypeSerializerSnapshot<Decoded> snapshotConfiguration() {
        return new DecodedSerializerSnapshot(layouts());
    }
}
