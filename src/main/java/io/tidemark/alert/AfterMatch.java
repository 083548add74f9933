package io.tidemark.alert;

import java.io.Serializable;
import org.apache.flink.cep.nfa.aftermatch.AfterMatchSkipStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Which matches are left out once one has come out: those that begin before a certain event of it.
 *
 * @param kind how far to skip
 * @param step the step to skip to; set for {@link Kind#TO_FIRST} and {@link Kind#TO_LAST}, else null
 */
public record AfterMatch(Kind kind, @Nullable String step) implements Serializable {
    /** How far to skip. */
    public enum Kind {
        /** No further match has an event of this one or one before as its first. */
        PAST_LAST,
        /** No further match begins with the same event. */
        TO_NEXT,
        /** Every match comes out. */
        NONE,
        /** No further match begins before the first event of {@link AfterMatch#step}. */
        TO_FIRST,
        /** No further match begins before the last event of {@link AfterMatch#step}. */
        TO_LAST
    }

    /** A step is named where it is needed, and only there. */
    public AfterMatch {
        boolean needed = kind == Kind.TO_FIRST || kind == Kind.TO_LAST;
        if (needed != (step != null)) {
            throw new IllegalArgumentException(kind + (needed ? " needs a step" : " takes no step"));
        }
    }

    /** What does the same in Flink CEP; a target that a match lacks, or that is its first event, skips nothing there. */
    AfterMatchSkipStrategy strategy() {
        String target = step == null ? "" : step;
        return switch (kind) {
            case PAST_LAST -> AfterMatchSkipStrategy.skipPastLastEvent();
            case TO_NEXT -> AfterMatchSkipStrategy.skipToNext();
            case NONE -> AfterMatchSkipStrategy.noSkip();
            case TO_FIRST -> AfterMatchSkipStrategy.skipToFirst(target);
            case TO_LAST -> AfterMatchSkipStrategy.skipToLast(target);
        };
    }
}
