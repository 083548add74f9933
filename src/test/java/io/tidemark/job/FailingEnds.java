package io.tidemark.job;

import io.tidemark.event.Decoded;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Ends whose source task throws once, when it was told to: behind so many more records. One job at a time. */
record FailingEnds(PipelineEnds ends) implements PipelineEnds {
    private static final AtomicInteger RECORDS_LEFT = new AtomicInteger();
    private static final AtomicInteger FAILURES = new AtomicInteger();

    /** Forgets failures of before. */
    static void disarm() {
        RECORDS_LEFT.set(0);
        FAILURES.set(0);
    }

    /** The record after {@code records} further ones makes the task fail. */
    static void failAfter(int records) {
        RECORDS_LEFT.set(records + 1);
    }

    /** How often a task has failed. */
    static int failures() {
        return FAILURES.get();
    }

    @Override
    public DataStream<Decoded> open(Uids uids, SourceSpec source) {
        DataStream<Decoded> decoded = ends.open(uids, source);
        return Parallel.alike(decoded.map(new ThrowsOnce(), decoded.getType()), decoded)
                .uid("fails-once-" + source.name());
    }

    @Override
    public void write(Uids uids, SinkSpec sink, List<NodeStream> from) {
        ends.write(uids, sink, from);
    }

    private static final class ThrowsOnce implements MapFunction<Decoded, Decoded> {
        private static final long serialVersionUID = 1;

        @Override
        public Decoded map(Decoded decoded) {
            if (RECORDS_LEFT.get() > 0 && RECORDS_LEFT.decrementAndGet() == 0) {
                FAILURES.incrementAndGet();
                throw new IllegalStateException("the test wants it so");
            }
            return decoded;
        }
    }
}
