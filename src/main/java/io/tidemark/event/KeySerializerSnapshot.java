package io.tidemark.event;

import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The version of {@link KeySerializer}'s form in a savepoint. */
public final class KeySerializerSnapshot extends FixedFormSnapshot<Key> {
    @Override
    public TypeSerializer<Key> restoreSerializer() {
        return KeySerializer.INSTANCE;
    }
}
