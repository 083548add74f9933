package io.tidemark.job;

import io.tidemark.codec.KeyEncoder;
import io.tidemark.codec.RowEncoder;
import io.tidemark.event.OutputRecord;
import org.apache.flink.api.common.functions.MapFunction;

/** A row to a message: key, JSON and time. */
final class OutputFunction<T> implements MapFunction<T, OutputRecord> {
    private static final long serialVersionUID = 1;

    private final RowEncoder<T> encoder;
    private final KeyEncoder<T> keys;
    private final RowKind<T> kind;
    private final boolean timeOfWriting;

    OutputFunction(RowEncoder<T> encoder, KeyEncoder<T> keys, RowKind<T> kind, boolean timeOfWriting) {
        this.encoder = encoder;
        this.keys = keys;
        this.kind = kind;
        this.timeOfWriting = timeOfWriting;
    }

    @Override
    public OutputRecord map(T row) {
        return new OutputRecord(
                keys.encode(row), encoder.encode(row), timeOfWriting ? OutputRecord.NOW : kind.time(row));
    }
}
