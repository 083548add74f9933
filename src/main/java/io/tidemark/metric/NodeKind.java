package io.tidemark.metric;

import java.util.List;
import java.util.Locale;

/** The kinds of nodes that have a line in the ledger: what comes in is the sum of what becomes of it. */
public enum NodeKind {
    /** A source. */
    SOURCE(Column.READ, Column.PASSED, Column.REJECTED, Column.SKIPPED),
    /** A window. */
    WINDOW(Column.IN, Column.COUNTED, Column.FILTERED, Column.LATE, Column.FAILED),
    /** An alert. */
    ALERT(Column.IN, Column.SEEN, Column.LATE, Column.FAILED);

    private final Column total;
    private final List<Column> parts;

    NodeKind(Column total, Column... parts) {
        this.total = total;
        this.parts = List.of(parts);
    }

    /** The word for it, such as {@code window}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What comes in. */
    public Column total() {
        return total;
    }

    /** What becomes of it, in the order of the line. */
    public List<Column> parts() {
        return parts;
    }
}
