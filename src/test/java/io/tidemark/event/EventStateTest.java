package io.tidemark.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A changed schema over real state backends. */
final class EventStateTest {
    private static final Schema OLD = new Schema(
            List.of(new Field("service", FieldType.STRING, false), new Field("latency", FieldType.DOUBLE, true)));
    private static final Schema NEW = new Schema(
            List.of(new Field("region", FieldType.STRING, true), new Field("service", FieldType.STRING, false)));

    /** Puts out the event before, and keeps the new one. */
    private static final class Previous extends KeyedProcessFunction<Key, Event, String> {
        private static final long serialVersionUID = 1;
        private final Schema schema;
        private transient @Nullable ValueState<Event> last;

        Previous(Schema schema) {
            this.schema = schema;
        }

        @Override
        public void open(OpenContext context) {
            last = getRuntimeContext().getState(new ValueStateDescriptor<>("last", new EventTypeInfo(schema)));
        }

        @Override
        public void processElement(Event event, Context context, Collector<String> out) throws Exception {
            if (last == null) {
                throw new IllegalStateException("not open");
            }
            Event before = last.value();
            out.collect(before == null ? "none" : Arrays.toString(before.values()));
            last.update(event);
        }
    }

    private static KeyedOneInputStreamOperatorTestHarness<Key, Event, String> harness(
            Schema schema, StateBackend backend) throws Exception {
        int service = schema.indexOf("service");
        var harness = new KeyedOneInputStreamOperatorTestHarness<>(
                new KeyedProcessOperator<>(new Previous(schema)),
                event -> Key.of(event.get(service)),
                KeyTypeInfo.INSTANCE);
        harness.setStateBackend(backend);
        return harness;
    }

    private static Event event(@Nullable Object... values) {
        return new Event(values, 5, Origin.kafka("t", 0, 1), null);
    }

    private static OperatorSubtaskState stateOf(StateBackend backend) throws Exception {
        try (var harness = harness(OLD, backend)) {
            harness.open();
            harness.processElement(event("a", 1.5), 0);
            harness.processElement(event("b", 2.5), 0);
            return harness.snapshot(1, 1);
        }
    }

    @Test
    void rocksDbHoldsEventsOfSeveralSchemasSideBySide() throws Exception {
        OperatorSubtaskState state = stateOf(new EmbeddedRocksDBStateBackend());
        try (var harness = harness(NEW, new EmbeddedRocksDBStateBackend())) {
            harness.initializeState(state);
            harness.open();
            harness.processElement(event("eu", "a"), 0);
            harness.processElement(event("us", "a"), 0);
            state = harness.snapshot(2, 2);
            assertThat(harness.extractOutputValues()).containsExactly("[null, a]", "[eu, a]");
        }
        try (var harness = harness(NEW, new EmbeddedRocksDBStateBackend())) {
            harness.initializeState(state);
            harness.open();
            harness.processElement(event(null, "a"), 0);
            harness.processElement(event(null, "b"), 0);
            assertThat(harness.extractOutputValues()).containsExactly("[us, a]", "[null, b]");
        }
    }

    @Test
    void theHeapBackendRefusesAChangedSchemaRatherThanMisreadIt() throws Exception {
        OperatorSubtaskState state = stateOf(new HashMapStateBackend());
        try (var harness = harness(NEW, new HashMapStateBackend())) {
            harness.initializeState(state);
            assertThatThrownBy(harness::open).rootCause().hasMessageContaining("incompatible");
        }
        try (var harness = harness(OLD, new HashMapStateBackend())) {
            harness.initializeState(state);
            harness.open();
            harness.processElement(event("a", 3.5), 0);
            assertThat(harness.extractOutputValues()).containsExactly("[a, 1.5]");
        }
    }
}
