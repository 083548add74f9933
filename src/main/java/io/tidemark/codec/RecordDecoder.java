package io.tidemark.codec;

import io.tidemark.event.Decoded;
import io.tidemark.event.RawRecord;
import java.io.Serializable;

/** Turns a raw record into an event or a rejection. One instance is used by one thread. */
@FunctionalInterface
public interface RecordDecoder extends Serializable {
    /** Decodes one record; never throws for what is wrong with the record. */
    Decoded decode(RawRecord record);
}
