package io.tidemark.sql;

/** An expression has no value for one row: division by zero, overflow, a cast that fails. One line, no stack trace. */
public final class EvaluationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A failure with its reason, on one line. */
    public EvaluationException(String message) {
        super(message, null, false, false);
    }
}
