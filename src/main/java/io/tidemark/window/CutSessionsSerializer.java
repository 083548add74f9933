package io.tidemark.window;

import io.tidemark.event.FixedFormSnapshot;
import io.tidemark.event.ValueSerialization;
import io.tidemark.window.CutSessions.Session;
import io.tidemark.window.CutSessions.Withdrawn;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Serializes a {@link CutSessions}: a version, then the sessions and what was withdrawn. */
public final class CutSessionsSerializer extends TypeSerializer<CutSessions> {
    private static final long serialVersionUID = 1;
    private static final int VERSION = 1;

    @Override
    public void serialize(CutSessions index, DataOutputView out) throws IOException {
        out.writeByte(VERSION);
        ValueSerialization.writeLong(index.timer, out);
        ValueSerialization.writeSize(index.sessions.size(), out);
        for (Session session : index.sessions) {
            ValueSerialization.writeLong(session.first(), out);
            ValueSerialization.writeLong(session.last() - session.first(), out);
            out.writeBoolean(session.out());
            ValueSerialization.writeSize(session.revision(), out);
        }
        ValueSerialization.writeSize(index.withdrawn.size(), out);
        for (Withdrawn bounds : index.withdrawn) {
            ValueSerialization.writeLong(bounds.start(), out);
            ValueSerialization.writeLong(bounds.end() - bounds.start(), out);
            ValueSerialization.writeSize(bounds.revision(), out);
        }
    }

    @Override
    public CutSessions deserialize(DataInputView in) throws IOException {
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException(
                    "an index of cut sessions of version " + version + "; this Tidemark reads " + VERSION);
        }
        CutSessions index = new CutSessions();
        index.timer = ValueSerialization.readLong(in);
        int sessions = ValueSerialization.readSize(in);
        for (int i = 0; i < sessions; i++) {
            long first = ValueSerialization.readLong(in);
            long last = first + ValueSerialization.readLong(in);
            index.sessions.add(new Session(first, last, in.readBoolean(), ValueSerialization.readSize(in)));
        }
        int withdrawn = ValueSerialization.readSize(in);
        for (int i = 0; i < withdrawn; i++) {
            long start = ValueSerialization.readLong(in);
            long end = start + ValueSerialization.readLong(in);
            index.withdrawn.add(new Withdrawn(start, end, ValueSerialization.readSize(in)));
        }
        return index;
    }

    @Override
    public CutSessions copy(CutSessions from) {
        CutSessions copy = new CutSessions();
        copy.timer = from.timer;
        copy.sessions.addAll(from.sessions);
        copy.withdrawn.addAll(from.withdrawn);
        return copy;
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public TypeSerializer<CutSessions> duplicate() {
        return this;
    }

    @Override
    public CutSessions createInstance() {
        return new CutSessions();
    }

    @Override
    public CutSessions copy(CutSessions from, CutSessions reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public CutSessions deserialize(CutSessions reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CutSessionsSerializer;
    }

    @Override
    public int hashCode() {
        return CutSessionsSerializer.class.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<CutSessions> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The version of this form in a savepoint. */
    public static final class Snapshot extends FixedFormSnapshot<CutSessions> {
        @Override
        public TypeSerializer<CutSessions> restoreSerializer() {
            return new CutSessionsSerializer();
        }
    }
}
