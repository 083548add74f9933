package io.tidemark.window;

import io.tidemark.aggregate.AggregateFunction;
import io.tidemark.aggregate.AggregateFunctions;
import io.tidemark.sql.AggregateCall;
import io.tidemark.sql.AggregateCatalog;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The aggregate functions, as the SQL compiler asks for them. */
public final class FunctionCatalog implements AggregateCatalog {
    private final double accuracy;

    /** @param accuracy relative error of a percentile's ranks, where a window has more than 256 values */
    public FunctionCatalog(double accuracy) {
        this.accuracy = accuracy;
    }

    @Override
    public Set<String> names() {
        return AggregateFunctions.names();
    }

    @Override
    public @Nullable String advice(String function) {
        return AggregateFunctions.advice(function);
    }

    @Override
    public String listed() {
        return "; there are " + AggregateFunctions.LISTED;
    }

    @Override
    public Resolution resolve(Signature call) {
        try {
            return Resolution.of(AggregateFunctions.resolve(
                            call.function(), call.star(), call.distinct(), call.argument(), call.parameters(), accuracy)
                    .resultType());
        } catch (AggregateFunctions.WrongOperandException e) {
            return Resolution.error(e.isParameter() ? Part.PARAMETER : Part.ARGUMENT, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return Resolution.error(Part.CALL, String.valueOf(e.getMessage()));
        }
    }

    /** The function of a call that {@link #resolve} found good. */
    public AggregateFunction function(AggregateCall call) {
        return AggregateFunctions.resolve(
                call.function(),
                call.star(),
                call.distinct(),
                call.argument() == null ? null : call.argument().type(),
                call.parameters(),
                accuracy);
    }
}
