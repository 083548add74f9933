package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Event;
import io.tidemark.event.Key;
import io.tidemark.event.KeyTypeInfo;
import io.tidemark.event.SideRecordTypeInfo;
import io.tidemark.event.WindowResult;
import io.tidemark.job.PlannedWindows;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Tumbling;
import java.time.Duration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

/** Subtasks whose times differ, as an unaligned checkpoint leaves them, become one. */
final class TimeAfterRescalingTest {
    private static final int KEY_GROUPS = 16;
    private static final WindowSpec SPEC =
            WindowScript.spec(new Tumbling(Duration.ofMillis(10), Duration.ZERO), 0, Emit.ON_TIME, 0);
    private static final WindowPlan PLAN = PlannedWindows.plan(SPEC, WindowBench.SCHEMA);
    private static final WindowTags TAGS = new WindowTags(
            new OutputTag<>("late", SideRecordTypeInfo.INSTANCE),
            new OutputTag<>("failed", SideRecordTypeInfo.INSTANCE));

    @Test
    void eachKeyKeepsTheTimeOfItsFormerSubtask() throws Exception {
        OperatorSubtaskState ahead = snapshot(0, 100);
        OperatorSubtaskState behind = snapshot(1, 5);

        try (KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, WindowResult> harness = harness(1, 0)) {
            OperatorSubtaskState both = AbstractStreamOperatorTestHarness.repackageState(ahead, behind);
            harness.initializeState(
                    AbstractStreamOperatorTestHarness.repartitionOperatorState(both, KEY_GROUPS, 2, 1, 0));
            harness.open();
            harness.processElement(event(50, keyOf(0)));
            harness.processElement(event(50, keyOf(1)));
            harness.processWatermark(new Watermark(60));

            assertThat(harness.getSideOutput(TAGS.late()))
                    .singleElement()
                    .satisfies(late -> assertThat(late.getValue().watermark()).isEqualTo(100));
            assertThat(harness.extractOutputValues())
                    .singleElement()
                    .satisfies(row -> assertThat(row.key()).containsExactly(keyOf(1)));
        }
    }

    private static OperatorSubtaskState snapshot(int subtask, long watermark) throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, WindowResult> harness = harness(2, subtask)) {
            harness.open();
            harness.processWatermark(new Watermark(watermark));
            return harness.snapshot(1, 0);
        }
    }

    private static KeyedOneInputStreamOperatorTestHarness<Key, WindowInput, WindowResult> harness(
            int subtasks, int subtask) throws Exception {
        return new KeyedOneInputStreamOperatorTestHarness<>(
                PlannedWindows.operator(SPEC, PLAN, TAGS, WindowBench.AMPLE_HEAP),
                WindowInput::key,
                KeyTypeInfo.INSTANCE,
                KEY_GROUPS,
                subtasks,
                subtask);
    }

    /** A key that belongs to this one of two subtasks. */
    private static String keyOf(int subtask) {
        int i = 0;
        while (KeyGroupRangeAssignment.assignKeyToParallelOperator(Key.of("k" + i), KEY_GROUPS, 2) != subtask) {
            i++;
        }
        return "k" + i;
    }

    private static StreamRecord<WindowInput> event(long time, String key) {
        Event event = new Event(new Object[] {key, 1L, null}, time, null, null);
        return new StreamRecord<>(new EventPreparation(PLAN).prepare(event, true), time);
    }
}
