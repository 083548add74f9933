package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.window.CutSessions.Session;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.MapState;

/** What is known of the events of the current key's open sessions: an accumulator for each distinct time. */
final class SessionEvents {
    private final MapState<Long, WindowAccumulator> accumulators;
    private final WindowAggregate aggregate;

    SessionEvents(MapState<Long, WindowAccumulator> accumulators, WindowAggregate aggregate) {
        this.accumulators = accumulators;
        this.aggregate = aggregate;
    }

    /** Counts an event, or several of one time. */
    void add(WindowInput input) throws Exception {
        WindowAccumulator there = accumulators.get(input.time());
        accumulators.put(input.time(), aggregate.add(input, there == null ? aggregate.createAccumulator() : there));
    }

    /** All events of {@code session} in an accumulator of its own. */
    WindowAccumulator of(Session session) throws Exception {
        WindowAccumulator all = aggregate.createAccumulator();
        for (Map.Entry<Long, WindowAccumulator> entry : accumulators.entries()) {
            if (holds(session, entry.getKey())) {
                aggregate.merge(all, entry.getValue());
            }
        }
        return all;
    }

    /** Forgets the events of {@code session}. */
    void remove(Session session) throws Exception {
        List<Long> gone = new ArrayList<>();
        for (long time : accumulators.keys()) {
            if (holds(session, time)) {
                gone.add(time);
            }
        }
        for (long time : gone) {
            accumulators.remove(time); // an iterator would leave an empty map behind on the heap
        }
    }

    private static boolean holds(Session session, long time) {
        return session.first() <= time && time <= session.last();
    }

    /** The times of all events, read when first asked for. */
    SessionCut.Times times() {
        return new Held();
    }

    private final class Held implements SessionCut.Times {
        private long[] sorted = new long[0];

        @Override
        public long before(long border) throws Exception {
            return sorted()[indexFrom(border) - 1];
        }

        @Override
        public long from(long border) throws Exception {
            return sorted()[indexFrom(border)];
        }

        private int indexFrom(long border) throws Exception {
            int index = Arrays.binarySearch(sorted(), border);
            return index < 0 ? -index - 1 : index;
        }

        private long[] sorted() throws Exception {
            if (sorted.length == 0) {
                List<Long> times = new ArrayList<>();
                accumulators.keys().forEach(times::add);
                sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
            }
            return sorted;
        }
    }
}
