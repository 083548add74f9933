package io.tidemark.sql;

import io.tidemark.event.FieldType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The aggregate functions there are, and what they take. Implemented over package {@code aggregate}. */
public interface AggregateCatalog {
    /** The names of all functions, in lower case, such as {@code count} and {@code p99}. */
    Set<String> names();

    /**
     * What is wrong with a function that is none of {@link #names()}, one line; null if nothing better is known than that
     * it is not there. A near miss of a name is found without this.
     */
    default @Nullable String advice(String function) {
        return null;
    }

    /** The names there are, for messages: {@code ; there are avg, count, …}. */
    default String listed() {
        return Suggestion.listed(names());
    }

    /** The type of a call's result, or what is wrong with the call. */
    Resolution resolve(Signature call);

    /**
     * One call as written.
     *
     * @param function the function's name, in lower case; one of {@link #names()}
     * @param star whether the argument is {@code *}
     * @param distinct whether it says {@code DISTINCT}
     * @param argument the type of the argument, or null for none (also for {@code *})
     * @param parameters the literals after the argument, such as 95 of {@code percentile(x, 95)}
     */
    record Signature(
            String function,
            boolean star,
            boolean distinct,
            @Nullable FieldType argument,
            List<BigDecimal> parameters) {}

    /** Which part of a call is wrong. */
    enum Part {
        /** The call as a whole: reported at the function's name. */
        CALL,
        /** The argument. */
        ARGUMENT,
        /** The first parameter. */
        PARAMETER
    }

    /**
     * Exactly one of {@code type} and {@code error} is set.
     *
     * @param type the type of the result
     * @param error what is wrong; what is allowed, on one line
     * @param part what the error is about
     */
    record Resolution(@Nullable FieldType type, @Nullable String error, Part part) {
        /** A good call. */
        public static Resolution of(FieldType type) {
            return new Resolution(type, null, Part.CALL);
        }

        /** A wrong call. */
        public static Resolution error(Part part, String error) {
            return new Resolution(null, error, part);
        }
    }
}
