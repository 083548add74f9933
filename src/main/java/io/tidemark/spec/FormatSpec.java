package io.tidemark.spec;

/** How a record is decoded. */
public sealed interface FormatSpec {
    /** One JSON object a record. */
    record Json() implements FormatSpec {}
}
