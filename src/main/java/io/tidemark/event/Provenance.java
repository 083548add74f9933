package io.tidemark.event;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * Where a record came from, as events and side records carry it, and its binary form: one byte of flags, then what is
 * there.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Provenance(@Nullable Origin origin, byte @Nullable [] recordKey, long position, long readTime) {
    private static final int ORIGIN = 1;
    private static final int TOPIC = 2;
    private static final int FILE = 4;
    private static final int RECORD_KEY = 8;
    private static final int REPLAYED = 16;

    boolean isReplayed() {
        return position != 0 || readTime != Event.NOT_REPLAYED;
    }

    static void write(
            @Nullable Origin origin, byte @Nullable [] recordKey, long position, long readTime, DataOutputView out)
            throws IOException {
        boolean replayed = position != 0 || readTime != Event.NOT_REPLAYED;
        int flags = (recordKey == null ? 0 : RECORD_KEY) | (replayed ? REPLAYED : 0);
        if (origin != null) {
            flags |= ORIGIN | (origin.topic() == null ? 0 : TOPIC) | (origin.file() == null ? 0 : FILE);
        }
        out.writeByte(flags);
        if (origin != null) {
            if (origin.topic() != null) {
                StringValue.writeString(origin.topic(), out);
            }
            if (origin.file() != null) {
                StringValue.writeString(origin.file(), out);
            }
            ValueSerialization.writeLong(origin.partition(), out);
            ValueSerialization.writeLong(origin.offset(), out);
        }
        if (recordKey != null) {
            ValueSerialization.writeBytes(recordKey, out);
        }
        if (replayed) {
            ValueSerialization.writeLong(position, out);
            ValueSerialization.writeLong(readTime, out);
        }
    }

    static Provenance read(DataInputView in) throws IOException {
        int flags = in.readByte();
        Origin origin = null;
        if ((flags & ORIGIN) != 0) {
            String topic = (flags & TOPIC) == 0 ? null : StringValue.readString(in);
            String file = (flags & FILE) == 0 ? null : StringValue.readString(in);
            int partition = (int) ValueSerialization.readLong(in);
            origin = new Origin(topic, partition, file, ValueSerialization.readLong(in));
        }
        byte[] recordKey = (flags & RECORD_KEY) == 0 ? null : ValueSerialization.readBytes(in);
        if ((flags & REPLAYED) == 0) {
            return new Provenance(origin, recordKey, 0, Event.NOT_REPLAYED);
        }
        long position = ValueSerialization.readLong(in);
        return new Provenance(origin, recordKey, position, ValueSerialization.readLong(in));
    }
}
