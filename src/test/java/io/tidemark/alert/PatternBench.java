package io.tidemark.alert;

import io.tidemark.event.Alert;
import io.tidemark.event.AlertTypeInfo;
import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Key;
import io.tidemark.event.KeyTypeInfo;
import io.tidemark.event.Origin;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.SideRecordTypeInfo;
import io.tidemark.testkit.Mails;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/** The operator of a pattern, fed with events and watermarks, restored at will. */
final class PatternBench implements AutoCloseable {
    /** The events: a key, a type, a number. */
    static final Schema SCHEMA = new Schema(List.of(
            new Field("k", FieldType.STRING, true),
            new Field("t", FieldType.STRING, true),
            new Field("n", FieldType.LONG, true),
            new Field("ts", FieldType.TIMESTAMP, false)));

    static final int KEY_GROUPS = 16;

    private static final String BY_TIME = "waiting";

    private static final List<String> STATES = List.of(
            "matches", "sharedBuffer-entries-with-lockable-edges", "sharedBuffer-events", "sharedBuffer-events-count");

    static final AlertTags TAGS = new AlertTags(
            new OutputTag<>("late", SideRecordTypeInfo.INSTANCE),
            new OutputTag<>("failed", SideRecordTypeInfo.INSTANCE));

    private final PatternPlan pattern;
    private final boolean rocksDb;
    private final boolean mailWaits;
    private final List<Alert> alerts = new ArrayList<>();
    private final List<SideRecord> late = new ArrayList<>();
    private final List<SideRecord> failed = new ArrayList<>();
    private KeyedOneInputStreamOperatorTestHarness<Key, Event, Alert> harness;
    private long position;
    private long checkpoint;

    PatternBench(PatternPlan pattern) throws Exception {
        this(pattern, false, false);
    }

    /** Where a mail always waits, a watermark fires one timer and no more. */
    PatternBench(PatternPlan pattern, boolean rocksDb, boolean mailWaits) throws Exception {
        this.pattern = pattern;
        this.rocksDb = rocksDb;
        this.mailWaits = mailWaits;
        this.harness = open(null);
    }

    static KeyedOneInputStreamOperatorTestHarness<Key, Event, Alert> harness(
            PatternPlan pattern, int subtasks, int subtask) throws Exception {
        AlertPlan plan = new AlertPlan("p", SCHEMA, List.of(0), null, Map.of(), null);
        return new KeyedOneInputStreamOperatorTestHarness<>(
                new PatternOperator(plan, pattern, TAGS),
                new AlertKey(plan),
                KeyTypeInfo.INSTANCE,
                KEY_GROUPS,
                subtasks,
                subtask);
    }

    private KeyedOneInputStreamOperatorTestHarness<Key, Event, Alert> open(@Nullable OperatorSubtaskState state)
            throws Exception {
        KeyedOneInputStreamOperatorTestHarness<Key, Event, Alert> opened = harness(pattern, 1, 0);
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

    static Event event(long time, @Nullable String key, String type, @Nullable Long number) {
        return new Event(new Object[] {key, type, number, time}, time, null, null);
    }

    PatternBench event(long time, @Nullable String key, String type) throws Exception {
        return put(event(time, key, type, null));
    }

    PatternBench put(Event event) throws Exception {
        Event placed = new Event(event.values(), event.time(), Origin.file("in", ++position), null);
        harness.processElement(new StreamRecord<>(placed, event.time()));
        return collected();
    }

    PatternBench watermark(long time) throws Exception {
        harness.processWatermark(new Watermark(time));
        return collected();
    }

    PatternBench end() throws Exception {
        return watermark(Long.MAX_VALUE);
    }

    /** No timer that is due waits any longer. */
    PatternBench finish() throws Exception {
        harness.getOperator().finish();
        return collected();
    }

    /** Goes on from a snapshot in a new operator. */
    PatternBench restore() throws Exception {
        OperatorSubtaskState state = harness.snapshot(++checkpoint, 0);
        harness.close();
        harness = open(state);
        return this;
    }

    private PatternBench collected() {
        for (Object output : harness.getOutput()) {
            if (output instanceof StreamRecord<?> row) {
                alerts.add((Alert) row.getValue());
            }
        }
        harness.getOutput().clear();
        drain(harness, TAGS.late(), late);
        drain(harness, TAGS.failed(), failed);
        return this;
    }

    static void drain(AbstractStreamOperatorTestHarness<?> harness, OutputTag<SideRecord> tag, List<SideRecord> into) {
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
    List<String> matches() {
        return alerts.stream().map(PatternBench::text).toList();
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

    long count(String column) {
        return harness.getOperator()
                .getRuntimeContext()
                .getLongCounter("ledger/p/" + column)
                .getLocalValuePrimitive();
    }

    /** How many keys all keyed states have, one by one; those of Flink CEP's buffer are known by their names. */
    int stateEntries() {
        int entries = 0;
        try (Stream<?> keysAndTimes =
                harness.getOperator().<Key>getKeyedStateBackend().<Long>getKeysAndNamespaces(BY_TIME)) {
            entries += (int) keysAndTimes.count();
        }
        for (String state : STATES) {
            try (Stream<Key> keys =
                    harness.getOperator().<Key>getKeyedStateBackend().getKeys(state, VoidNamespace.INSTANCE)) {
                entries += (int) keys.count();
            }
        }
        return entries;
    }

    int timers() {
        return harness.numEventTimeTimers();
    }

    /** Such as {@code x: a@0 b@2, y: c@3 | 0..3}. */
    static String text(Alert alert) {
        StringJoiner steps = new StringJoiner(", ");
        alert.evidence().forEach((step, value) -> {
            StringJoiner events = new StringJoiner(" ");
            for (Object event : (List<?>) Objects.requireNonNull(value)) {
                Map<?, ?> fields = (Map<?, ?>) event;
                events.add(fields.get("t") + "@" + ((Instant) Objects.requireNonNull(fields.get("ts"))).toEpochMilli());
            }
            if (events.length() > 0) {
                steps.add(step + ": " + events);
            }
        });
        return steps + " | " + alert.since() + ".." + alert.at();
    }

    /** The same of a match. */
    static String text(Match match) {
        StringJoiner steps = new StringJoiner(", ");
        match.events().forEach((step, taken) -> {
            StringJoiner events = new StringJoiner(" ");
            taken.forEach(event -> events.add(event.get(1) + "@" + event.time()));
            steps.add(step + ": " + events);
        });
        return steps + " | " + match.since() + ".." + match.at();
    }

    @Override
    public void close() throws Exception {
        harness.close();
    }
}
