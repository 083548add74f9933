package io.tidemark.cli;

/** Something the user can mend, said in one line each; ends the command with an exit code. */
final class UserError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    UserError(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    UserError(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
