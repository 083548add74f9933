package io.tidemark.metric;

import java.util.Locale;

/** What is counted of a node's records: a metric's name, and a column of the ledger. */
public enum Column {
    /** Records that a source read. */
    READ,
    /** Records that became events. */
    PASSED,
    /** Records that were rejected. */
    REJECTED,
    /** Records without content. */
    SKIPPED,
    /** Events that came in. */
    IN,
    /** Events that a window counts, each once. */
    COUNTED,
    /** Events that an alert looked at. */
    SEEN,
    /** Events that a condition left out. */
    FILTERED,
    /** Events that came too late. */
    LATE,
    /** Events for which an expression failed. */
    FAILED,
    /** Alerts that a cooldown held back. */
    SUPPRESSED;

    /** The name of the metric, such as {@code rejected}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
