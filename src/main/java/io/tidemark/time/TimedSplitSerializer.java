package io.tidemark.time;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Two times of 8 bytes, then the source's own bytes. The version is the source's own with a bit that says that the times
 * are there; without it the bytes are the source's alone, from before there were times.
 */
final class TimedSplitSerializer<SplitT extends SourceSplit> implements SimpleVersionedSerializer<TimedSplit<SplitT>> {
    private static final int WITH_TIMES = 1 << 24;

    private final SimpleVersionedSerializer<SplitT> splits;

    TimedSplitSerializer(SimpleVersionedSerializer<SplitT> splits) {
        this.splits = splits;
    }

    @Override
    public int getVersion() {
        return WITH_TIMES | splits.getVersion();
    }

    @Override
    public byte[] serialize(TimedSplit<SplitT> timed) throws IOException {
        byte[] split = splits.serialize(timed.split());
        return ByteBuffer.allocate(2 * Long.BYTES + split.length)
                .putLong(timed.highest())
                .putLong(timed.floor())
                .put(split)
                .array();
    }

    @Override
    public TimedSplit<SplitT> deserialize(int version, byte[] bytes) throws IOException {
        if ((version & WITH_TIMES) == 0) {
            return TimedSplit.fresh(splits.deserialize(version, bytes));
        }
        if (bytes.length < 2 * Long.BYTES) {
            throw new IOException("the state of a partition is cut off");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long highest = buffer.getLong();
        long floor = buffer.getLong();
        byte[] split = new byte[buffer.remaining()];
        buffer.get(split);
        return new TimedSplit<>(splits.deserialize(version & ~WITH_TIMES, split), highest, floor);
    }
}
