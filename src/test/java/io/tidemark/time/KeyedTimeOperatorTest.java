package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Key;
import io.tidemark.event.KeyTypeInfo;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.CheckpointType;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.io.network.api.CheckpointBarrier;
import org.apache.flink.runtime.io.network.api.EndOfData;
import org.apache.flink.runtime.io.network.api.EndOfPartitionEvent;
import org.apache.flink.runtime.io.network.api.StopMode;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.OneInputStreamTask;
import org.apache.flink.streaming.runtime.tasks.StreamTaskMailboxTestHarness;
import org.apache.flink.streaming.runtime.tasks.StreamTaskMailboxTestHarnessBuilder;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a task that reads from others does while many timers are due. */
class KeyedTimeOperatorTest {
    private static final int KEYS = 1_000;
    private static final CheckpointBarrier BARRIER = new CheckpointBarrier(
            1,
            1,
            CheckpointOptions.alignedNoTimeout(
                    CheckpointType.CHECKPOINT, CheckpointStorageLocationReference.getDefault()));

    /** Each key has a timer at each of its elements' times, and says when it has fired. */
    private static final class Alarm extends KeyedTimeOperator<Key, String> {
        private static final long serialVersionUID = 1;

        @Override
        public void processElement(StreamRecord<Key> element) {
            addTimer(element.getTimestamp());
        }

        @Override
        protected void fire(long due) {
            output.collect(new StreamRecord<>(getCurrentKey() + "@" + due, due));
        }
    }

    private static StreamTaskMailboxTestHarness<String> task() throws Exception {
        StreamTaskMailboxTestHarness<String> task = new StreamTaskMailboxTestHarnessBuilder<>(
                        OneInputStreamTask::new, Types.STRING)
                .addInput(KeyTypeInfo.INSTANCE, 1, key -> key)
                .setKeyType(KeyTypeInfo.INSTANCE)
                .setCollectNetworkEvents()
                .setupOutputForSingletonOperatorChain(new Alarm())
                .build();
        for (int i = 0; i < KEYS; i++) {
            task.processElement(element(i, 10));
        }
        task.setAutoProcess(false);
        return task;
    }

    /** Mails and elements in turn, as a task's own loop runs them; the harness's runs all mails first. */
    private static void run(StreamTaskMailboxTestHarness<String> task) throws Exception {
        while (task.getStreamTask().isMailboxLoopRunning()
                && task.getStreamTask().runSingleMailboxLoop()) {}
    }

    private static StreamRecord<Key> element(int key, long time) {
        return new StreamRecord<>(Key.of(new Object[] {(long) key}), time);
    }

    @Test
    void aBarrierAmongRecordsDoesNotWaitForAllThatIsDue() throws Exception {
        try (StreamTaskMailboxTestHarness<String> task = task()) {
            task.processElement(new Watermark(10));
            for (int i = 0; i < 7; i++) {
                task.processElement(element(i, 20));
            }
            task.processEvent(BARRIER);
            run(task);

            List<Object> output = new ArrayList<>(task.getOutput());
            assertThat(output.indexOf(BARRIER)).isBetween(1, 10);
            assertThat(output).hasSize(KEYS + 2).endsWith(new Watermark(10));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1048575, 1",
        "1048576, 2",
        "4194304, 16",
        "41943040, 1099511627776",
        "9223372036854775807, 1099511627776"
    })
    void workWithoutEndHoldsElementsUp(long steps, long stepsPerElement) {
        assertThat(InterruptibleWatermarks.isElementDue(steps, stepsPerElement)).isTrue();
        assertThat(InterruptibleWatermarks.isElementDue(steps, stepsPerElement - 1))
                .isFalse();
    }

    @Test
    void aWatermarkThatComesMeanwhileTakesThePlace() throws Exception {
        try (StreamTaskMailboxTestHarness<String> task = task()) {
            task.processElement(new Watermark(10));
            task.processElement(new Watermark(11));
            run(task);

            assertThat(new ArrayList<>(task.getOutput())).hasSize(KEYS + 1).endsWith(new Watermark(11));
        }
    }

    @Test
    void thatTheInputIsIdleComesBehindTheWatermarkWithoutHoldingABarrier() throws Exception {
        try (StreamTaskMailboxTestHarness<String> task = task()) {
            task.processElement(new Watermark(10));
            task.processElement(WatermarkStatus.IDLE);
            task.processEvent(BARRIER);
            run(task);

            List<Object> output = new ArrayList<>(task.getOutput());
            assertThat(output.indexOf(BARRIER)).isBetween(1, 10);
            assertThat(output).hasSize(KEYS + 3).endsWith(new Watermark(10), WatermarkStatus.IDLE);
        }
    }

    @Test
    void anInputThatSpeaksAgainIsNotIdleBehindTheWatermark() throws Exception {
        try (StreamTaskMailboxTestHarness<String> task = task()) {
            task.processElement(new Watermark(10));
            task.processElement(WatermarkStatus.IDLE);
            task.processElement(WatermarkStatus.ACTIVE);
            run(task);

            assertThat(new ArrayList<>(task.getOutput()))
                    .doesNotContain(WatermarkStatus.IDLE)
                    .endsWith(new Watermark(10));
        }
    }

    @Test
    void theEndOfInputLeavesNothing() throws Exception {
        try (StreamTaskMailboxTestHarness<String> task = task()) {
            task.processElement(new Watermark(10));
            task.processElement(element(0, 30));
            task.processElement(Watermark.MAX_WATERMARK);
            task.endInput();
            run(task);

            assertThat(new ArrayList<>(task.getOutput()))
                    .hasSize(KEYS + 1 + 3)
                    .containsSequence(new Watermark(10), new StreamRecord<>("[0]@30", 30), Watermark.MAX_WATERMARK)
                    .endsWith(new EndOfData(StopMode.DRAIN));
        }
    }

    /** What the savepoint holds fires after the restore, not also before the end. */
    @Test
    void aStopWithASavepointLeavesWhatIsDueToIt() throws Exception {
        CheckpointBarrier savepoint = new CheckpointBarrier(
                1,
                1,
                CheckpointOptions.alignedNoTimeout(
                        SavepointType.terminate(SavepointFormatType.CANONICAL),
                        CheckpointStorageLocationReference.getDefault()));
        try (StreamTaskMailboxTestHarness<String> task = task()) {
            task.processElement(new Watermark(10));
            task.processEvent(new EndOfData(StopMode.NO_DRAIN));
            task.processEvent(savepoint);
            run(task);
            task.getStreamTask().notifyCheckpointCompleteAsync(1);
            task.processEvent(EndOfPartitionEvent.INSTANCE);
            run(task);
            task.waitForTaskCompletion();

            List<Object> output = new ArrayList<>(task.getOutput());
            assertThat(output.indexOf(savepoint)).isBetween(1, 10);
            assertThat(output.subList(output.indexOf(savepoint), output.size()))
                    .noneMatch(StreamRecord.class::isInstance);
        }
    }
}
