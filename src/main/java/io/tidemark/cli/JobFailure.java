package io.tidemark.cli;

import io.tidemark.job.WindowMeanings;
import java.util.Locale;
import java.util.Optional;
import org.apache.flink.util.StateMigrationException;
import org.jspecify.annotations.Nullable;

/** Why a job could not start or did not end well, in one line. */
final class JobFailure {
    private JobFailure() {}

    /** The failure as the user's error, with the exit code that fits. */
    static UserError of(Throwable failure) {
        return misfit(failure)
                .orElseGet(() ->
                        new UserError(ExitCodes.FAILED, "the job failed: " + OneLine.rootCause(failure), failure));
    }

    /** The failure as the user's error if it is one of state that does not fit the pipeline. */
    static Optional<UserError> misfit(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            Optional<String> window = WindowMeanings.misfit(at);
            if (window.isPresent()) {
                return Optional.of(stateLost(window.get(), failure));
            }
            String message = String.valueOf(at.getMessage()).toLowerCase(Locale.ROOT);
            if (message.contains("cannot map checkpoint/savepoint state")) {
                return Optional.of(stateLost("a node that has state is gone or has another name", failure));
            }
            if (at instanceof StateMigrationException
                    || message.contains("must not be incompatible with the old")
                    || message.contains("failed to rollback to checkpoint/savepoint")) {
                return Optional.of(stateLost("a field, a window's key or an aggregate has changed", failure));
            }
        }
        return Optional.empty();
    }

    /** The error that the state of the earlier run does not fit. */
    static UserError stateLost(String why, @Nullable Throwable failure) {
        String message = "the state of the earlier run does not fit this pipeline: " + why
                + "; undo the change, or --fresh starts anew without that state";
        return failure == null
                ? new UserError(ExitCodes.STATE_LOST, message)
                : new UserError(ExitCodes.STATE_LOST, message, failure);
    }
}
