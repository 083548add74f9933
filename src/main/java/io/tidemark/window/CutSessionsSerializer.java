package io.tidemark.window;

import io.tidemark.event.FixedFormSnapshot;
import io.tidemark.event.ValueSerialization;
import io.tidemark.event.VersionedSerializer;
import io.tidemark.window.CutSessions.Session;
import io.tidemark.window.CutSessions.Withdrawn;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes a {@link CutSessions}: a version, then the sessions and what was withdrawn. */
public final class CutSessionsSerializer extends VersionedSerializer<CutSessions> {
    private static final long serialVersionUID = 1;

    @Override
    protected void write(CutSessions index, DataOutputView out) throws IOException {
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
    protected CutSessions read(DataInputView in) throws IOException {
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
    public CutSessions createInstance() {
        return new CutSessions();
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
