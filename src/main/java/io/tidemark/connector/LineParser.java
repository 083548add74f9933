package io.tidemark.connector;

import io.tidemark.event.Origin;
import io.tidemark.event.RawRecord;
import java.io.Serializable;
import java.util.Map;

/** Makes a raw record of a line of a file; never throws for what is wrong with the line. */
@FunctionalInterface
public interface LineParser extends Serializable {
    /** The line is the record's value, as it stands; it has no key, time or headers. */
    LineParser PLAIN = (line, origin) -> new RawRecord(line, null, null, Map.of(), origin);

    /** The record of a line that was read at {@code origin}. */
    RawRecord parse(byte[] line, Origin origin);
}
