package io.tidemark.alert;

/** What may lie between two events of a match. */
public enum Contiguity {
    /** No other event of the key. */
    STRICT,
    /** Others are skipped: the next event is the first that meets the condition. */
    RELAXED,
    /** Others are skipped, those that meet the condition too: any later event that meets it, each in a match of its own. */
    ANY
}
