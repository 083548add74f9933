package io.tidemark.spec;

import io.tidemark.event.FieldType;
import io.tidemark.event.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the expressions of a specification; what SQL is is known to whoever implements it. */
public interface ExpressionChecker {
    /**
     * @param problems everything wrong with the text; paths are empty, places are inside the text
     * @param type the type of its value; null if it has an error
     */
    record Checked(List<Problem> problems, @Nullable FieldType type) {}

    /** Checks a condition over the fields of {@code schema}: it must be boolean. */
    Checked condition(String text, Schema schema);

    /**
     * Checks a condition of a pattern's step: over the fields of {@code schema}, and those of the last events of earlier
     * steps, {@code STEP.field}.
     */
    Checked stepCondition(String text, Schema schema, List<String> steps);

    /** Checks an expression over aggregates of the fields of {@code schema}. */
    Checked aggregate(String text, Schema schema, double accuracy);
}
