package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Event;
import io.tidemark.event.SideRecordTypeInfo;
import io.tidemark.job.PlannedWindows;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Cumulative;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Hopping;
import io.tidemark.spec.WindowSpec.Tumbling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The operator in front of the key shuffle, also rescaled. */
final class WindowInputOperatorTest {
    private static final int MOST_SUBTASKS = 16;
    private static final WindowSpec SPEC =
            WindowScript.spec(new Tumbling(Duration.ofMillis(10), Duration.ZERO), 0, Emit.ON_TIME, 0);

    @Test
    void whatIsHeldLeavesBeforeIdleAndThenEverythingGoesAlone() throws Exception {
        try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = open(1, 0, null)) {
            add(front, "a", 15);
            add(front, "a", 16);
            front.processWatermarkStatus(WatermarkStatus.IDLE);

            assertThat(front.getOutput()).last().isEqualTo(WatermarkStatus.IDLE);
            assertThat(texts(front)).containsExactly("a 2");

            front.processWatermarkStatus(WatermarkStatus.ACTIVE);
            add(front, "a", 25);
            add(front, "a", 26);
            front.processWatermark(new Watermark(19));
            add(front, "a", 27);

            assertThat(texts(front)).containsExactly("a alone", "a alone", "a alone");
        }
    }

    @Test
    void whoWasIdleKnowsItAfterARestart() throws Exception {
        OperatorSubtaskState state;
        try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = open(1, 0, null)) {
            front.processWatermarkStatus(WatermarkStatus.IDLE);
            state = front.snapshot(1, 0);
        }
        try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = open(1, 0, state)) {
            add(front, "a", 25);

            assertThat(texts(front)).containsExactly("a alone");
        }
    }

    @Test
    void eventOfAClosedCellGoesAloneAndOneBehindTimeInAnOpenCellDoesNot() throws Exception {
        try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = open(1, 0, null)) {
            front.processWatermark(new Watermark(15));
            add(front, "a", 9);
            add(front, "a", 12);
            add(front, "a", 14);

            assertThat(texts(front)).containsExactly("a alone");
            front.processWatermark(new Watermark(19));
            assertThat(texts(front)).containsExactly("a 2");
        }
    }

    @Test
    void theEndLetsAllLeave() throws Exception {
        try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = open(1, 0, null)) {
            add(front, "a", 15);
            front.getOperator().finish();

            assertThat(texts(front)).containsExactly("a 1");
        }
    }

    /** Each event is in one contribution afterwards, and none of those that may be late is a partial. */
    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource({"1,3", "3,1", "2,3", "3,2", "1,16", "16,1"})
    void rescalingLosesNothingAndMakesNoLatePartial(int before, int after) throws Exception {
        List<OperatorSubtaskState> states = new ArrayList<>();
        for (int subtask = 0; subtask < before; subtask++) {
            try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = open(before, subtask, null)) {
                for (int key = 0; key < 700; key++) {
                    add(front, "k" + key, 45);
                    add(front, "k" + key, 55);
                }
                // Times differ, so the window's own is 20.
                front.processWatermark(new Watermark(20 + subtask));
                assertThat(texts(front)).isEmpty();
                states.add(front.snapshot(1, 0));
            }
        }
        OperatorSubtaskState all =
                AbstractStreamOperatorTestHarness.repackageState(states.toArray(OperatorSubtaskState[]::new));
        Map<String, Long> events = new HashMap<>();
        for (int subtask = 0; subtask < after; subtask++) {
            OperatorSubtaskState own = AbstractStreamOperatorTestHarness.repartitionOperatorState(
                    all, MOST_SUBTASKS, before, after, subtask);
            try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = open(after, subtask, own)) {
                // Late behind the shuffle, and known here though this subtask has seen no watermark of its own.
                add(front, "late", 15);
                assertThat(texts(front)).containsExactly("late alone");

                front.processWatermark(new Watermark(30));
                assertThat(texts(front)).isEmpty();
                front.processWatermark(new Watermark(59));
                for (WindowInput partial : inputs(front)) {
                    events.merge(partial.key().get(0) + "@" + partial.time(), partial.eventCount(), Long::sum);
                }
            }
        }
        assertThat(events).hasSize(1_400);
        assertThat(events.values()).containsOnly((long) before);
    }

    @Test
    void partialsThatDoNotFitAfterARestartLeaveAtOnce() throws Exception {
        OperatorSubtaskState state;
        try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = open(1, 0, null)) {
            add(front, "a", 15);
            add(front, "b", 25);
            state = front.snapshot(1, 0);
        }
        try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = harness(1, 0, 0)) {
            front.initializeState(state);
            front.open();

            assertThat(texts(front)).containsExactly("a 1", "b 1");
        }
    }

    /** What was written is a copy: what goes on being added to is not in the checkpoint. */
    @Test
    void aCheckpointHoldsWhatWasHeldWhenItWasTaken() throws Exception {
        OperatorSubtaskState state;
        try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = open(1, 0, null)) {
            add(front, "a", 15);
            state = front.snapshot(1, 0);
            add(front, "a", 16);
            front.processWatermark(new Watermark(19));
            assertThat(texts(front)).containsExactly("a 2");
        }
        try (OneInputStreamOperatorTestHarness<Event, WindowInput> front = open(1, 0, state)) {
            front.processWatermark(new Watermark(19));
            assertThat(texts(front)).containsExactly("a 1");
        }
    }

    /** Nine of ten events are of one key: each of two subtasks sends it on once a cell, and cells are few. */
    @ParameterizedTest
    @MethodSource("manyEventsACell")
    void aHotKeyIsAFewRecordsBehindTheKeyShuffle(WindowSpec spec) throws Exception {
        int events = 20_000;
        int hot = 0;
        int all = 0;
        for (int subtask = 0; subtask < 2; subtask++) {
            Random random = new Random(subtask);
            try (OneInputStreamOperatorTestHarness<Event, WindowInput> front =
                    harness(spec, 2, subtask, WindowBench.AMPLE_HEAP)) {
                front.open();
                for (int i = 0; i < events; i++) {
                    add(front, random.nextInt(10) > 0 ? "hot" : "k" + random.nextInt(50), i);
                    if (i % 50 == 0) {
                        front.processWatermark(new Watermark(i - 50));
                    }
                }
                front.getOperator().finish();
                List<WindowInput> inputs = inputs(front);
                assertThat(inputs.stream().mapToLong(WindowInput::eventCount).sum())
                        .isEqualTo(events);
                hot += (int) inputs.stream()
                        .filter(input -> "hot".equals(input.key().get(0)))
                        .count();
                all += inputs.size();
            }
        }
        assertThat(hot).isEqualTo(2 * events / 1_000);
        assertThat(all).isLessThan(2 * events / 15);
    }

    /** Windows whose slices are a second. */
    static List<WindowSpec> manyEventsACell() {
        return Stream.of(
                        new Tumbling(Duration.ofSeconds(1), Duration.ZERO),
                        new Hopping(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ZERO),
                        new Cumulative(Duration.ofSeconds(10), Duration.ofSeconds(1)))
                .map(assigner -> WindowScript.spec(assigner, 0, Emit.ON_TIME, 0))
                .toList();
    }

    private static OneInputStreamOperatorTestHarness<Event, WindowInput> open(
            int subtasks, int subtask, @Nullable OperatorSubtaskState state) throws Exception {
        OneInputStreamOperatorTestHarness<Event, WindowInput> opened =
                harness(subtasks, subtask, WindowBench.AMPLE_HEAP);
        if (state != null) {
            opened.initializeState(state);
        }
        opened.open();
        return opened;
    }

    private static OneInputStreamOperatorTestHarness<Event, WindowInput> harness(
            int subtasks, int subtask, long mostHeap) throws Exception {
        return harness(SPEC, subtasks, subtask, mostHeap);
    }

    private static OneInputStreamOperatorTestHarness<Event, WindowInput> harness(
            WindowSpec spec, int subtasks, int subtask, long mostHeap) throws Exception {
        WindowPlan plan = PlannedWindows.plan(spec, WindowBench.SCHEMA);
        OneInputStreamOperatorTestHarness<Event, WindowInput> harness = new OneInputStreamOperatorTestHarness<>(
                PlannedWindows.front(spec, plan, mostHeap, new OutputTag<>("failed", SideRecordTypeInfo.INSTANCE)),
                MOST_SUBTASKS,
                subtasks,
                subtask);
        harness.setup(WindowInputTypeInfo.of(plan).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static void add(OneInputStreamOperatorTestHarness<Event, WindowInput> front, String key, long time)
            throws Exception {
        front.processElement(new StreamRecord<>(new Event(new Object[] {key, 1L, null}, time, null, null), time));
    }

    /** The contributions that have left since the last call. */
    private static List<WindowInput> inputs(OneInputStreamOperatorTestHarness<Event, WindowInput> front) {
        List<WindowInput> inputs = new ArrayList<>();
        for (Object output : front.getOutput()) {
            if (output instanceof StreamRecord<?> record) {
                inputs.add((WindowInput) record.getValue());
            }
        }
        front.getOutput().clear();
        return inputs;
    }

    private static List<String> texts(OneInputStreamOperatorTestHarness<Event, WindowInput> front) {
        return inputs(front).stream()
                .map(input -> input.key().get(0) + " "
                        + (input.partial() == null
                                ? input.event() == null ? "without itself" : "alone"
                                : Objects.requireNonNull(input.partial()).eventCount))
                .toList();
    }
}
