package io.tidemark.connector;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Decoded;
import io.tidemark.event.RawRecord;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records that are held in memory. Its state is the number of those already given. */
final class GivenRecords implements Cursor<Decoded> {
    private final List<RawRecord> records;
    private final RecordDecoder decoder;
    private int next;

    GivenRecords(List<RawRecord> records, RecordDecoder decoder, byte @Nullable [] position) {
        this.records = records;
        this.decoder = decoder;
        this.next = position == null ? 0 : ByteBuffer.wrap(position).getInt();
    }

    @Override
    public @Nullable Decoded next() {
        return next == records.size() ? null : decoder.decode(records.get(next++));
    }

    @Override
    public long pauseMs() {
        return ENDED;
    }

    @Override
    public long timestamp(Decoded record) {
        return EventTimes.of(record);
    }

    @Override
    public byte[] position() {
        return ByteBuffer.allocate(Integer.BYTES).putInt(next).array();
    }

    @Override
    public void close() {}
}
