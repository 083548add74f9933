package io.tidemark.alert;

import io.tidemark.event.Alert;
import io.tidemark.event.AlertSerializer;
import io.tidemark.event.AlertState;
import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Key;
import io.tidemark.event.KeyTypeInfo;
import io.tidemark.event.Origin;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.SideRecordTypeInfo;
import io.tidemark.job.PlannedBurnRates;
import io.tidemark.spec.AlertSpec;
import io.tidemark.testkit.Mails;
import io.tidemark.window.WindowInput;
import io.tidemark.window.WindowInputTypeInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/** A burn rate's two operators, as a job plans them, fed with events and watermarks, restored at will. */
final class BurnBench implements AutoCloseable {
    /** The events: a key, whether it is good, whether it counts; all may be null. */
    static final Schema SCHEMA = new Schema(List.of(
            new Field("k", FieldType.STRING, true),
            new Field("ok", FieldType.BOOLEAN, true),
            new Field("counts", FieldType.BOOLEAN, true)));

    static final AlertTags TAGS = new AlertTags(
            new OutputTag<>("late", SideRecordTypeInfo.INSTANCE),
            new OutputTag<>("failed", SideRecordTypeInfo.INSTANCE));

    static final int KEY_GROUPS = 16;

    /** Where the state is, and how many bytes each operator may hold. */
    enum Kind {
        HEAP(false, 64L << 20, 64L << 20),
        /** Every event goes alone. */
        ALONE(false, 0, 64L << 20),
        /** All but one key leaves the heap at once. */
        NO_CACHE(false, 1, 1),
        /** A few keys of each. */
        LITTLE_CACHE(false, 1_000, 2_000),
        /** Every event goes alone, to some hundred keys. */
        SOME_CACHE(false, 0, 100_000),
        ROCKSDB(true, 64L << 20, 1_500),
        /** A mail always waits: a watermark fires one timer, or lets one partial go, and no more. */
        INTERRUPTED(false, 64L << 20, 64L << 20);

        private final boolean rocksDb;
        private final long front;
        private final long states;

        Kind(boolean rocksDb, long front, long states) {
            this.rocksDb = rocksDb;
            this.front = front;
            this.states = states;
        }
    }

    private final AlertSpec.BurnRate form;
    private final Kind kind;
    private final TypeSerializer<WindowInput> between;
    private final List<Alert> alerts = new ArrayList<>();
    private final List<SideRecord> late = new ArrayList<>();
    private final List<SideRecord> failed = new ArrayList<>();
    private OneInputStreamOperatorTestHarness<Event, WindowInput> front;
    private KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, Alert> harness;
    private int contributions;
    private long position;
    private long checkpoint;
    private long seenBefore;
    private long inBefore;

    BurnBench(AlertSpec.BurnRate form, Kind kind) throws Exception {
        this.form = form;
        this.kind = kind;
        this.between = WindowInputTypeInfo.of(PlannedBurnRates.counted(form, SCHEMA))
                .createSerializer(new SerializerConfigImpl());
        this.front = openFront(null);
        this.harness = open(form, kind, 1, 0, null);
    }

    private OneInputStreamOperatorTestHarness<Event, WindowInput> openFront(@Nullable OperatorSubtaskState state)
            throws Exception {
        OneInputStreamOperatorTestHarness<Event, WindowInput> opened = new OneInputStreamOperatorTestHarness<>(
                PlannedBurnRates.front(form, SCHEMA, kind.front, TAGS), KEY_GROUPS, 1, 0);
        opened.setup(between);
        if (state != null) {
            opened.initializeState(state);
        }
        opened.open();
        mails(opened, kind);
        return opened;
    }

    static KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, Alert> open(
            AlertSpec.BurnRate form, Kind kind, int subtasks, int subtask, @Nullable OperatorSubtaskState state)
            throws Exception {
        KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, Alert> opened =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        PlannedBurnRates.operator(form, SCHEMA, kind.states, TAGS),
                        WindowInput::key,
                        KeyTypeInfo.INSTANCE,
                        KEY_GROUPS,
                        subtasks,
                        subtask);
        opened.setStateBackend(kind.rocksDb ? new EmbeddedRocksDBStateBackend(false) : new HashMapStateBackend());
        opened.setup(AlertSerializer.INSTANCE);
        if (state != null) {
            opened.initializeState(state);
        }
        opened.open();
        mails(opened, kind);
        return opened;
    }

    private static void mails(AbstractStreamOperatorTestHarness<?> opened, Kind kind) throws Exception {
        if (kind == Kind.INTERRUPTED) {
            Mails.put(opened);
        } else {
            Mails.run(opened);
        }
    }

    /** No watermark stands back any longer. */
    void finish() throws Exception {
        front.getOperator().finish();
        pass();
        harness.getOperator().finish();
        pass();
    }

    /** An event; its number is that of the call, from 1. */
    void event(long time, @Nullable String key, @Nullable Boolean good) throws Exception {
        event(time, key, good, true);
    }

    void event(long time, @Nullable String key, @Nullable Boolean good, @Nullable Boolean counts) throws Exception {
        Event event = new Event(new Object[] {key, good, counts}, time, Origin.file("in", ++position), null);
        front.processElement(new StreamRecord<>(event, time));
        pass();
    }

    void watermark(long time) throws Exception {
        front.processWatermark(new Watermark(time));
        pass();
    }

    /** The subtask of the front has nothing to read for a while. */
    void frontIdle() throws Exception {
        front.processWatermarkStatus(WatermarkStatus.IDLE);
        front.processWatermarkStatus(WatermarkStatus.ACTIVE);
        pass();
    }

    private void pass() throws Exception {
        for (Object output : front.getOutput()) {
            if (output instanceof StreamRecord<?> record) {
                contributions++;
                harness.processElement(
                        new StreamRecord<>(sent((WindowInput) record.getValue()), record.getTimestamp()));
            } else if (output instanceof Watermark mark) {
                harness.processWatermark(mark);
            }
        }
        front.getOutput().clear();
        for (Object output : harness.getOutput()) {
            if (output instanceof StreamRecord<?> row) {
                alerts.add((Alert) row.getValue());
            }
        }
        harness.getOutput().clear();
        drain(harness, TAGS.late(), late);
        drain(front, TAGS.failed(), failed);
        drain(harness, TAGS.failed(), failed);
    }

    /** What comes out of the key shuffle for {@code input}. */
    private WindowInput sent(WindowInput input) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        between.serialize(input, out);
        return between.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
    }

    private static void drain(
            AbstractStreamOperatorTestHarness<?> harness, OutputTag<SideRecord> tag, List<SideRecord> into) {
        var output = harness.getSideOutput(tag);
        if (output != null) {
            output.forEach(row -> into.add(row.getValue()));
            output.clear();
        }
    }

    /** Ends the input, and goes on from what a drain leaves. */
    void drainAndRestore() throws Exception {
        watermark(Long.MAX_VALUE);
        harness.getOperator().finish();
        restore();
    }

    /** Goes on from a snapshot in new operators. */
    void restore() throws Exception {
        OperatorSubtaskState frontState = front.snapshot(++checkpoint, 0);
        OperatorSubtaskState state = harness.snapshot(checkpoint, 0);
        seenBefore = seen();
        inBefore = in();
        front.close();
        front = openFront(frontState);
        harness.close();
        harness = open(form, kind, 1, 0, state);
    }

    List<Alert> alerts() {
        return alerts;
    }

    /** How many records have passed the key shuffle. */
    int contributions() {
        return contributions;
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

    /** The events that the ledger has as seen. */
    long seen() {
        return seenBefore
                + count(frontOperator(), "seen")
                + count((AbstractStreamOperator<?>) harness.getOperator(), "seen");
    }

    /** The events that the ledger has as come in. */
    long in() {
        return inBefore + count(frontOperator(), "in");
    }

    private static long count(AbstractStreamOperator<?> operator, String column) {
        return operator.getRuntimeContext()
                .getLongCounter("ledger/slo/" + column)
                .getLocalValuePrimitive();
    }

    private AbstractStreamOperator<?> frontOperator() {
        return (AbstractStreamOperator<?>) front.getOneInputOperator();
    }

    int timers() {
        return harness.numEventTimeTimers();
    }

    /** How many keys have state, as it is there once the cache is written. */
    int keysInState() throws Exception {
        harness.snapshot(++checkpoint, 0);
        return keysWritten();
    }

    /** How many keys have state now. */
    int keysWritten() throws Exception {
        try (var keys = harness.getOperator()
                .<Key>getKeyedStateBackend()
                .getKeys(BurnStates.DESCRIPTOR.getName(), VoidNamespace.INSTANCE)) {
            return (int) keys.distinct().count();
        }
    }

    /** As {@link BurnModel#text}, with the key in front; the severity of pair i is i. */
    static String text(Alert alert) {
        Map<String, @Nullable Object> evidence = alert.evidence();
        return alert.key().value("k") + " "
                + BurnModel.text(
                        Integer.parseInt(Objects.requireNonNull(alert.severity())),
                        alert.state() == AlertState.FIRING,
                        alert.since(),
                        alert.at(),
                        new BurnEvidence(
                                (double) value(evidence, "burn_long"),
                                (double) value(evidence, "burn_short"),
                                (double) value(evidence, "budget_left"),
                                (long) value(evidence, "good"),
                                (long) value(evidence, "total")));
    }

    private static Object value(Map<String, @Nullable Object> evidence, String name) {
        return Objects.requireNonNull(evidence.get(name), name);
    }

    @Override
    public void close() throws Exception {
        front.close();
        harness.close();
    }
}
