package io.tidemark.cli;

import io.tidemark.connector.ScriptGate;
import io.tidemark.connector.ScriptStep;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.jspecify.annotations.Nullable;

/** Watches the job of a fixture: takes a snapshot where the script stops for one, and ends the job where it must restart. */
final class FixtureProgress {
    private static final long LOOK_EVERY_MS = 5;

    private final JobClient job;
    private final ScriptGate gate;
    private final Path snapshots;
    private @Nullable String snapshot;

    /** @param snapshots the folder for snapshots */
    FixtureProgress(JobClient job, ScriptGate gate, Path snapshots) {
        this.job = job;
        this.gate = gate;
        this.snapshots = snapshots;
    }

    /** The newest snapshot, or null. */
    @Nullable
    String snapshot() {
        return snapshot;
    }

    /**
     * Follows the job to its end or to a restart.
     *
     * @param from the snapshot that the job was started from, or null
     * @return whether the job has ended; else it was stopped and must be started again from {@link #snapshot()}
     * @throws ExecutionException if the job failed
     */
    boolean run(@Nullable String from) throws ExecutionException, InterruptedException {
        snapshot = from;
        CompletableFuture<?> result = job.getJobExecutionResult();
        while (true) {
            try {
                result.get(LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
                return true;
            } catch (TimeoutException e) {
                ScriptGate.Stop stop = gate.stop();
                if (stop != null && stop.step() instanceof ScriptStep.Restore) {
                    cancel();
                    gate.letThrough(stop);
                    return false;
                }
                if (stop != null && checkpoint()) {
                    gate.letThrough(stop);
                }
            }
        }
    }

    /** Ends the job and waits until it has ended; a cancelled job has no result. */
    private void cancel() throws InterruptedException {
        try {
            job.cancel().get();
            job.getJobExecutionResult().get();
        } catch (ExecutionException | RuntimeException e) {
            // It has ended, which is what was wanted.
        }
    }

    /** Takes a snapshot; whether there is one: as long as parts of the job are starting, there cannot be. */
    private boolean checkpoint() throws ExecutionException, InterruptedException {
        try {
            snapshot = job.triggerSavepoint(snapshots.toUri().toString(), SavepointFormatType.CANONICAL)
                    .get();
            return true;
        } catch (ExecutionException e) {
            if (OneLine.rootCause(e).contains(CheckpointFailureReason.NOT_ALL_REQUIRED_TASKS_RUNNING.message())) {
                return false;
            }
            throw e;
        }
    }
}
