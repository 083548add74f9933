package io.tidemark.spec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the problems of one specification, save those that a reader has reported already. */
final class Findings {
    private final List<Problem> problems = new ArrayList<>();
    private final Gaps gaps;

    Findings(Gaps gaps) {
        this.gaps = gaps;
    }

    Gaps gaps() {
        return gaps;
    }

    List<Problem> problems() {
        return List.copyOf(problems);
    }

    void error(String path, String message) {
        add(Problem.error(path, message));
    }

    /** An error of a collection that has too little in it, unless its items are errors of their own. */
    void emptyError(String path, String message) {
        if (!gaps.touch(path)) {
            error(path, message);
        }
    }

    void nameError(String path, String message) {
        add(Problem.ofName(path, message));
    }

    void value(String path, Optional<String> problem) {
        problem.ifPresent(message -> error(path, message));
    }

    void name(String path, Optional<String> problem) {
        problem.ifPresent(message -> nameError(path, message));
    }

    void warning(String path, String message) {
        add(Problem.warning(path, message));
    }

    /** Adds what was found inside the text at {@code path}. */
    void inside(String path, List<Problem> found) {
        for (Problem problem : found) {
            add(new Problem(path, problem.message(), problem.warning(), problem.line(), problem.column()));
        }
    }

    /** A duration that must be more than zero. */
    void positive(String path, Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            error(path, "is " + Durations.format(duration) + "; more than 0s");
        } else {
            notTooLong(path, duration);
        }
    }

    /** A duration that may be zero. */
    void notNegative(String path, Duration duration) {
        if (duration.isNegative()) {
            error(path, "is " + Durations.format(duration) + "; 0s or more");
        } else {
            notTooLong(path, duration);
        }
    }

    private void notTooLong(String path, Duration duration) {
        if (duration.compareTo(Durations.LONGEST) > 0) {
            error(path, "is too long; at most " + Durations.format(Durations.LONGEST));
        } else if (duration.getNano() % 1_000_000 != 0) {
            error(path, "is finer than a millisecond; whole milliseconds");
        }
    }

    private void add(Problem problem) {
        if (!gaps.cover(problem.path())) {
            problems.add(problem);
        }
    }
}
