package io.tidemark.sql;

import io.tidemark.event.FieldType;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One aggregate function over the events of a window.
 *
 * @param function the function's name, in lower case
 * @param star whether the argument is {@code *}
 * @param distinct whether equal arguments count once
 * @param argument the argument, over the events' schema; null for none and for {@code *}
 * @param filter the condition an event must meet, or null
 * @param parameters the literals after the argument
 * @param type the type of the result
 * @param argumentDigest {@link Expression#digest()} of the argument; empty if there is none
 * @param filterDigest {@link Expression#digest()} of the filter; empty if there is none
 */
public record AggregateCall(
        String function,
        boolean star,
        boolean distinct,
        @Nullable Expression argument,
        @Nullable Expression filter,
        List<BigDecimal> parameters,
        FieldType type,
        String argumentDigest,
        String filterDigest)
        implements Serializable {

    /** A text that is equal for calls with equal results over every set of events. */
    public String digest() {
        return function + (star ? "(*" : distinct ? "(DISTINCT " : "(") + argumentDigest + ", "
                + parameters.stream().map(BigDecimal::stripTrailingZeros).toList() + ") FILTER " + filterDigest;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AggregateCall call && digest().equals(call.digest());
    }

    @Override
    public int hashCode() {
        return digest().hashCode();
    }
}
