package io.tidemark.sql;

import io.tidemark.event.Row;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * One step of a compiled expression. Nodes are immutable and hold no state between rows, so that threads may share
 * them; their {@code toString} is a digest: equal digests mean equal values for every row.
 */
interface Node extends Serializable {
    /**
     * The value for {@code row}, of the Java class of the node's type, or null.
     *
     * @throws EvaluationException or ArithmeticException if there is no value
     */
    @Nullable
    Object eval(Row row);
}
