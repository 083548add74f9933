package io.tidemark.alert;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.flink.cep.nfa.ComputationState;
import org.apache.flink.cep.nfa.NFAState;
import org.apache.flink.cep.nfa.sharedbuffer.EventId;
import org.apache.flink.cep.nfa.sharedbuffer.NodeId;
import org.apache.flink.cep.nfa.sharedbuffer.SharedBufferAccessor;

/**
 * The order in which complete matches of a key come out and skip others: by their first events, then by their last ones,
 * then by the others one by one, so that of two matches the one that took the earlier event, or the same in the earlier
 * step, is first. Flink CEP compares first events alone and leaves the rest to chance.
 */
final class MatchOrder implements Comparator<ComputationState> {
    private final SharedBufferAccessor<?> buffer;
    private final List<String> steps;

    /** @param steps the names of the steps in order */
    MatchOrder(SharedBufferAccessor<?> buffer, List<String> steps) {
        this.buffer = buffer;
        this.steps = steps;
    }

    /** An event in its step. */
    private record Taken(EventId event, int step) implements Comparable<Taken> {
        @Override
        public int compareTo(Taken other) {
            int order = event.compareTo(other.event);
            return order != 0 ? order : Integer.compare(step, other.step);
        }
    }

    @Override
    public int compare(ComputationState one, ComputationState other) {
        int order = NFAState.COMPUTATION_STATE_COMPARATOR.compare(one, other);
        NodeId last = one.getPreviousBufferEntry();
        NodeId otherLast = other.getPreviousBufferEntry();
        if (order != 0 || last == null || otherLast == null) {
            return order;
        }
        order = last.getEventId().compareTo(otherLast.getEventId());
        return order != 0 ? order : compare(events(one), events(other));
    }

    private List<Taken> events(ComputationState match) {
        List<Taken> taken = new ArrayList<>();
        Map<String, List<EventId>> events = buffer.extractPatterns(match.getPreviousBufferEntry(), match.getVersion())
                .get(0);
        events.forEach((step, ids) -> ids.forEach(id -> taken.add(new Taken(id, steps.indexOf(step)))));
        return taken;
    }

    private static int compare(List<Taken> one, List<Taken> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            int order = one.get(i).compareTo(other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.size(), other.size());
    }
}
