package io.tidemark.cli;

import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import sun.misc.Signal;

/** Ctrl-C (and TERM): the first stops the job with a savepoint, the second ends the process at once. */
final class Interruption {
    private static final long SAVEPOINT_TIMEOUT_S = 120;
    private static final int KILLED = 130;

    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final Runnable stop;

    private Interruption(Runnable stop) {
        this.stop = stop;
        Signal.handle(new Signal("INT"), signal -> interrupt());
        Signal.handle(new Signal("TERM"), signal -> interrupt());
    }

    /** Stops {@code job} with a savepoint below {@code savepoints}. */
    static Interruption stopsWithSavepoint(JobClient job, Path savepoints) {
        return new Interruption(() -> stop(job, savepoints));
    }

    /** Runs {@code stop} at the first interruption. */
    static Interruption runs(Runnable stop) {
        return new Interruption(stop);
    }

    /** Whether the user has asked to stop. */
    boolean interrupted() {
        return interrupted.get();
    }

    private void interrupt() {
        if (!interrupted.compareAndSet(false, true)) {
            Runtime.getRuntime().halt(KILLED);
        }
        Thread thread = new Thread(stop, "stop");
        thread.setDaemon(true);
        thread.start();
    }

    private static void stop(JobClient job, Path savepoints) {
        System.err.println("stopping with a savepoint; Ctrl-C again ends at once");
        try {
            String savepoint = job.stopWithSavepoint(
                            false, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
                    .get(SAVEPOINT_TIMEOUT_S, TimeUnit.SECONDS);
            System.err.println("stopped; the next run goes on from "
                    + Path.of(java.net.URI.create(savepoint)).getFileName());
        } catch (ExecutionException | TimeoutException e) {
            System.err.println("no savepoint could be taken (" + OneLine.rootCause(e)
                    + "); the next run goes on from the last checkpoint");
            job.cancel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
