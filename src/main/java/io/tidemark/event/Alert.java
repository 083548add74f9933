package io.tidemark.event;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One alert: that a condition has begun to hold for a key, that it holds no more, or that a pattern was found. Immutable;
 * the maps keep their order and are not copied.
 *
 * <p>Values in {@code evidence} are of the classes that {@link FieldType#LIST} allows for its elements: {@code String},
 * {@code Long}, {@code Double}, {@code Boolean}, {@code BigDecimal}, {@code Instant} for timestamps (so that they can be
 * told from longs), {@code List}s and {@code Map<String, …>}s of these, and null. See {@link EvidenceValues}.
 *
 * @param alert the node's name
 * @param id the same for a firing alert and its resolution, and for a repeat; see {@link AlertIds}
 * @param state what it says
 * @param key the key fields with their types; empty for a global alert
 * @param severity as given in the pipeline, or null
 * @param at event time of the decision, milliseconds since the epoch
 * @param since where it began, milliseconds since the epoch
 * @param reason why it was resolved other than by its condition, such as {@code stale}; or null
 * @param message one line for a person, or null
 * @param labels as given in the pipeline
 * @param evidence what it was decided on
 * @param position in a replay, the position of the causing record; 0 if time alone or a window's row caused it
 */
public record Alert(
        String alert,
        String id,
        AlertState state,
        NamedValues key,
        @Nullable String severity,
        long at,
        long since,
        @Nullable String reason,
        @Nullable String message,
        Map<String, String> labels,
        Map<String, @Nullable Object> evidence,
        long position) {

    /** The key's values, for grouping. */
    public Key groupingKey() {
        return Key.of(key.values().clone());
    }
}
