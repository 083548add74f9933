package io.tidemark.job;

import io.tidemark.codec.KeyEncoder;
import io.tidemark.codec.RowEncoder;
import io.tidemark.event.ReplayRow;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.functions.MapFunction;

/** A row to its JSON and its place in the order of a replay. */
final class ReplayFunction<T> implements MapFunction<T, ReplayRow> {
    private static final long serialVersionUID = 1;

    private final String node;
    private final RowEncoder<T> encoder;
    private final KeyEncoder<T> keys;
    private final RowKind<T> kind;

    ReplayFunction(String node, RowEncoder<T> encoder, KeyEncoder<T> keys, RowKind<T> kind) {
        this.node = node;
        this.encoder = encoder;
        this.keys = keys;
        this.kind = kind;
    }

    @Override
    public ReplayRow map(T row) {
        ReplayRow out = new ReplayRow();
        out.node = node;
        byte[] key = keys.encode(row);
        out.key = key == null ? "" : new String(key, StandardCharsets.UTF_8);
        kind.order(row, out);
        out.json = new String(encoder.encode(row), StandardCharsets.UTF_8);
        return out;
    }
}
