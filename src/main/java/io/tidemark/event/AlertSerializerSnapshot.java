package io.tidemark.event;

import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The version of {@link AlertSerializer}'s form in a savepoint. */
public final class AlertSerializerSnapshot extends FixedFormSnapshot<Alert> {
    @Override
    public TypeSerializer<Alert> restoreSerializer() {
        return AlertSerializer.INSTANCE;
    }
}
