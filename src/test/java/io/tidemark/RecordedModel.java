package io.tidemark;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the contract says comes out of a replay, computed record by record on one thread: time moves on after each
 * record, rows come in the order they were due. Knows the shape of the pipeline of {@link RecordedReplayIT} only.
 */
final class RecordedModel {
    /** Fields of an event, or why there is none. */
    record Line(
            @Nullable String rejection,
            boolean blank,
            int partition,
            @Nullable Long time,
            @Nullable String service,
            long shard,
            @Nullable Double value,
            long quantity) {}

    /** A window of the pipeline; times in milliseconds. */
    record Window(String name, long size, long offset, long lateness, boolean whenClosed) {}

    private record Row(
            long due, String node, String key, long start, long end, int revision, long position, String text) {}

    private static final Comparator<Row> ORDER = Comparator.comparingLong(Row::due)
            .thenComparing(Row::node)
            .thenComparing(Row::key)
            .thenComparingLong(Row::start)
            .thenComparingLong(Row::end)
            .thenComparingInt(Row::revision)
            .thenComparingLong(Row::position);

    private final long outOfOrderness;
    private final List<Node> nodes;
    private final List<Row> rows = new ArrayList<>();
    private final Map<Integer, Long> partitions = new HashMap<>();
    private long watermark = Long.MIN_VALUE;
    private long readTime = Long.MIN_VALUE;
    private long position;
    private long passed;
    private long rejected;
    private long skipped;

    RecordedModel(long outOfOrderness, List<Window> windows) {
        this.outOfOrderness = outOfOrderness;
        this.nodes = windows.stream().map(Node::new).toList();
    }

    void read(Line line) {
        position++;
        if (line.blank) {
            skipped++;
            return;
        }
        if (line.rejection != null) {
            rejected++;
            side("in", "in.rejected", line, line.rejection, readTime, null);
            return;
        }
        passed++;
        long time = time(line);
        readTime = Math.max(readTime, time);
        nodes.forEach(node -> node.take(line));
        partitions.merge(line.partition, time - outOfOrderness - 1, Math::max);
        long least = partitions.values().stream().mapToLong(it -> it).min().orElseThrow();
        watermark = Math.max(watermark, least);
        nodes.forEach(node -> node.fire("watermark"));
    }

    void end() {
        watermark = Long.MAX_VALUE;
        nodes.forEach(node -> node.fire("end-of-input"));
    }

    List<String> rows() {
        return rows.stream().sorted(ORDER).map(Row::text).toList();
    }

    List<String> ledger() {
        List<String> lines = new ArrayList<>();
        lines.add("in: read " + position + " = passed " + passed + " + rejected " + rejected + " + skipped " + skipped);
        for (Node node : nodes) {
            lines.add(node.window.name + ": in " + passed + " = counted " + node.counted + " + filtered "
                    + node.filtered + " + late " + node.late + " + failed " + node.failed);
        }
        return lines;
    }

    private static long time(Line line) {
        return line.time == null ? Long.MIN_VALUE : line.time;
    }

    /** A side record: who put it out, why, when the event was, what it was behind, and the line it stood on. */
    static String sideText(
            String node, String reason, @Nullable String eventTime, @Nullable String watermark, long line) {
        return node + " " + reason + " at " + eventTime + " behind " + watermark + " line " + line;
    }

    private void side(String name, String node, Line line, String reason, long due, @Nullable Long behind) {
        boolean knowsTime = line.rejection == null || line.rejection.equals("future-time");
        String text = sideText(
                name,
                reason,
                knowsTime ? Instant.ofEpochMilli(time(line)).toString() : null,
                behind == null ? null : Instant.ofEpochMilli(behind).toString(),
                position);
        rows.add(new Row(due, node, "", 0, 0, 0, position, text));
    }

    /** One window of the pipeline with all that is open in it. */
    private final class Node {
        final Window window;
        final Map<String, Open> open = new TreeMap<>();
        long counted;
        long filtered;
        long late;
        long failed;

        Node(Window window) {
            this.window = window;
        }

        void take(Line line) {
            if ("drop".equals(line.service)) {
                filtered++;
                return;
            }
            if (line.quantity == 0) {
                failed++;
                side(window.name, window.name + ".failed", line, "failed", time(line), null);
                return;
            }
            long start = Math.floorDiv(time(line) - window.offset, window.size) * window.size + window.offset;
            long end = start + window.size;
            if (watermark >= end - 1 + window.lateness) {
                late++;
                side(window.name, window.name + ".late", line, "late", readTime, watermark);
                return;
            }
            String service = line.service == null ? "null" : "\"" + line.service + "\"";
            String key = "{\"svc\":" + service + ",\"shard\":" + line.shard + "}";
            Open found = open.computeIfAbsent(key + " " + start, it -> new Open(key, start, end));
            found.add(line);
            counted++;
            if (!window.whenClosed && watermark >= end - 1) {
                put(found, readTime, "late", "watermark");
            }
        }

        void fire(String closedBy) {
            long stay = window.whenClosed ? window.lateness : 0;
            open.values().removeIf(it -> {
                if (!it.fired && watermark >= it.end - 1 + stay) {
                    put(it, it.end - 1 + stay, window.whenClosed ? "final" : "on-time", closedBy);
                }
                return watermark >= it.end - 1 + window.lateness;
            });
        }

        private void put(Open it, long due, String pane, String closedBy) {
            int revision = it.revision++;
            it.fired = true;
            String text = window.name + " " + it.key + " " + Instant.ofEpochMilli(it.start) + " "
                    + Instant.ofEpochMilli(it.end) + " " + it.aggregates() + " " + pane + " " + revision + " "
                    + closedBy;
            rows.add(new Row(due, window.name, it.key, it.start, it.end, revision, 0, text));
        }
    }

    /** The events of one window and key so far. */
    private static final class Open {
        final String key;
        final long start;
        final long end;
        private final List<Double> values = new ArrayList<>();
        private long count;
        private long high;
        private long inverse;
        int revision;
        boolean fired;

        Open(String key, long start, long end) {
            this.key = key;
            this.start = start;
            this.end = end;
        }

        void add(Line line) {
            count++;
            inverse += 100 / line.quantity;
            if (line.value != null) {
                values.add(line.value);
                high += line.value >= 50 ? 1 : 0;
            }
        }

        /** In the order of the pipeline: count, count of values, sum, least, greatest, median, high ones, inverse. */
        String aggregates() {
            if (values.isEmpty()) {
                return List.of(count, 0, "null", "null", "null", "null", high, inverse)
                        .toString();
            }
            List<Double> sorted = values.stream().sorted().toList();
            BigDecimal sum = values.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
            int last = sorted.size() - 1;
            double low = sorted.get(last / 2);
            double median = low + (sorted.get((last + 1) / 2) - low) * 0.5;
            return List.of(
                            count,
                            sorted.size(),
                            sum.doubleValue(),
                            sorted.get(0),
                            sorted.get(last),
                            median,
                            high,
                            inverse)
                    .toString();
        }
    }
}
