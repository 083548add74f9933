package io.tidemark.cli;

import java.util.Locale;

/** Why a job could not start or did not end well, in one line. */
final class JobFailure {
    private JobFailure() {}

    /** The failure as the user's error, with the exit code that fits. */
    static UserError of(Throwable failure) {
        String cause = OneLine.rootCause(failure);
        for (Throwable at = failure; at != null; at = at.getCause()) {
            String message = String.valueOf(at.getMessage()).toLowerCase(Locale.ROOT);
            if (message.contains("cannot map checkpoint/savepoint state")
                    || message.contains("failed to rollback to checkpoint/savepoint")) {
                return new UserError(
                        ExitCodes.STATE_LOST,
                        "the state of the earlier run does not fit this pipeline: " + OneLine.of(at.getMessage())
                                + "; --fresh starts anew without it",
                        failure);
            }
        }
        return new UserError(ExitCodes.FAILED, "the job failed: " + cause, failure);
    }
}
