package io.tidemark.cli;

/** What the exit codes of all commands mean. */
final class ExitCodes {
    /** Done. */
    static final int OK = 0;

    /** The job failed, or something it needs is missing. */
    static final int FAILED = 1;

    /** An invalid pipeline, or wrong usage. */
    static final int INVALID = 2;

    /** The ledger does not add up. */
    static final int LEDGER = 3;

    /** State of an earlier run would be lost. */
    static final int STATE_LOST = 4;

    private ExitCodes() {}
}
