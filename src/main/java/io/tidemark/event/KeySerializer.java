package io.tidemark.event;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Serializes a {@link Key}: its size, then its values. */
public final class KeySerializer extends ImmutableSerializer<Key> {
    /** The only instance needed. */
    public static final KeySerializer INSTANCE = new KeySerializer();

    private static final long serialVersionUID = 1;

    @Override
    public Key createInstance() {
        return Key.GLOBAL;
    }

    @Override
    public void serialize(Key key, DataOutputView out) throws IOException {
        ValueSerialization.writeSize(key.size(), out);
        for (int i = 0; i < key.size(); i++) {
            ValueSerialization.write(key.get(i), out);
        }
    }

    @Override
    public Key deserialize(DataInputView in) throws IOException {
        int size = ValueSerialization.readSize(in);
        if (size == 0) {
            return Key.GLOBAL;
        }
        @Nullable Object[] values = new @Nullable Object[size];
        for (int i = 0; i < size; i++) {
            values[i] = ValueSerialization.read(in);
        }
        return Key.of(values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeySerializer;
    }

    @Override
    public int hashCode() {
        return KeySerializer.class.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<Key> snapshotConfiguration() {
        return new KeySerializerSnapshot();
    }
}
