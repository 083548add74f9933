package io.tidemark.aggregate;

/** A result does not fit its type; the message is one line. Without a stack trace, since it is a value's fault. */
public final class AggregateOverflowException extends RuntimeException {
    private static final long serialVersionUID = 1;

    AggregateOverflowException(String message) {
        super(message, null, false, false);
    }
}
