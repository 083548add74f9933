package io.tidemark.job;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.spec.SinkSpec;
import io.tidemark.spec.SourceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Ends whose source task throws once, when it was told to: behind so many more records. One job at a time. */
record FailingEnds(PipelineEnds ends) implements PipelineEnds {
    private static final AtomicInteger RECORDS_LEFT = new AtomicInteger();
    private static final AtomicInteger FAILURES = new AtomicInteger();
    private static final List<Read> READS = new ArrayList<>();

    /** An event that was read, in the order in which those of all sources were. */
    record Read(String source, long time) {}

    /** What was read so far. */
    static List<Read> reads() {
        synchronized (READS) {
            return List.copyOf(READS);
        }
    }

    /** Forgets failures of before. */
    static void disarm() {
        RECORDS_LEFT.set(0);
        FAILURES.set(0);
        synchronized (READS) {
            READS.clear();
        }
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
        return Parallel.alike(decoded.map(new ThrowsOnce(source.name()), decoded.getType()), decoded)
                .uid("fails-once-" + source.name());
    }

    @Override
    public void write(Uids uids, SinkSpec sink, List<NodeStream> from) {
        ends.write(uids, sink, from);
    }

    private static final class ThrowsOnce implements MapFunction<Decoded, Decoded> {
        private static final long serialVersionUID = 1;

        private final String source;

        ThrowsOnce(String source) {
            this.source = source;
        }

        @Override
        public Decoded map(Decoded decoded) {
            if (RECORDS_LEFT.get() > 0 && RECORDS_LEFT.decrementAndGet() == 0) {
                FAILURES.incrementAndGet();
                throw new IllegalStateException("the test wants it so");
            }
            Event event = decoded.event();
            if (event != null) {
                synchronized (READS) {
                    READS.add(new Read(source, event.time()));
                }
            }
            return decoded;
        }
    }
}
