package io.tidemark.window;

import io.tidemark.event.FixedFormSnapshot;
import io.tidemark.event.ValueSerialization;
import io.tidemark.event.VersionedSerializer;
import io.tidemark.window.SessionIndex.Session;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes a {@link SessionIndex}: a version, then the sessions. */
public final class SessionIndexSerializer extends VersionedSerializer<SessionIndex> {
    private static final long serialVersionUID = 1;

    @Override
    protected void write(SessionIndex index, DataOutputView out) throws IOException {
        ValueSerialization.writeLong(index.timer, out);
        ValueSerialization.writeLong(index.nextId, out);
        ValueSerialization.writeSize(index.sessions.size(), out);
        for (Session session : index.sessions) {
            ValueSerialization.writeLong(session.id, out);
            ValueSerialization.writeLong(session.first, out);
            ValueSerialization.writeLong(session.last, out);
            ValueSerialization.writeSize(session.revision, out);
        }
    }

    @Override
    protected SessionIndex read(DataInputView in) throws IOException {
        SessionIndex index = new SessionIndex();
        index.timer = ValueSerialization.readLong(in);
        index.nextId = ValueSerialization.readLong(in);
        int size = ValueSerialization.readSize(in);
        for (int i = 0; i < size; i++) {
            index.sessions.add(new Session(
                    ValueSerialization.readLong(in),
                    ValueSerialization.readLong(in),
                    ValueSerialization.readLong(in),
                    ValueSerialization.readSize(in)));
        }
        return index;
    }

    @Override
    public SessionIndex copy(SessionIndex from) {
        SessionIndex copy = new SessionIndex();
        copy.timer = from.timer;
        copy.nextId = from.nextId;
        from.sessions.forEach(session -> copy.sessions.add(session.copy()));
        return copy;
    }

    @Override
    public SessionIndex createInstance() {
        return new SessionIndex();
    }

    @Override
    public TypeSerializerSnapshot<SessionIndex> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of this form in a savepoint. */
    public static final class Snapshot extends FixedFormSnapshot<SessionIndex> {
        @Override
        public TypeSerializer<SessionIndex> restoreSerializer() {
            return new SessionIndexSerializer();
        }
    }
}
