package io.tidemark.time;

import io.tidemark.event.Decoded;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

/** A reader that keeps the time of its partitions, see {@link ActiveSource}. */
final class ActiveReader<SplitT extends SourceSplit> implements SourceReader<Decoded, TimedSplit<SplitT>> {
    private final SourceReader<Decoded, SplitT> reader;
    private final SourceReaderContext context;
    private final JobTime job;
    private final ReaderTime time;
    private final Wakeup wakeup = new Wakeup();
    private @Nullable TimedOutput output;
    private boolean started;
    private boolean emitting;

    ActiveReader(SourceReader<Decoded, SplitT> reader, SourceReaderContext context, JobTime job, SourceTime source) {
        this.reader = reader;
        this.context = context;
        this.job = job;
        this.time = new ReaderTime(source, job);
    }

    @Override
    public void start() {
        started = true;
        reader.start();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Decoded> readerOutput) throws Exception {
        TimedOutput timed = output;
        if (timed == null) {
            timed = new TimedOutput(readerOutput, time, this::emitSoon);
            timed.emitWatermarks(); // those of restored partitions
            output = timed;
        }
        if (wakeup.answer()) {
            emitting = false;
            applyTick();
            timed.emitWatermarks();
        }
        settle();
        if (time.waits()) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        InputStatus status = reader.pollNext(timed);
        settle();
        if (status == InputStatus.END_OF_INPUT) {
            timed.emitWatermarks();
            context.sendSourceEventToCoordinator(new Report(0, Report.ENDED, true, false, Report.Times.NONE));
        }
        return status;
    }

    private void settle() {
        if (time.isUnsettled()) {
            ReaderTime.Turn turn = time.align();
            if (!turn.isNone()) {
                reader.pauseOrResumeSplits(turn.stopped(), turn.resumed());
            }
        }
    }

    /** Watermarks follow the records at some distance, so that there are not as many of them. */
    private void emitSoon() {
        if (!emitting) {
            emitting = true;
            new CompletableFuture<Void>()
                    .completeOnTimeout(null, job.emitMs(), TimeUnit.MILLISECONDS)
                    .thenRun(wakeup::ring);
        }
    }

    private void applyTick() {
        Report report = time.apply();
        if (report != null) {
            context.sendSourceEventToCoordinator(report);
        }
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        if (event instanceof Tick tick) {
            time.offer(tick);
            wakeup.ring();
        } else {
            reader.handleSourceEvents(event);
        }
    }

    @Override
    public List<TimedSplit<SplitT>> snapshotState(long checkpointId) {
        return reader.snapshotState(checkpointId).stream()
                .map(split -> {
                    SplitTime known = time.find(split.splitId());
                    return known == null
                            ? TimedSplit.fresh(split)
                            : new TimedSplit<>(split, known.highest(), known.watermark());
                })
                .toList();
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return time.waits() ? wakeup.alone() : wakeup.or(reader.isAvailable());
    }

    @Override
    public void addSplits(List<TimedSplit<SplitT>> splits) {
        splits.forEach(split -> time.add(split, !started));
        reader.addSplits(splits.stream().map(TimedSplit::split).toList());
        wakeup.ring();
    }

    @Override
    public void notifyNoMoreSplits() {
        reader.notifyNoMoreSplits();
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        reader.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        reader.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public void close() throws Exception {
        reader.close();
    }
}
