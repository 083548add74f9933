package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.Event;
import io.tidemark.event.Key;
import io.tidemark.event.KeyTypeInfo;
import io.tidemark.event.SideRecordTypeInfo;
import io.tidemark.event.WindowResult;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.WindowSpec;
import io.tidemark.time.StateMisfitException;
import io.tidemark.window.SessionCells;
import io.tidemark.window.WindowInput;
import io.tidemark.window.WindowInputOperator;
import io.tidemark.window.WindowPlan;
import io.tidemark.window.WindowTags;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.throwable.ThrowableClassifier;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A window refuses state that means something else, and takes it where a change is none to the state. */
final class WindowMeaningsTest {
    private static final String PIPELINE = """
            name: meanings
            sources:
              in:
                kafka: { servers: "unused:9092", topics: in }
                format: json
                event-time: ts
                fields: %s
            windows:
              w: { from: in, %s }
            sinks: { out: { from: w, print: {} } }
            """;
    private static final String FIELDS = "{ ts: timestamp, k: string, a: long, b: long }";
    private static final WindowTags TAGS = new WindowTags(
            new OutputTag<>("late", SideRecordTypeInfo.INSTANCE),
            new OutputTag<>("failed", SideRecordTypeInfo.INSTANCE));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "key: k | tumbling: 1m | key: k | tumbling: 5m | its size was 1m when the state was written and is 5m now",
                "key: k | tumbling: 1m | key: [k, a] | tumbling: 1m | its key was k string when the state was written and is k string, a long now",
                "key: k | tumbling: 1m | key: k | session: 1m | its kind was tumbling when the state was written and is session now",
                "key: k | session: 1m | key: k | session: 2m | its gap was 1m when the state was written and is 2m now",
                "key: k | 'session: { gap: 1m, max: 1h }' | key: k | 'session: { gap: 1m, max: 2h }' | its max was 1h when the state was written and is 2h now",
                "key: k | 'hopping: { size: 1m, every: 10s }' | key: k | 'hopping: { size: 1m, every: 20s }' | its every was 10s when the state was written and is 20s now",
                "key: k | 'tumbling: { size: 1m, offset: 5s }' | key: k | tumbling: 1m | its offset was 5s when the state was written and is nothing now",
                "key: k | tumbling: 1m | key: k | 'tumbling: 1m, early: 10s' | its early was nothing when the state was written and is 10s now",
                "key: k | tumbling: 1m | key: k | 'tumbling: 1m, where: a > 1' | its where was nothing when the state was written and is a > 1 now",
                "key: k | tumbling: 1m | key: k | 'tumbling: 1m, allowed-lateness: 1m' | its allowed-lateness was nothing when the state was written and is 1m now",
                "key: k | 'tumbling: 1m, allowed-lateness: 1m' | key: k | 'tumbling: 1m, allowed-lateness: 1m, emit: final' | its emit was on-time when the state was written and is final now",
            })
    void anotherWindowsStateIsRefused(String key, String kind, String keyNow, String kindNow, String why)
            throws Exception {
        String aggregates = ", aggregates: { n: count(*), s: sum(a) }";

        assertRefused(
                window(FIELDS, key + ", " + kind + aggregates),
                window(FIELDS, keyNow + ", " + kindNow + aggregates),
                why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s: sum(a) | s: sum(b)",
                "s: sum(a) | s: max(a)",
                "s: sum(a) | 's: sum(a), t: sum(b)'",
                "s: sum(a) | s: sum(a) FILTER (WHERE b > 1)",
                "s: sum(a) FILTER (WHERE b > 2) | s: sum(a) FILTER (WHERE b > 1)",
            })
    void stateOfOtherAggregatesIsRefused(String was, String is) throws Exception {
        assertRefused(
                window(FIELDS, "key: k, tumbling: 1m, aggregates: { " + was + " }"),
                window(FIELDS, "key: k, tumbling: 1m, aggregates: { " + is + " }"),
                "its aggregates was ");
    }

    @Test
    void placeOfAFieldIsNotItsMeaning() throws Exception {
        String text = "key: k, tumbling: 1m, where: %1$s > 0, aggregates: { s: sum(%1$s) }";
        String turned = "{ ts: timestamp, k: string, b: long, a: long }";

        assertRefused(window(FIELDS, text.formatted("a")), window(turned, text.formatted("b")), "its where was a > 0");
        assertThat(restored(window(FIELDS, text.formatted("a")), window(turned, text.formatted("a"))))
                .isEqualTo("[10]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'s: sum(a), t: sum(b)' | 't: sum(b), s: sum(a)' | '[100, 10]'",
                "'s: sum(a), t: sum(b)' | 'x: sum(a), y: sum(b)' | '[10, 100]'",
                "s: sum(a) | 's: sum(a), n: count(a), m: avg(a)' | '[10, 1, 10.0]'",
                "p: p99(a) | 'p: p50(a), q: p95(a)' | '[10.0, 10.0]'",
                "s: sum(a) | s: 1 + sum(  a  ) | '[11]'",
            })
    void whatChangesNothingInTheStateIsTaken(String was, String is, String row) throws Exception {
        assertThat(restored(
                        window(FIELDS, "key: k, tumbling: 1m, aggregates: { " + was + " }"),
                        window(FIELDS, "key: k, tumbling: 1m, emit: final, aggregates: { " + is + " }")))
                .isEqualTo(row);
    }

    /** The canonical form is in savepoints: what it says of these windows may never change. */
    @Test
    void canonicalFormIsTheGoldenOne() {
        PipelineSpec spec = window(
                FIELDS,
                "key: [k, a], hopping: { size: 1m, every: 7s, offset: 9s }, where: \"k <> 'x' AND a IN (1, 2)\","
                        + " allowed-lateness: 1s, emit: final, aggregates: { n: count(*), p: p99(b),"
                        + " r: sum(b) / count(*) FILTER (WHERE a > 1) }");

        assertThat(WindowMeanings.lines(
                        spec, Objects.requireNonNull(spec.windows().get("w"))))
                .containsExactly(
                        "key\tk string, a long\tk string, a long",
                        "kind\thopping\thopping",
                        "size\t1m\t60000",
                        "every\t7s\t7000",
                        "offset\t9s\t2000",
                        "early\tnothing\t0",
                        "allowed-lateness\t1s\t1000",
                        "emit\tfinal\tfinal",
                        "where\tk <> 'x' AND a IN (1, 2)\tAnd[operands=[Compare[operator=NOT_EQUAL, order=STRING,"
                                + " left=$k, right='x'], In[LONG, $a, [Long:1, Long:2]false[]]]]",
                        "aggregates\tcount(*); p99(b); sum(b) / count(*) FILTER (WHERE a > 1)\tLONG_SUM of $b;"
                                + " QUANTILES within 0.01 of $b; COUNT of * FILTER"
                                + " Compare[operator=GREATER, order=LONG, left=$a, right=Long:1]");
    }

    private static PipelineSpec window(String fields, String window) {
        return Pipelines.read(PIPELINE.formatted(fields, window));
    }

    private static void assertRefused(PipelineSpec was, PipelineSpec is, String why) throws Exception {
        assertThatThrownBy(() -> restored(was, is))
                .isInstanceOf(StateMisfitException.class)
                .hasMessageStartingWith("window w: " + why)
                .hasMessageEndingWith("; undo the change, give the node another name, or start without this state")
                .satisfies(refusal -> assertThat(ThrowableClassifier.getThrowableType(refusal))
                        .as("no restart helps")
                        .isEqualTo(ThrowableType.NonRecoverableError));
        WindowSpec window = Objects.requireNonNull(is.windows().get("w"));
        assertThat(WindowMeanings.misfits(
                        WindowMeanings.lines(
                                was, Objects.requireNonNull(was.windows().get("w"))),
                        WindowMeanings.lines(is, window)))
                .isNotEmpty();
    }

    /** The aggregates of the one row, made of an event with a = 10 and b = 100 before the restore. */
    private static String restored(PipelineSpec was, PipelineSpec is) throws Exception {
        OperatorSubtaskState state;
        try (var harness = harness(was, null)) {
            WindowPlan plan = plan(was);
            Event event = new Event(new Object[] {0L, "k", 10L, 100L}, 0, null, null);
            harness.processElement(new StreamRecord<>(prepared(plan, event), 0));
            state = harness.snapshot(1, 0);
        }
        try (var harness = harness(is, state)) {
            harness.processWatermark(new Watermark(Long.MAX_VALUE));
            List<WindowResult> rows = harness.extractOutputValues();
            assertThat(rows).hasSize(1);
            return Arrays.toString(rows.get(0).values());
        }
    }

    private static WindowInput prepared(WindowPlan plan, Event event) throws Exception {
        try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = new OneInputStreamOperatorTestHarness<>(
                new WindowInputOperator(plan, new SessionCells(1), 0, TAGS.failed()))) {
            front.open();
            front.processElement(new StreamRecord<>(event, event.time()));
            front.prepareSnapshotPreBarrier(1);
            return front.extractOutputValues().get(0);
        }
    }

    private static WindowPlan plan(PipelineSpec spec) {
        return WindowPlanner.plan(
                Objects.requireNonNull(spec.windows().get("w")),
                Schemas.of(Objects.requireNonNull(spec.sources().get("in"))));
    }

    private static KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, WindowResult> harness(
            PipelineSpec spec, @Nullable OperatorSubtaskState state) throws Exception {
        WindowPlan plan = plan(spec);
        KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, WindowResult> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        WindowOperators.of(Objects.requireNonNull(spec.windows().get("w")), plan, TAGS, 1 << 20),
                        WindowInput::key,
                        KeyTypeInfo.INSTANCE);
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }
}
