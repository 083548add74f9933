package io.tidemark.event;

/** Flink's type of a {@link Key}, for {@code keyBy}: equal keys have equal bytes and hashes in every JVM. */
public final class KeyTypeInfo extends ImmutableTypeInfo<Key> {
    /** The only instance needed. */
    public static final KeyTypeInfo INSTANCE = new KeyTypeInfo();

    private static final long serialVersionUID = 1;

    private KeyTypeInfo() {
        super(Key.class, KeySerializer.INSTANCE);
    }

    @Override
    public boolean isKeyType() {
        return true;
    }
}
