package io.tidemark.alert;

import io.tidemark.event.AlertState;
import io.tidemark.event.EvidenceValues;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a form of alert has found out about a key.
 *
 * @param state what it says
 * @param since where it began, milliseconds since the epoch; the same when it is resolved
 * @param at event time of the decision, milliseconds since the epoch
 * @param evidence what it was decided on, in the form of {@link EvidenceValues}
 * @param position in a replay, the position of the causing record; 0 if time alone or a window's row caused it
 * @param reason why it is resolved other than by its condition, or null
 * @param pair tells several alerts of one key and beginning apart, or null
 * @param severity in place of the alert's own, or null
 * @param fields what a message can name beside key and evidence
 */
public record Decision(
        AlertState state,
        long since,
        long at,
        Map<String, @Nullable Object> evidence,
        long position,
        @Nullable String reason,
        @Nullable String pair,
        @Nullable String severity,
        Map<String, @Nullable Object> fields) {

    /** A decision without reason, pair, severity and fields of its own. */
    public static Decision of(
            AlertState state, long since, long at, Map<String, @Nullable Object> evidence, long position) {
        return new Decision(state, since, at, evidence, position, null, null, null, Map.of());
    }

    /** The same for {@code why}. */
    public Decision because(String why) {
        return new Decision(state, since, at, evidence, position, why, pair, severity, fields);
    }

    /** The same for one of several pairs. */
    public Decision ofPair(String name, @Nullable String ownSeverity) {
        return new Decision(state, since, at, evidence, position, reason, name, ownSeverity, fields);
    }

    /** The same with more that a message can name. */
    public Decision with(Map<String, @Nullable Object> more) {
        return new Decision(state, since, at, evidence, position, reason, pair, severity, more);
    }
}
