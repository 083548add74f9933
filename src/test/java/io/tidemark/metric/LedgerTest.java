package io.tidemark.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LedgerTest {
    private static final List<Ledger.Node> NODES =
            List.of(new Ledger.Node("requests", NodeKind.SOURCE), new Ledger.Node("latency", NodeKind.WINDOW));

    @Test
    void aLineSaysWhatBecameOfEveryRecord() {
        Ledger ledger = Ledger.of(
                NODES,
                Map.of(
                        "ledger/requests/read", 1001L,
                        "ledger/requests/passed", 1000L,
                        "ledger/requests/rejected", 1L,
                        "ledger/latency/in", 1000L,
                        "ledger/latency/counted", 990L,
                        "ledger/latency/late", 10L,
                        "other", "x"));

        assertThat(ledger.lines())
                .containsExactly(
                        "requests: read 1001 = passed 1000 + rejected 1 + skipped 0",
                        "latency: in 1000 = counted 990 + filtered 0 + late 10 + failed 0");
        assertThat(ledger.addsUp()).isTrue();
    }

    @Test
    void aLineThatDoesNotAddUpSaysSo() {
        Ledger ledger = Ledger.of(NODES, Map.of("ledger/latency/in", 5L, "ledger/latency/counted", 4L));

        assertThat(ledger.addsUp()).isFalse();
        assertThat(ledger.lines().get(1))
                .isEqualTo("latency: in 5 = counted 4 + filtered 0 + late 0 + failed 0; does not add up, the sum is 4");
    }

    /** Counts each number as read, the even ones as passed. */
    private static final class Counting extends ProcessFunction<Integer, Integer> {
        private static final long serialVersionUID = 1;
        private transient @Nullable NodeCounters counters;

        @Override
        public void open(OpenContext context) {
            counters = new NodeCounters(getRuntimeContext(), "requests", Column.READ, Column.PASSED);
            // A second operator of the task may count for the same node.
            new NodeCounters(getRuntimeContext(), "requests", Column.READ).inc(Column.READ, 0);
        }

        @Override
        public void processElement(Integer value, Context context, Collector<Integer> out) {
            if (counters == null) {
                throw new IllegalStateException("not open");
            }
            counters.inc(Column.READ);
            counters.inc(value < 0 ? Column.LATE : Column.PASSED);
        }
    }

    @Test
    void countersArriveInTheLedger() throws Exception {
        try (var harness = new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(new Counting()))) {
            harness.open();
            harness.processElement(1, 0);
            harness.processElement(2, 0);

            Map<String, Object> results = new HashMap<>();
            for (Map.Entry<String, Accumulator<?, ?>> entry : harness.getEnvironment()
                    .getAccumulatorRegistry()
                    .getUserMap()
                    .entrySet()) {
                results.put(entry.getKey(), entry.getValue().getLocalValue());
            }
            Ledger ledger = Ledger.of(NODES.subList(0, 1), results);
            assertThat(ledger.lines()).containsExactly("requests: read 2 = passed 2 + rejected 0 + skipped 0");
            assertThat(ledger.addsUp()).isTrue();

            assertThatThrownBy(() -> harness.processElement(-1, 0))
                    .hasMessageContaining("late")
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
