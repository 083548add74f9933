package io.tidemark.connector;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;

/** Keeps what a source reader puts out, for tests. */
final class CollectedOutput<T> implements ReaderOutput<T> {
    final List<T> records = new ArrayList<>();
    final List<Long> timestamps = new ArrayList<>();

    @Override
    public void collect(T record) {
        collect(record, Cursor.NO_TIMESTAMP);
    }

    @Override
    public void collect(T record, long timestamp) {
        records.add(record);
        timestamps.add(timestamp);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void markIdle() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void markActive() {
        throw new UnsupportedOperationException();
    }

    @Override
    public SourceOutput<T> createOutputForSplit(String split) {
        return this;
    }

    @Override
    public void releaseOutputForSplit(String split) {}
}
