package io.tidemark.alert;

import io.tidemark.sql.Expression;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition that holds for some results in a row.
 *
 * @param when the condition
 * @param clear what ends it, or null for {@code when} being not true
 * @param count how many results in a row
 * @param stepMs how far apart the ends of results are that follow each other; 0 if they count as they come
 * @param staleMs a firing key without a result for so long is resolved; 0 for never
 * @param bounds the places of a result's start and end in the input; empty if both are the event's time
 * @param evidence the places of what is told as evidence
 */
public record ThresholdPlan(
        Expression when,
        @Nullable Expression clear,
        long count,
        long stepMs,
        long staleMs,
        List<Integer> bounds,
        List<Integer> evidence)
        implements Serializable {}
