package io.tidemark.benchmark;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Watches one job of this process: wall clock and CPU from its first record to its last row, and what came out. */
final class Probe {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private static final AtomicLong BEGUN = new AtomicLong();
    private static volatile long begunCpu;
    private static volatile Moment sourceEnded = new Moment(0, 0);
    private static volatile Moment ended = new Moment(0, 0);
    private static final LongAdder ROWS = new LongAdder();
    private static final LongAdder COUNTED = new LongAdder();
    private static final LongAdder HASH = new LongAdder();

    private Probe() {}

    /** Wall clock and process CPU, in nanoseconds. */
    record Moment(long wallNs, long cpuNs) {}

    /**
     * What a job gave.
     *
     * @param took from the first record to the last row
     * @param read from the first record to the last that the source gave
     * @param rows the rows
     * @param counted the sum of their counts
     * @param hash a sum over the rows, equal if they are
     */
    record Outcome(Moment took, Moment read, long rows, long counted, long hash) {}

    static Moment now() {
        return new Moment(System.nanoTime(), SYSTEM.getProcessCpuTime());
    }

    /** Forgets the job before. */
    static void reset() {
        BEGUN.set(0);
        ROWS.reset();
        COUNTED.reset();
        HASH.reset();
    }

    static void begin() {
        Moment now = now();
        if (BEGUN.compareAndSet(0, now.wallNs())) {
            begunCpu = now.cpuNs();
        }
    }

    static void sourceEnded() {
        sourceEnded = now();
    }

    static void ended() {
        ended = now();
    }

    static void row(long count, long hash) {
        ROWS.increment();
        COUNTED.add(count);
        HASH.add(hash);
    }

    static Outcome outcome() {
        return new Outcome(since(ended), since(sourceEnded), ROWS.sum(), COUNTED.sum(), HASH.sum());
    }

    private static Moment since(Moment end) {
        return new Moment(end.wallNs() - BEGUN.get(), end.cpuNs() - begunCpu);
    }
}
