package io.tidemark.time;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.function.BooleanSupplier;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.MailboxExecutor.MailOptions;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.io.network.api.writer.ResultPartitionWriter;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.concurrent.NeverCompleteFuture;
import org.jspecify.annotations.Nullable;

/**
 * Passes an operator's watermarks on, each after all that must be done before it. Where that is much, it stands back for a
 * mail that waits, such as the barrier of an unaligned checkpoint, and while the output has no free buffer; then it goes
 * on. In a task that reads from others one element comes in after each step, so that a barrier among records does not wait
 * for all the work either. Of a watermark whose work takes more than 2^20 steps, the next 2^20 are done two at a time
 * between elements, those after them four at a time and so on, so that a task with more work than time holds its input up
 * in the end. A watermark that comes while another stands back takes its place.
 *
 * <p>Flink's own interruptible timers wait for buffers with all mails behind them, keep a barrier among records waiting, and
 * are lost if the operator is finished while they stand back.
 */
public final class InterruptibleWatermarks {
    private static final int DOUBLING_BITS = 20;
    private static final long MOST_DOUBLINGS = 40;

    private final Work work;
    private final Output<?> output;
    private final MailboxExecutor mailbox;
    private final ResultPartitionWriter[] writers;
    private final boolean readsFromOthers;
    private final ProcessingTimeService clock;

    private @Nullable Watermark pending;
    private boolean idleFollows;
    private boolean goesOn;
    private boolean stopped;
    private long steps;
    private long stepsSinceElement;

    /** What an operator does before a watermark. */
    @FunctionalInterface
    public interface Work {
        /**
         * Does what has not been done yet.
         *
         * @param mark the watermark that is to be passed on
         * @param stops whether to stand back, asked after each small step
         * @return whether all is done
         */
        boolean before(Watermark mark, BooleanSupplier stops) throws Exception;
    }

    /**
     * The watermarks of {@code operator}, which is set up.
     *
     * @param output where they are passed on to
     */
    public InterruptibleWatermarks(AbstractStreamOperator<?> operator, Output<?> output, Work work) {
        this.work = work;
        this.output = output;
        this.mailbox = operator.getContainingTask()
                .getMailboxExecutorFactory()
                .createExecutor(operator.getOperatorConfig().getChainIndex());
        Environment environment = operator.getContainingTask().getEnvironment();
        this.writers = environment.getAllWriters();
        this.readsFromOthers = environment.getAllInputGates().length > 0;
        this.clock = operator.getProcessingTimeService();
    }

    /** Passes {@code mark} on, now or later. What stood back is passed on with it, but for the end of time, which is none. */
    public void process(Watermark mark) throws Exception {
        if (mark.getTimestamp() == Long.MAX_VALUE) {
            complete();
        }
        pending = mark;
        advance();
    }

    /** Passes {@code status} on; that the input is idle, behind the watermark that stands back, which would not be heeded. */
    public void process(WatermarkStatus status) {
        idleFollows = pending != null && status.isIdle();
        if (!idleFollows) {
            output.emitWatermarkStatus(status);
        }
    }

    /** Passes {@code mark} on later. */
    public void processLater(Watermark mark) {
        pending = mark;
        goOnLater();
    }

    /**
     * To be called in each snapshot. If the job is stopped with it, not drained, what stands back is in it and must not be
     * done any more: a sink that does not wait for checkpoints would have it twice.
     */
    public void snapshot() {
        if (pending == null) {
            return;
        }
        // Flink says in no other way that input has ended so: from then on timers of the wall clock are never called.
        ScheduledFuture<?> probe = clock.registerTimer(Long.MAX_VALUE, time -> {});
        stopped = probe instanceof NeverCompleteFuture;
        probe.cancel(false);
    }

    /** The watermark that stands back, or null. */
    public @Nullable Watermark pending() {
        return pending;
    }

    /** Passes on what stood back. */
    public void complete() throws Exception {
        if (pending != null) {
            advance(pending, () -> false);
        }
    }

    private void advance() throws Exception {
        if (pending != null && !advance(pending, this::stops)) {
            goOnLater();
        }
    }

    private boolean advance(Watermark mark, BooleanSupplier stops) throws Exception {
        stepsSinceElement = 0;
        if (!work.before(mark, stops)) {
            return false;
        }
        pending = null;
        steps = 0;
        output.emitWatermark(mark);
        if (idleFollows) {
            idleFollows = false;
            output.emitWatermarkStatus(WatermarkStatus.IDLE);
        }
        return true;
    }

    private boolean stops() {
        steps++;
        stepsSinceElement++;
        if (readsFromOthers && isElementDue(steps, stepsSinceElement) || mailbox.shouldInterrupt()) {
            return true;
        }
        for (ResultPartitionWriter writer : writers) {
            if (!writer.isAvailable()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether it is an element's turn.
     *
     * @param steps the steps before the watermark so far
     * @param stepsSinceElement those since an element might come in
     */
    static boolean isElementDue(long steps, long stepsSinceElement) {
        return stepsSinceElement >> Math.min(steps >> DOUBLING_BITS, MOST_DOUBLINGS) > 0;
    }

    private void goOnLater() {
        if (goesOn) {
            return;
        }
        goesOn = true;
        CompletableFuture<?>[] full = new CompletableFuture<?>[writers.length];
        int count = 0;
        for (ResultPartitionWriter writer : writers) {
            if (!writer.isAvailable()) {
                full[count++] = writer.getAvailableFuture();
            }
        }
        if (count == 0) {
            sendGoOn();
        } else {
            CompletableFuture.allOf(Arrays.copyOf(full, count)).thenRun(this::sendGoOn);
        }
    }

    private void sendGoOn() {
        try {
            mailbox.execute(MailOptions.deferrable(), this::goOn, "go on before a watermark");
        } catch (RejectedExecutionException e) {
            // The task ends, stopped with a savepoint, which has what is left.
        }
    }

    private void goOn() throws Exception {
        goesOn = false;
        if (!stopped) {
            advance();
        }
    }
}
