package io.tidemark.aggregate;

import org.jspecify.annotations.Nullable;

/**
 * What is known of the values of one input. Equal multisets of values give equal bytes, whatever the order of adding and
 * merging.
 */
sealed interface Accumulator
        permits CountAccumulator, LongMoments, DoubleMoments, DecimalMoments, ExtremesAccumulator, QuantileAccumulator {
    /** Adds one value of the input's type. */
    void add(Object value);

    /** Adds all that {@code from}, of the same kind, holds; it stays as it is and shares nothing with this. */
    void merge(Accumulator from);

    /**
     * Takes all that {@code part}, of the same kind, holds away from this, which was given it before.
     *
     * @return false if what is left cannot be told, such as the least value without what was the least: this is of no use
     *     any more then
     */
    boolean subtract(Accumulator part);

    /**
     * Reads a result; null if it is undefined.
     *
     * @param quantile 0 to 1, for {@link Reading#QUANTILE} only
     * @throws AggregateOverflowException if the result does not fit its type
     */
    @Nullable
    Object result(Reading reading, double quantile);

    /** A copy that shares nothing with this. */
    Accumulator copy();

    /** About how many bytes it takes on the heap. */
    int heapBytes();

    /** Writes the canonical bytes. Changes nothing, as a checkpoint may write while others read. */
    void write(CompactOutput out);
}
