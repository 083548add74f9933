package io.tidemark.aggregate;

import org.jspecify.annotations.Nullable;

/** The number of values. */
final class CountAccumulator implements Accumulator {
    private long count;

    @Override
    public void add(Object value) {
        count++;
    }

    @Override
    public void merge(Accumulator from) {
        count += ((CountAccumulator) from).count;
    }

    @Override
    public boolean subtract(Accumulator part) {
        count -= ((CountAccumulator) part).count;
        return true;
    }

    @Override
    public @Nullable Object result(Reading reading, double quantile) {
        if (reading != Reading.COUNT) {
            throw reading.notFrom(this);
        }
        return count;
    }

    @Override
    public Accumulator copy() {
        CountAccumulator copy = new CountAccumulator();
        copy.count = count;
        return copy;
    }

    @Override
    public int heapBytes() {
        return 24;
    }

    @Override
    public void write(CompactOutput out) {
        out.writeUnsigned(count);
    }

    static CountAccumulator read(CompactInput in) {
        CountAccumulator read = new CountAccumulator();
        read.count = in.readUnsigned();
        return read;
    }
}
