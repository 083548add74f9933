package io.tidemark.sql;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A function of values: each is an enum constant, declared once with its form, its documentation and its body. */
interface ScalarFunction extends Serializable {
    /** The function's name. */
    String name();

    /** What it takes and gives. */
    FunctionForm form();

    /**
     * The value.
     *
     * @param arguments none of them null, of the form's types, as many as were written
     * @throws EvaluationException or ArithmeticException if there is no value
     */
    @Nullable
    Object apply(Object[] arguments);

    /** The code of a function. */
    interface Body {
        @Nullable
        Object apply(Object[] arguments);
    }
}
