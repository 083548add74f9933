package io.tidemark.job;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Decoded;
import io.tidemark.event.RawRecord;
import io.tidemark.event.Schema;
import io.tidemark.time.TimeGuard;

/** What a source does with a raw record: decode it, then refuse an implausible time. */
final class SourceDecoder implements RecordDecoder {
    private static final long serialVersionUID = 1;

    private final RecordDecoder decoder;
    private final TimeGuard guard;
    private final Schema schema;
    private final String node;

    SourceDecoder(RecordDecoder decoder, TimeGuard guard, Schema schema, String node) {
        this.decoder = decoder;
        this.schema = schema;
        this.node = node;
        this.guard = guard;
    }

    @Override
    public Decoded decode(RawRecord record) {
        return guard.check(decoder.decode(record), schema, node);
    }
}
