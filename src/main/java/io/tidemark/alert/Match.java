package io.tidemark.alert;

import io.tidemark.event.Event;
import java.util.List;
import java.util.Map;

/**
 * A match of a pattern.
 *
 * @param events the events of each step that has any, in the order of the steps
 * @param since the time of the first event, milliseconds since the epoch
 * @param at when it was decided: the time of the last event, or the first + {@code within} where a {@code not} ends the
 *     pattern
 */
public record Match(Map<String, List<Event>> events, long since, long at) {}
