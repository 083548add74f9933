package io.tidemark.metric;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * Counts a node's records in one subtask: each column is a metric {@code tidemark.node.NODE.COLUMN}, for who watches the
 * job, and an accumulator {@code ledger/NODE/COLUMN}, for the {@link Ledger} at its end. Several operators may count for
 * one node. Counts begin anew when a task restarts.
 */
public final class NodeCounters {
    static final String ACCUMULATOR_PREFIX = "ledger/";

    private final @Nullable Counter[] counters = new @Nullable Counter[Column.values().length];
    private final @Nullable LongCounter[] accumulators = new @Nullable LongCounter[Column.values().length];

    /**
     * Registers the columns that the caller counts.
     *
     * @param context of the operator, when it is opened
     * @param node the node's name
     */
    public NodeCounters(RuntimeContext context, String node, Column... columns) {
        MetricGroup group = context.getMetricGroup().addGroup("tidemark").addGroup("node", node);
        for (Column column : columns) {
            counters[column.ordinal()] = group.counter(column.word());
            accumulators[column.ordinal()] = context.getLongCounter(accumulator(node, column));
        }
    }

    static String accumulator(String node, Column column) {
        return ACCUMULATOR_PREFIX + node + "/" + column.word();
    }

    /**
     * Counts one record.
     *
     * @throws IllegalArgumentException if the column was not registered
     */
    public void inc(Column column) {
        inc(column, 1);
    }

    /**
     * Counts records.
     *
     * @param count 0 or more
     * @throws IllegalArgumentException if the column was not registered
     */
    public void inc(Column column, long count) {
        Counter counter = counters[column.ordinal()];
        LongCounter accumulator = accumulators[column.ordinal()];
        if (counter == null || accumulator == null) {
            throw new IllegalArgumentException("column " + column.word() + " was not registered");
        }
        counter.inc(count);
        accumulator.add(count);
    }
}
