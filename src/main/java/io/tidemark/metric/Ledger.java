package io.tidemark.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What became of every record of a job that has ended: one line a node, where the parts must add up to the total. Nothing
 * is lost without a trace.
 */
public final class Ledger {
    private final List<Entry> entries;

    /** A node that has a line. */
    public record Node(String name, NodeKind kind) {}

    private record Entry(Node node, long total, List<Long> parts) {
        long sum() {
            return parts.stream().mapToLong(Long::longValue).sum();
        }

        boolean addsUp() {
            return total == sum();
        }

        String line() {
            StringBuilder line = new StringBuilder(node.name())
                    .append(": ")
                    .append(node.kind().total().word())
                    .append(' ')
                    .append(total)
                    .append(" =");
            for (int i = 0; i < parts.size(); i++) {
                line.append(i == 0 ? " " : " + ")
                        .append(node.kind().parts().get(i).word())
                        .append(' ')
                        .append(parts.get(i));
            }
            return addsUp()
                    ? line.toString()
                    : line.append("; does not add up, the sum is ")
                            .append(sum())
                            .toString();
        }
    }

    private Ledger(List<Entry> entries) {
        this.entries = entries;
    }

    /**
     * The ledger of a job.
     *
     * @param nodes the nodes in the order of their lines
     * @param accumulators what the job's result holds; what is not there counts as 0
     */
    public static Ledger of(List<Node> nodes, Map<String, Object> accumulators) {
        List<Entry> entries = new ArrayList<>();
        for (Node node : nodes) {
            List<Long> parts = node.kind().parts().stream()
                    .map(part -> count(node, part, accumulators))
                    .toList();
            entries.add(new Entry(node, count(node, node.kind().total(), accumulators), parts));
        }
        return new Ledger(entries);
    }

    private static long count(Node node, Column column, Map<String, Object> accumulators) {
        return count(node.name(), column, accumulators);
    }

    /** What was counted for {@code node} under {@code column}; 0 if nothing was. */
    public static long count(String node, Column column, Map<String, Object> accumulators) {
        Object value = accumulators.get(NodeCounters.accumulator(node, column));
        return value instanceof Number number ? number.longValue() : 0;
    }

    /** One line a node, such as {@code latency: in 1000 = counted 990 + filtered 0 + late 10 + failed 0}. */
    public List<String> lines() {
        return entries.stream().map(Entry::line).toList();
    }

    /** Whether each line adds up. */
    public boolean addsUp() {
        return entries.stream().allMatch(Entry::addsUp);
    }
}
