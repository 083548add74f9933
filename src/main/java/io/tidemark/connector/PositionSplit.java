package io.tidemark.connector;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/** The only split of a {@link SingleSplitSource}: a position in its input, null for the beginning. */
final class PositionSplit implements SourceSplit {
    private final byte @Nullable [] position;

    PositionSplit(byte @Nullable [] position) {
        this.position = position;
    }

    byte @Nullable [] position() {
        return position;
    }

    @Override
    public String splitId() {
        return "0";
    }

    /** One byte (0: beginning, 1: a position), then the position. */
    static final class Serializer implements SimpleVersionedSerializer<PositionSplit> {
        private static final int VERSION = 1;

        @Override
        public int getVersion() {
            return VERSION;
        }

        @Override
        public byte[] serialize(PositionSplit split) {
            byte[] position = split.position;
            if (position == null) {
                return new byte[] {0};
            }
            return ByteBuffer.allocate(1 + position.length)
                    .put((byte) 1)
                    .put(position)
                    .array();
        }

        @Override
        public PositionSplit deserialize(int version, byte[] bytes) throws IOException {
            if (version != VERSION || bytes.length == 0) {
                throw new IOException("a source position of the unknown version " + version);
            }
            return new PositionSplit(bytes[0] == 0 ? null : Arrays.copyOfRange(bytes, 1, bytes.length));
        }
    }
}
