package io.tidemark.window;

import io.tidemark.event.FixedFormSnapshot;
import io.tidemark.event.ValueSerialization;
import io.tidemark.window.SessionIndex.Session;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Serializes a {@link SessionIndex}: a version, then the sessions. */
public final class SessionIndexSerializer extends TypeSerializer<SessionIndex> {
    private static final long serialVersionUID = 1;
    private static final int VERSION = 1;

    @Override
    public void serialize(SessionIndex index, DataOutputView out) throws IOException {
        out.writeByte(VERSION);
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
    public SessionIndex deserialize(DataInputView in) throws IOException {
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("a session index of version " + version + "; this Tidemark reads " + VERSION);
        }
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
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public TypeSerializer<SessionIndex> duplicate() {
        return this;
    }

    @Override
    public SessionIndex createInstance() {
        return new SessionIndex();
    }

    @Override
    public SessionIndex copy(SessionIndex from, SessionIndex reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public SessionIndex deserialize(SessionIndex reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SessionIndexSerializer;
    }

    @Override
    public int hashCode() {
        return SessionIndexSerializer.class.hashCode();
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
