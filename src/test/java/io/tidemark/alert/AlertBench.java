package io.tidemark.alert;

import io.tidemark.event.Alert;
import io.tidemark.event.AlertTypeInfo;
import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Key;
import io.tidemark.event.KeyTypeInfo;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.SideRecordTypeInfo;
import io.tidemark.job.PlannedAlerts;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.WindowSpec;
import io.tidemark.testkit.Mails;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/** The operator of an alert as a job plans it, fed with events and watermarks, restored at will. */
final class AlertBench implements AutoCloseable {
    /** Events of a source: a key, a number. */
    static final Schema EVENTS =
            new Schema(List.of(new Field("k", FieldType.STRING, true), new Field("n", FieldType.LONG, true)));

    /** Rows of a window: a key, the bounds, an aggregate. */
    static final Schema ROWS = new Schema(List.of(
            new Field("k", FieldType.STRING, true),
            new Field("window_start", FieldType.TIMESTAMP, false),
            new Field("window_end", FieldType.TIMESTAMP, false),
            new Field("n", FieldType.LONG, true)));

    private static final List<String> STATES = List.of("threshold", "last-result", "absence");
    private static final int KEY_GROUPS = 16;

    private final AlertSpec spec;
    private final @Nullable WindowSpec window;
    private final boolean rocksDb;
    private final boolean mailWaits;
    private final AlertTags tags = new AlertTags(
            new OutputTag<>("late", SideRecordTypeInfo.INSTANCE),
            new OutputTag<>("failed", SideRecordTypeInfo.INSTANCE));
    private final List<Alert> alerts = new ArrayList<>();
    private final List<SideRecord> late = new ArrayList<>();
    private final List<SideRecord> failed = new ArrayList<>();
    private KeyedOneInputStreamOperatorTestHarness<Key, Event, Alert> harness;
    private long position;
    private long checkpoint;

    AlertBench(AlertSpec spec, @Nullable WindowSpec window) throws Exception {
        this(spec, window, false, false);
    }

    /** Where a mail always waits, a watermark fires one timer and no more. */
    AlertBench(AlertSpec spec, @Nullable WindowSpec window, boolean rocksDb, boolean mailWaits) throws Exception {
        this.spec = spec;
        this.window = window;
        this.rocksDb = rocksDb;
        this.mailWaits = mailWaits;
        this.harness = open(spec, null);
    }

    private KeyedOneInputStreamOperatorTestHarness<Key, Event, Alert> open(
            AlertSpec opening, @Nullable OperatorSubtaskState state) throws Exception {
        Schema schema = window == null ? EVENTS : ROWS;
        KeyedOneInputStreamOperatorTestHarness<Key, Event, Alert> opened = new KeyedOneInputStreamOperatorTestHarness<>(
                PlannedAlerts.operator(opening, schema, window, tags),
                new AlertKey(PlannedAlerts.plan(opening, schema, window)),
                KeyTypeInfo.INSTANCE,
                KEY_GROUPS,
                1,
                0);
        opened.setStateBackend(rocksDb ? new EmbeddedRocksDBStateBackend(false) : new HashMapStateBackend());
        opened.setup(AlertTypeInfo.INSTANCE.createSerializer(
                opened.getExecutionConfig().getSerializerConfig()));
        if (state != null) {
            opened.initializeState(state);
        }
        opened.open();
        if (mailWaits) {
            Mails.put(opened);
        } else {
            Mails.run(opened);
        }
        return opened;
    }

    /** An event of a source. */
    AlertBench event(long time, @Nullable String key, @Nullable Long n) throws Exception {
        return put(new Event(new Object[] {key, n}, time, null, null));
    }

    /** A row of a window. */
    AlertBench row(long start, long end, @Nullable String key, @Nullable Long n) throws Exception {
        return put(new Event(new Object[] {key, start, end, n}, end - 1, null, null));
    }

    private AlertBench put(Event event) throws Exception {
        harness.processElement(new StreamRecord<>(event.replayed(++position, event.time()), event.time()));
        return collected();
    }

    AlertBench watermark(long time) throws Exception {
        harness.processWatermark(new Watermark(time));
        return collected();
    }

    /** The input ends; the operator is finished. */
    AlertBench end() throws Exception {
        return watermark(Long.MAX_VALUE).finish();
    }

    /** No timer that is due waits any longer. */
    AlertBench finish() throws Exception {
        harness.getOperator().finish();
        return collected();
    }

    /** Goes on from a snapshot in a new operator. */
    AlertBench restore() throws Exception {
        return restore(spec);
    }

    /** Goes on from a snapshot as another alert. */
    AlertBench restore(AlertSpec changed) throws Exception {
        OperatorSubtaskState state = harness.snapshot(++checkpoint, 0);
        harness.close();
        harness = open(changed, state);
        return this;
    }

    private AlertBench collected() {
        for (Object output : harness.getOutput()) {
            if (output instanceof StreamRecord<?> row) {
                alerts.add((Alert) row.getValue());
            }
        }
        harness.getOutput().clear();
        drain(tags.late(), late);
        drain(tags.failed(), failed);
        return this;
    }

    private void drain(OutputTag<SideRecord> tag, List<SideRecord> into) {
        var output = harness.getSideOutput(tag);
        if (output != null) {
            output.forEach(row -> into.add(row.getValue()));
            output.clear();
        }
    }

    /** All alerts so far, in order. */
    List<Alert> alerts() {
        return alerts;
    }

    /** The texts of all alerts so far, in order. */
    List<String> texts() {
        return alerts.stream().map(AlertBench::text).toList();
    }

    /** Such as {@code a firing 0..5 n=3} or {@code a resolved 0..9 stale n=3}. */
    static String text(Alert alert) {
        Map<String, @Nullable Object> evidence = alert.evidence();
        return text(
                String.valueOf(alert.key().value("k")),
                alert.state().word(),
                alert.since(),
                alert.at() + (alert.reason() == null ? "" : " " + alert.reason()),
                (Long) evidence.get("n"));
    }

    static String text(String key, String state, long since, String at, @Nullable Long n) {
        return key + " " + state + " " + since + ".." + at + " n=" + n;
    }

    List<SideRecord> late() {
        return late;
    }

    List<SideRecord> failed() {
        return failed;
    }

    long count(String column) {
        return harness.getOperator()
                .getRuntimeContext()
                .getLongCounter("ledger/" + spec.name() + "/" + column)
                .getLocalValuePrimitive();
    }

    int stateEntries() {
        int entries = 0;
        for (String state : STATES) {
            try (Stream<Key> keys = Objects.requireNonNull(harness.getOperator().<Key>getKeyedStateBackend())
                    .getKeys(state, VoidNamespace.INSTANCE)) {
                entries += (int) keys.count();
            }
        }
        return entries;
    }

    int timers() {
        return harness.numEventTimeTimers();
    }

    @Override
    public void close() throws Exception {
        harness.close();
    }
}
