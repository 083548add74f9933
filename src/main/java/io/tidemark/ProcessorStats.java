package io.tidemark;

import io.tidemark.metric.Column;
import io.tidemark.metric.Ledger;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.flink.core.execution.JobClient;

/**
 * What the processors of a running job have counted since it started or was last restarted, as of its last heartbeat
 * (10 s by default). {@code read = accepted + rejected}, and {@code in = counted + filtered + late + failed} once all
 * windows have fired.
 */
public final class ProcessorStats {
    private final Map<String, Object> accumulators;

    private ProcessorStats(Map<String, Object> accumulators) {
        this.accumulators = accumulators;
    }

    /**
     * Reads the counters of the job.
     *
     * @throws IllegalStateException if the job cannot be asked, such as when its cluster is gone
     */
    public static ProcessorStats of(JobClient job) {
        try {
            return new ProcessorStats(job.getAccumulators().get());
        } catch (ExecutionException | RuntimeException e) {
            throw new IllegalStateException("the job cannot be asked for its counters: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking the job for its counters", e);
        }
    }

    /** Objects that came to the processor called {@code name}. */
    public long read(String name) {
        return Ledger.count(name, Column.READ, accumulators);
    }

    /** Objects without an event time, or for which an extractor failed. */
    public long rejected(String name) {
        return Ledger.count(name, Column.REJECTED, accumulators);
    }

    /** Events that came to the window. */
    public long in(String name) {
        return Ledger.count(name, Column.IN, accumulators);
    }

    /** Events counted in rows that came out; those of open windows are not in it yet. */
    public long counted(String name) {
        return Ledger.count(name, Column.COUNTED, accumulators);
    }

    /** Events that did not meet the filter. */
    public long filtered(String name) {
        return Ledger.count(name, Column.FILTERED, accumulators);
    }

    /** Events that came after all their windows had closed. */
    public long late(String name) {
        return Ledger.count(name, Column.LATE, accumulators);
    }

    /** Events for which an expression failed. */
    public long failed(String name) {
        return Ledger.count(name, Column.FAILED, accumulators);
    }
}
