package io.tidemark.event;

import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The version of {@link SideRecordSerializer}'s form in a savepoint. */
public final class SideRecordSerializerSnapshot extends FixedFormSnapshot<SideRecord> {
    @Override
    public TypeSerializer<SideRecord> restoreSerializer() {
        return SideRecordSerializer.INSTANCE;
    }
}
