package io.tidemark.window;

import io.tidemark.aggregate.WindowAccumulator;
import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Key;
import io.tidemark.event.KeyTypeInfo;
import io.tidemark.event.Origin;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.SideRecordTypeInfo;
import io.tidemark.event.WindowResult;
import io.tidemark.event.WindowResultTypeInfo;
import io.tidemark.job.PlannedWindows;
import io.tidemark.spec.WindowSpec;
import io.tidemark.testkit.Mails;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/** A window's two operators, as a job plans them, fed with events and watermarks, restored at will. */
final class WindowBench implements AutoCloseable {
    /** The events: a key, a whole number, a fraction; all may be null. */
    static final Schema SCHEMA = new Schema(List.of(
            new Field("k", FieldType.STRING, true),
            new Field("n", FieldType.LONG, true),
            new Field("v", FieldType.DOUBLE, true)));

    /** More than any test needs. */
    static final long AMPLE_HEAP = 64L << 20;

    private static final int KEY_GROUPS = 16;

    /** Where the state is. */
    enum Backend {
        HEAP,
        ROCKSDB
    }

    /** How many bytes the two operators may hold. */
    enum Heap {
        AMPLE(AMPLE_HEAP, AMPLE_HEAP),
        /** Every event goes alone. */
        ALONE(0, AMPLE_HEAP),
        /** A few keys of each. */
        SMALL(1_500, 2_000),
        /** All but the current key leaves at once. */
        NONE(1, 1),
        /** A mail always waits: a watermark fires one timer, or lets one partial go, and no more. */
        INTERRUPTED(AMPLE_HEAP, AMPLE_HEAP);

        private final long front;
        private final long windows;

        Heap(long front, long windows) {
            this.front = front;
            this.windows = windows;
        }
    }

    private final WindowSpec spec;
    private final Backend backend;
    private final WindowPlan plan;
    private final Heap heap;
    private final WindowTags tags = new WindowTags(
            new OutputTag<>("late", SideRecordTypeInfo.INSTANCE),
            new OutputTag<>("failed", SideRecordTypeInfo.INSTANCE));

    private final List<WindowResult> rows = new ArrayList<>();
    private final List<SideRecord> late = new ArrayList<>();
    private final List<SideRecord> failed = new ArrayList<>();
    private OneInputStreamOperatorTestHarness<Event, WindowInput> front;
    private KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, WindowResult> harness;
    private int contributions;
    private long countedBefore;
    private long lateBefore;
    private long position;
    private long checkpoint;

    WindowBench(WindowSpec spec, Backend backend) throws Exception {
        this(spec, SCHEMA, backend);
    }

    WindowBench(WindowSpec spec, Schema schema, Backend backend) throws Exception {
        this(spec, schema, backend, Heap.AMPLE);
    }

    /** @param heap what the operators may hold on it */
    WindowBench(WindowSpec spec, Schema schema, Backend backend, Heap heap) throws Exception {
        this.spec = spec;
        this.backend = backend;
        this.plan = PlannedWindows.plan(spec, schema);
        this.heap = heap;
        this.front = openFront(null);
        this.harness = open(null);
    }

    private OneInputStreamOperatorTestHarness<Event, WindowInput> openFront(@Nullable OperatorSubtaskState state)
            throws Exception {
        OneInputStreamOperatorTestHarness<Event, WindowInput> opened = new OneInputStreamOperatorTestHarness<>(
                PlannedWindows.front(spec, plan, heap.front, tags.failed()), KEY_GROUPS, 1, 0);
        opened.setup(contributionSerializer());
        if (state != null) {
            opened.initializeState(state);
        }
        opened.open();
        if (heap == Heap.INTERRUPTED) {
            Mails.put(opened);
        } else {
            Mails.run(opened);
        }
        return opened;
    }

    private TypeSerializer<WindowInput> contributionSerializer() {
        return WindowInputTypeInfo.of(plan).createSerializer(new SerializerConfigImpl());
    }

    private KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, WindowResult> open(
            @Nullable OperatorSubtaskState state) throws Exception {
        KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, WindowResult> opened =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        PlannedWindows.operator(spec, plan, tags, heap.windows),
                        WindowInput::key,
                        KeyTypeInfo.INSTANCE,
                        KEY_GROUPS,
                        1,
                        0);
        opened.setStateBackend(stateBackend());
        opened.setup(new WindowResultTypeInfo(plan.schema())
                .createSerializer(opened.getExecutionConfig().getSerializerConfig()));
        if (state != null) {
            opened.initializeState(state);
        }
        opened.open();
        if (heap == Heap.INTERRUPTED) {
            Mails.put(opened);
        } else {
            Mails.run(opened);
        }
        return opened;
    }

    private StateBackend stateBackend() {
        return backend == Backend.HEAP ? new HashMapStateBackend() : new EmbeddedRocksDBStateBackend(false);
    }

    /** An event of {@link #SCHEMA}. */
    void event(long time, @Nullable String key, @Nullable Long n, @Nullable Double v) throws Exception {
        event(time, new Object[] {key, n, v});
    }

    /** An event of these values. */
    void event(long time, @Nullable Object[] values) throws Exception {
        Event event = new Event(values, time, Origin.file("in", ++position), null);
        front.processElement(new StreamRecord<>(event, time));
        pass();
    }

    /** Takes what has left the front over to the window; the harness has passed it through its serializer. */
    private void pass() throws Exception {
        for (Object output : front.getOutput()) {
            if (output instanceof StreamRecord<?> record) {
                contributions++;
                harness.processElement(new StreamRecord<>((WindowInput) record.getValue(), record.getTimestamp()));
            } else if (output instanceof Watermark mark) {
                harness.processWatermark(mark);
            }
        }
        front.getOutput().clear();
        collect();
    }

    /** Lets what the front operator holds pass the key shuffle, at no watermark. */
    void passHeld() throws Exception {
        front.getOperator().finish();
        pass();
    }

    /** How many records have passed the key shuffle. */
    int contributions() {
        return contributions;
    }

    void watermark(long time) throws Exception {
        front.processWatermark(new Watermark(time));
        pass();
    }

    /** A watermark that is interrupted after the first timer that it fires. */
    void interruptedWatermark(long time) throws Exception {
        Mails.put(harness);
        watermark(time);
    }

    /** No watermark stands back any longer. */
    void finish() throws Exception {
        front.getOperator().finish();
        pass();
        harness.getOperator().finish();
        collect();
    }

    /** Goes on from a snapshot in a new operator. */
    void restore() throws Exception {
        OperatorSubtaskState frontState = front.snapshot(++checkpoint, 0);
        OperatorSubtaskState state = harness.snapshot(checkpoint, 0);
        countedBefore += count("counted");
        lateBefore += count("late");
        front.close();
        front = openFront(frontState);
        harness.close();
        harness = open(state);
    }

    private void collect() {
        for (Object output : harness.getOutput()) {
            if (output instanceof StreamRecord<?> row) {
                rows.add((WindowResult) row.getValue());
            }
        }
        harness.getOutput().clear();
        drain(harness, tags.late(), late);
        drain(harness, tags.failed(), failed);
        drain(front, tags.failed(), failed);
    }

    private static void drain(
            AbstractStreamOperatorTestHarness<?> harness, OutputTag<SideRecord> tag, List<SideRecord> into) {
        var output = harness.getSideOutput(tag);
        if (output != null) {
            output.forEach(row -> into.add(row.getValue()));
            output.clear();
        }
    }

    /** All rows so far, in order. */
    List<WindowResult> rows() {
        return rows;
    }

    /** The numbers of late events, from 1. */
    List<Long> late() {
        return late.stream()
                .map(record -> Objects.requireNonNull(record.origin()).offset())
                .toList();
    }

    List<SideRecord> failed() {
        return failed;
    }

    /** The events that the ledger counts as counted. */
    long counted() {
        return countedBefore + count("counted");
    }

    /** The events that the ledger counts as late. */
    long lateCount() {
        return lateBefore + count("late");
    }

    private long count(String column) {
        return harness.getOperator()
                .getRuntimeContext()
                .getLongCounter("ledger/w/" + column)
                .getLocalValuePrimitive();
    }

    int timers() {
        return harness.numEventTimeTimers();
    }

    /** All entries of keyed state: indexes and accumulators. */
    int stateEntries() throws Exception {
        write();
        return keys("index").size() + keys("sessions").size() + accumulators(number -> true);
    }

    /** The accumulators in state whose number is like this, over all keys. */
    int accumulators(LongPredicate number) throws Exception {
        write();
        int entries = 0;
        for (Key key : keys("accumulators")) {
            for (Long known : stateOf(key).keys()) {
                entries += number.test(known) ? 1 : 0;
            }
        }
        return entries;
    }

    /** How many events the accumulators in state hold, as they are there, whatever is cached. */
    long eventsInState() throws Exception {
        long events = 0;
        for (Key key : keys("accumulators")) {
            for (WindowAccumulator accumulator : stateOf(key).values()) {
                events += accumulator.eventCount;
            }
        }
        return events;
    }

    /** How many slices the indexes in state tell of, whatever is cached. */
    int slicesInState() throws Exception {
        int slices = 0;
        for (Key key : keys("index")) {
            keyed().setCurrentKey(key);
            slices += keyed().getPartitionedState(
                            VoidNamespace.INSTANCE,
                            VoidNamespaceSerializer.INSTANCE,
                            new ValueStateDescriptor<>("index", new SliceIndexSerializer()))
                    .value()
                    .slices
                    .size();
        }
        return slices;
    }

    private MapState<Long, WindowAccumulator> stateOf(Key key) throws Exception {
        keyed().setCurrentKey(key);
        return keyed().getPartitionedState(
                        VoidNamespace.INSTANCE,
                        VoidNamespaceSerializer.INSTANCE,
                        new MapStateDescriptor<>(
                                "accumulators",
                                LongSerializer.INSTANCE,
                                plan.layout().serializer()));
    }

    /** Writes to state what is cached. */
    void write() throws Exception {
        harness.snapshot(++checkpoint, 0);
    }

    private List<Key> keys(String state) {
        try (var keys = keyed().getKeys(state, VoidNamespace.INSTANCE)) {
            return keys.distinct().toList();
        }
    }

    private KeyedStateBackend<Key> keyed() {
        return harness.getOperator().getKeyedStateBackend();
    }

    @Override
    public void close() throws Exception {
        front.close();
        harness.close();
    }
}
