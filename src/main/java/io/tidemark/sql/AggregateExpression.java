package io.tidemark.sql;

import io.tidemark.event.FieldType;
import java.io.Serializable;
import java.util.List;

/** A compiled expression over aggregate functions, such as {@code sum(a) / count(*)}. Immutable. */
public final class AggregateExpression implements Serializable {
    private static final long serialVersionUID = 1;

    private final List<AggregateCall> calls;
    private final Expression outer;

    AggregateExpression(List<AggregateCall> calls, Expression outer) {
        this.calls = List.copyOf(calls);
        this.outer = outer;
    }

    /** The aggregate calls, each different from the others; at least one. */
    public List<AggregateCall> calls() {
        return calls;
    }

    /** What is made of the calls' results: its row has the result of {@code calls().get(i)} at {@code i}. */
    public Expression outer() {
        return outer;
    }

    /** The type of the value. */
    public FieldType type() {
        return outer.type();
    }
}
