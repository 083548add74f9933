package io.tidemark.event;

/** The schemas that decoded records in a savepoint were written under. */
public final class DecodedSerializerSnapshot extends LayoutsSnapshot<Decoded> {
    /** For Flink. */
    public DecodedSerializerSnapshot() {}

    DecodedSerializerSnapshot(RowLayouts layouts) {
        super(layouts);
    }

    @Override
    RowSerializer<Decoded> serializer(RowLayouts layouts) {
        return new DecodedSerializer(layouts);
    }
}
