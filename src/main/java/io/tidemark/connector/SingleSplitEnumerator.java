package io.tidemark.connector;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/** Gives the only split to the first reader that registers; all others end at once. State: whether it was given. */
final class SingleSplitEnumerator implements SplitEnumerator<PositionSplit, Boolean> {
    private final SplitEnumeratorContext<PositionSplit> context;
    private @Nullable PositionSplit unassigned;

    SingleSplitEnumerator(SplitEnumeratorContext<PositionSplit> context, boolean assigned) {
        this.context = context;
        this.unassigned = assigned ? null : new PositionSplit(null);
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtask, @Nullable String host) {}

    @Override
    public void addSplitsBack(List<PositionSplit> splits, int subtask) {
        if (!splits.isEmpty()) {
            unassigned = splits.get(0);
        }
    }

    @Override
    public void addReader(int subtask) {
        PositionSplit split = unassigned;
        if (split != null) {
            context.assignSplit(split, subtask);
            unassigned = null;
        }
        context.signalNoMoreSplits(subtask);
    }

    @Override
    public Boolean snapshotState(long checkpointId) {
        return unassigned == null;
    }

    @Override
    public void close() {}

    /** One byte. */
    static final class AssignedSerializer implements SimpleVersionedSerializer<Boolean> {
        private static final int VERSION = 1;

        @Override
        public int getVersion() {
            return VERSION;
        }

        @Override
        public byte[] serialize(Boolean assigned) {
            return new byte[] {(byte) (assigned ? 1 : 0)};
        }

        @Override
        public Boolean deserialize(int version, byte[] bytes) throws IOException {
            if (version != VERSION || bytes.length != 1) {
                throw new IOException("a source state of the unknown version " + version);
            }
            return bytes[0] == 1;
        }
    }
}
