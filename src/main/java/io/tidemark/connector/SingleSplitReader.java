package io.tidemark.connector;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

/** Reads the {@link Cursor} of the only split, if it was given it. */
final class SingleSplitReader<T> implements SourceReader<T, PositionSplit> {
    private final Cursor.Opener<T> opener;
    private CompletableFuture<Void> available = new CompletableFuture<>();
    private @Nullable PositionSplit split;
    private @Nullable Cursor<T> cursor;
    private @Nullable SourceOutput<T> output;
    private boolean noMoreSplits;
    private boolean paused;

    SingleSplitReader(Cursor.Opener<T> opener) {
        this.opener = opener;
    }

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<T> readerOutput) throws IOException {
        if (split == null) {
            return noMoreSplits ? InputStatus.END_OF_INPUT : pause(Long.MAX_VALUE);
        }
        if (paused) {
            return pause(Long.MAX_VALUE);
        }
        Cursor<T> from = cursor;
        if (from == null) {
            from = opener.open(split.position());
            cursor = from;
        }
        if (output == null) {
            output = readerOutput.createOutputForSplit(split.splitId());
        }
        T record = from.next();
        if (record == null) {
            long pauseMs = from.pauseMs();
            if (pauseMs == Cursor.ENDED) {
                return noMoreSplits ? InputStatus.END_OF_INPUT : pause(Long.MAX_VALUE);
            }
            return pause(pauseMs);
        }
        long timestamp = from.timestamp(record);
        if (timestamp == Cursor.NO_TIMESTAMP) {
            output.collect(record);
        } else {
            output.collect(record, timestamp);
        }
        return InputStatus.MORE_AVAILABLE;
    }

    private InputStatus pause(long pauseMs) {
        if (available.isDone()) {
            available = new CompletableFuture<>();
        }
        if (pauseMs != Long.MAX_VALUE) {
            available.completeOnTimeout(null, pauseMs, TimeUnit.MILLISECONDS);
        }
        return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public List<PositionSplit> snapshotState(long checkpointId) {
        if (split == null) {
            return List.of();
        }
        return List.of(cursor == null ? split : new PositionSplit(cursor.position()));
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return available;
    }

    @Override
    public void addSplits(List<PositionSplit> splits) {
        for (PositionSplit added : splits) {
            if (split != null) {
                throw new IllegalStateException("a second split for a source that has one");
            }
            split = added;
        }
        available.complete(null);
    }

    @Override
    public void pauseOrResumeSplits(Collection<String> stopped, Collection<String> resumed) {
        if (split == null) {
            return;
        }
        if (stopped.contains(split.splitId())) {
            paused = true;
        } else if (resumed.contains(split.splitId())) {
            paused = false;
            available.complete(null);
        }
    }

    @Override
    public void notifyNoMoreSplits() {
        noMoreSplits = true;
        available.complete(null);
    }

    @Override
    public void close() throws IOException {
        if (cursor != null) {
            cursor.close();
        }
    }
}
