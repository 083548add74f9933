package io.tidemark.window;

import io.tidemark.spec.WindowSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the contract says a window does, written down as plainly as can be: each window of each key keeps its own list of
 * events. Rows are texts of the form that {@link WindowScript} gives the operator's.
 */
final class WindowModel {
    /** One event. */
    record Given(
            long position,
            long time,
            @Nullable String key,
            @Nullable Long n,
            @Nullable Double v) {}

    /** A window, or a session, of a key. */
    private static final class Window {
        final @Nullable String key;
        long start;
        long end;
        final List<Given> events = new ArrayList<>();
        int revision;
        int lastRowCount;

        Window(@Nullable String key, long start, long end) {
            this.key = key;
            this.start = start;
            this.end = end;
        }
    }

    private final WindowSpec spec;
    private final long lateness;
    private final boolean whenClosed;
    private final List<Window> windows = new ArrayList<>();
    private final List<String> rows = new ArrayList<>();
    private final List<Long> late = new ArrayList<>();
    private long time = Long.MIN_VALUE;
    private long counted;

    WindowModel(WindowSpec spec) {
        this.spec = spec;
        this.lateness = spec.allowedLateness().toMillis();
        this.whenClosed = spec.emit() == WindowSpec.Emit.FINAL;
    }

    List<String> rows() {
        return rows;
    }

    List<Long> late() {
        return late;
    }

    long counted() {
        return counted;
    }

    void event(Given event) {
        List<Window> own = spec.assigner() instanceof WindowSpec.Session session
                ? sessions(event, session.gap().toMillis())
                : aligned(event);
        if (own.isEmpty()) {
            late.add(event.position());
            return;
        }
        counted++;
        for (Window window : own) {
            window.events.add(event);
            if (!whenClosed && window.end - 1 <= time) {
                row(window, "late", window.events);
            }
        }
    }

    private boolean closed(long end) {
        return end - 1 + lateness <= time;
    }

    private List<Window> aligned(Given event) {
        List<Window> own = new ArrayList<>();
        for (long[] bounds : bounds(event.time())) {
            if (closed(bounds[1])) {
                continue;
            }
            Window found = windows.stream()
                    .filter(window -> Objects.equals(window.key, event.key())
                            && window.start == bounds[0]
                            && window.end == bounds[1])
                    .findFirst()
                    .orElse(null);
            if (found == null) {
                found = new Window(event.key(), bounds[0], bounds[1]);
                windows.add(found);
            }
            own.add(found);
        }
        return own;
    }

    private List<long[]> bounds(long at) {
        List<long[]> bounds = new ArrayList<>();
        if (spec.assigner() instanceof WindowSpec.Cumulative cumulative) {
            long size = cumulative.size().toMillis();
            long start = Math.floorDiv(at, size) * size;
            for (long end = start + cumulative.every().toMillis();
                    end <= start + size;
                    end += cumulative.every().toMillis()) {
                if (at < end) {
                    bounds.add(new long[] {start, end});
                }
            }
            return bounds;
        }
        long size;
        long every;
        long offset;
        if (spec.assigner() instanceof WindowSpec.Hopping hopping) {
            size = hopping.size().toMillis();
            every = hopping.every().toMillis();
            offset = hopping.offset().toMillis();
        } else {
            WindowSpec.Tumbling tumbling = (WindowSpec.Tumbling) spec.assigner();
            size = tumbling.size().toMillis();
            every = size;
            offset = tumbling.offset().toMillis();
        }
        for (long start = Math.floorDiv(at - offset, every) * every + offset; start + size > at; start -= every) {
            bounds.add(0, new long[] {start, start + size});
        }
        return bounds;
    }

    private List<Window> sessions(Given event, long gap) {
        List<Window> touched = windows.stream()
                .filter(window -> Objects.equals(window.key, event.key()) && !closed(window.end))
                .filter(window -> event.time() <= window.end && window.start <= event.time() + gap)
                .sorted(Comparator.comparingLong(window -> window.start))
                .toList();
        if (touched.isEmpty() && closed(event.time() + gap)) {
            return List.of();
        }
        long start = touched.stream().mapToLong(window -> window.start).min().orElse(event.time());
        long end = touched.stream().mapToLong(window -> window.end).max().orElse(event.time() + gap);
        start = Math.min(start, event.time());
        end = Math.max(end, event.time() + gap);
        if (touched.size() == 1 && touched.get(0).start == start && touched.get(0).end == end) {
            return touched;
        }
        Window joined = new Window(event.key(), start, end);
        for (Window window : touched) {
            if (window.revision > 0) {
                row(window, "withdrawn", window.events);
            }
            joined.events.addAll(window.events);
        }
        windows.removeAll(touched);
        windows.add(joined);
        return List.of(joined);
    }

    void watermark(long to) {
        if (to <= time) {
            return;
        }
        long from = time;
        time = to;
        for (Window window : windows) {
            early(window, from, to);
            long fires = whenClosed ? window.end - 1 + lateness : window.end - 1;
            if (from < fires && fires <= to && (whenClosed || !firedBefore(window))) {
                row(window, whenClosed ? "final" : "on-time", window.events);
            }
        }
        windows.removeIf(window -> closed(window.end));
    }

    /** A session that was put together late has had its row; an aligned window fires when time crosses its end. */
    private boolean firedBefore(Window window) {
        return spec.assigner() instanceof WindowSpec.Session && window.revision > 0;
    }

    private void early(Window window, long from, long to) {
        if (spec.early() == null) {
            return;
        }
        long step = spec.early().toMillis();
        for (long boundary = window.start + step; boundary < window.end; boundary += step) {
            long before = boundary;
            List<Given> events = window.events.stream()
                    .filter(event -> event.time() < before)
                    .toList();
            if (from < boundary - 1 && boundary - 1 <= to && events.size() > window.lastRowCount) {
                row(window, "early", events);
            }
        }
    }

    private void row(Window window, String pane, List<Given> events) {
        window.lastRowCount = events.size();
        rows.add(window.key + " [" + window.start + "," + window.end + ") " + pane + " #" + window.revision++ + " @"
                + time + " " + values(events));
    }

    static Map<String, @Nullable Object> values(List<Given> events) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("count", (long) events.size());
        List<Long> numbers =
                events.stream().map(Given::n).filter(Objects::nonNull).sorted().toList();
        values.put(
                "sum",
                numbers.isEmpty()
                        ? null
                        : numbers.stream().mapToLong(Long::longValue).sum());
        values.put("max", numbers.isEmpty() ? null : numbers.get(numbers.size() - 1));
        values.put("big", numbers.stream().filter(n -> n > 50).count());
        return new TreeMap<>(values);
    }
}
