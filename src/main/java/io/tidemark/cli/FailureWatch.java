package io.tidemark.cli;

import java.util.Optional;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.jspecify.annotations.Nullable;

/**
 * Says when a running job fails and starts again, which Flink does by itself and, by default, for ever. A failure that
 * comes again however often, because the state does not fit, ends the job.
 */
final class FailureWatch implements AutoCloseable {
    private static final long EVERY_MS = 500;

    private final LocalJob job;
    private final Thread thread = new Thread(this::watch, "failure-watch");
    private long last = Long.MIN_VALUE;
    private volatile @Nullable UserError misfit;

    /** Watches {@code job} until this is closed. */
    FailureWatch(LocalJob job) {
        this.job = job;
        thread.setDaemon(true);
        thread.start();
    }

    /** Why the job was ended, or null if it was not. */
    @Nullable
    UserError misfit() {
        return misfit;
    }

    private void watch() {
        try {
            while (misfit == null) {
                Thread.sleep(EVERY_MS);
                job.failureItGoesOnFrom().ifPresent(this::report);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void report(ErrorInfo failure) {
        if (failure.getTimestamp() <= last) {
            return;
        }
        last = failure.getTimestamp();
        Throwable cause = failure.getException().deserializeError(FailureWatch.class.getClassLoader());
        Optional<UserError> lost = JobFailure.misfit(cause);
        if (lost.isPresent()) {
            misfit = lost.get();
            job.client().cancel();
        } else {
            System.err.println("tidemark: the job failed and starts again from its newest checkpoint: "
                    + OneLine.rootCause(cause));
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
