package io.tidemark.cli;

import io.tidemark.spec.Durations;
import java.time.Duration;

/** Durations on the command line, written as in a pipeline file. */
final class DurationOption {
    private DurationOption() {}

    /**
     * The duration {@code text}.
     *
     * @throws UserError if it is none, or not above zero
     */
    static Duration parse(String option, String text) {
        try {
            Duration duration = Durations.parse(text);
            if (duration.isNegative() || duration.isZero()) {
                throw new UserError(
                        ExitCodes.INVALID, option + " " + text + "; allowed is a duration above 0, such as 60s");
            }
            return duration;
        } catch (IllegalArgumentException e) {
            throw new UserError(ExitCodes.INVALID, option + ": " + OneLine.of(e.getMessage()), e);
        }
    }
}
