package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Event;
import io.tidemark.event.WindowResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What has to be true of the rows of {@link PreAggregationIT}, whatever the order of the events was. */
final class PreAggregationRows {
    private PreAggregationRows() {}

    /**
     * A kind of window. All events of one {@code slice}, which is part of the key, belong to the same windows, so that
     * those that are not late are all in the last of them.
     */
    enum Kind {
        TUMBLING("tumbling: 100ms", 100, 100, 100),
        TUMBLING_EARLY("tumbling: 100ms\n    allowed-lateness: 150ms\n    early: 30ms", 100, 100, 100),
        TUMBLING_FINAL("tumbling: 100ms\n    allowed-lateness: 150ms\n    emit: final", 100, 100, 100),
        HOPPING_EARLY(
                "hopping: { size: 150ms, every: 50ms }\n    allowed-lateness: 120ms\n    early: 20ms", 50, 50, 150),
        CUMULATIVE("cumulative: { size: 200ms, every: 50ms }\n    allowed-lateness: 60ms", 50, 200, 200),
        SESSION("session: 30ms", 0, 0, 0),
        SESSION_LATENESS("session: 30ms\n    allowed-lateness: 120ms", 0, 0, 0),
        SESSION_MAX("session: { gap: 30ms, max: 150ms }\n    allowed-lateness: 60ms", 0, 0, 0);

        private final String text;
        private final long slice;
        private final long step;
        private final long size;

        Kind(String text, long slice, long step, long size) {
            this.text = text;
            this.slice = slice;
            this.step = step;
            this.size = size;
        }

        /** As in a pipeline file. */
        String text() {
            return text;
        }

        boolean isSession() {
            return slice == 0;
        }

        long slice(long time) {
            return isSession() ? 0 : Math.floorDiv(time, slice);
        }

        /** The end of the last window that holds the slice. */
        long lastEnd(long number) {
            return Math.floorDiv(number * slice, step) * step + size;
        }
    }

    /** {@code key, start, end, revision, pane, values}. */
    static String text(WindowResult row) {
        return row.key().get(0) + " " + row.key().get(1) + "|" + row.startMs() + "|" + row.endMs() + "|"
                + row.revision() + "|" + row.pane().word() + "|" + row.value("n") + "|" + row.value("ids") + "|"
                + row.value("squares") + "|" + row.value("big") + " " + row.value("mean") + " " + row.value("p90") + " "
                + row.truncated();
    }

    /** How many events, the sum of their ids and of those squared. */
    private record Sum(long count, long ids, long squares) {
        Sum plus(Sum other) {
            return new Sum(count + other.count, ids + other.ids, squares + other.squares);
        }
    }

    private record Row(String key, long start, long end, int revision, String pane, Sum sum) {
        static Row of(String text) {
            String[] parts = text.split("\\|", -1);
            return new Row(
                    parts[0],
                    Long.parseLong(parts[1]),
                    Long.parseLong(parts[2]),
                    Integer.parseInt(parts[3]),
                    parts[4],
                    new Sum(Long.parseLong(parts[5]), Long.parseLong(parts[6]), Long.parseLong(parts[7])));
        }

        String window() {
            return key + " [" + start + "," + end + ")";
        }
    }

    /** Every event once, in a last row or late; no window twice. */
    static void check(String given, Kind kind, List<List<Event>> events, List<String> texts, List<String> late) {
        assertThat(late).as("late of " + given).doesNotHaveDuplicates();
        List<Row> rows = texts.stream().map(Row::of).toList();
        assertThat(rows.stream().map(row -> row.window() + row.revision()))
                .as("revisions of " + given)
                .doesNotHaveDuplicates();
        assertThat(rows.stream()
                        .filter(row ->
                                row.pane().equals("on-time") || row.pane().equals("final"))
                        .map(Row::window))
                .as("rows on time of " + given)
                .doesNotHaveDuplicates();
        Map<String, Row> last = new HashMap<>();
        for (Row row : rows) {
            last.merge(row.window(), row, (a, b) -> a.revision() > b.revision() ? a : b);
        }
        Map<String, Sum> counted = new HashMap<>();
        for (Row row : last.values()) {
            long slice = Long.parseLong(row.key().substring(row.key().indexOf(' ') + 1));
            if (!row.pane().equals("withdrawn") && (kind.isSession() || row.end() == kind.lastEnd(slice))) {
                counted.merge(row.key(), row.sum(), Sum::plus);
            }
        }
        assertThat(counted).as(given).isEqualTo(expected(events, new HashSet<>(late)));
    }

    private static Map<String, Sum> expected(List<List<Event>> events, Set<String> late) {
        List<Event> all = new ArrayList<>();
        events.forEach(all::addAll);
        return all.stream()
                .filter(event -> !late.contains(String.valueOf(event.get(3))))
                .collect(Collectors.toMap(
                        event -> event.get(1) + " " + event.get(2),
                        event -> {
                            long id = (Long) Objects.requireNonNull(event.get(3));
                            return new Sum(1, id, id * id);
                        },
                        Sum::plus));
    }
}
