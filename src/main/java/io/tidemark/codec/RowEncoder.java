package io.tidemark.codec;

import java.io.Serializable;

/** Turns a row into UTF-8 JSON. One instance is used by one thread. */
@FunctionalInterface
public interface RowEncoder<T> extends Serializable {
    /** The row as one JSON object, without a line end. */
    byte[] encode(T row);
}
