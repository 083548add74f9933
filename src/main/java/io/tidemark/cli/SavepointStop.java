package io.tidemark.cli;

import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;

/** Stops a job with a savepoint and says where it is. */
final class SavepointStop implements Runnable {
    private static final long TIMEOUT_S = 120;

    private final JobClient job;
    private final Path savepoints;
    private volatile boolean taken;

    SavepointStop(JobClient job, Path savepoints) {
        this.job = job;
        this.savepoints = savepoints;
    }

    /** Whether the job was stopped with a savepoint. */
    boolean taken() {
        return taken;
    }

    @Override
    public void run() {
        System.err.println("stopping with a savepoint; Ctrl-C again ends at once");
        try {
            String savepoint = job.stopWithSavepoint(
                            false, LocalFlink.address(savepoints), SavepointFormatType.CANONICAL)
                    .get(TIMEOUT_S, TimeUnit.SECONDS);
            taken = true;
            System.err.println("stopped; the next run goes on from " + LocalFlink.path(savepoint));
        } catch (ExecutionException | TimeoutException e) {
            if (job.getJobExecutionResult().isDone()) {
                return; // it has ended by itself, which the command reports
            }
            System.err.println("tidemark: no savepoint could be taken (" + OneLine.rootCause(e)
                    + "); the next run goes on from the newest checkpoint");
            job.cancel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
