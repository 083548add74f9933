package io.tidemark.event;

/** Flink's type of what a source decodes to: events of one schema, rejected records, skipped ones. */
public final class DecodedTypeInfo extends ImmutableTypeInfo<Decoded> {
    private static final long serialVersionUID = 1;

    /** Records decoded by {@code schema}. */
    public DecodedTypeInfo(Schema schema) {
        super(Decoded.class, new DecodedSerializer(schema));
    }
}
