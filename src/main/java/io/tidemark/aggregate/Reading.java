package io.tidemark.aggregate;

/** What is read from an accumulator. Never in state. */
enum Reading {
    COUNT,
    SUM,
    AVG,
    MIN,
    MAX,
    VARIANCE,
    VARIANCE_POP,
    STDDEV,
    STDDEV_POP,
    QUANTILE;

    IllegalStateException notFrom(Accumulator accumulator) {
        return new IllegalStateException(
                this + " can't be read from a " + accumulator.getClass().getSimpleName());
    }
}
