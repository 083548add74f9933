package io.tidemark.time;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.jspecify.annotations.Nullable;

/** An enumerator that keeps its readers' time together, see {@link ActiveSource}. Its state is that of the one within. */
final class ActiveEnumerator<SplitT extends SourceSplit, StateT>
        implements SplitEnumerator<TimedSplit<SplitT>, StateT> {
    private final SplitEnumerator<SplitT, StateT> enumerator;
    private final ActiveContext<SplitT> within;
    private final SplitEnumeratorContext<TimedSplit<SplitT>> context;
    private final EnumeratorTime time;
    private final JobTime job;
    private final JobClock clock;
    private volatile boolean closed;

    ActiveEnumerator(
            SplitEnumerator<SplitT, StateT> enumerator,
            ActiveContext<SplitT> within,
            EnumeratorTime time,
            JobTime job) {
        this.enumerator = enumerator;
        this.within = within;
        this.context = within.outer();
        this.time = time;
        this.job = job;
        this.clock = JobClock.join(job.token());
        time.join(clock);
        within.onAssigned((splits, subtask) -> time.assign(subtask, splits));
    }

    @Override
    public void start() {
        enumerator.start();
        tickLater();
    }

    /** Not by {@code callAsync}, whose only thread may be waiting for a broker that is away. */
    private void tickLater() {
        new CompletableFuture<Void>()
                .completeOnTimeout(null, job.tickMs(), TimeUnit.MILLISECONDS)
                .thenRun(this::tickInCoordinatorThread);
    }

    private void tickInCoordinatorThread() {
        if (closed) {
            return;
        }
        try {
            context.runInCoordinatorThread(() -> {
                tick();
                tickLater();
            });
        } catch (RejectedExecutionException e) {
            closed = true; // the coordinator has gone in between
        }
    }

    private void tick() {
        if (closed) {
            return;
        }
        Tick tick = time.tick(clock, job.clock().millis(), context.currentParallelism());
        for (int subtask : context.registeredReaders().keySet()) {
            if (!time.hasEnded(subtask)) {
                context.sendEventToSourceReader(subtask, tick);
            }
        }
    }

    @Override
    public void handleSourceEvent(int subtask, SourceEvent event) {
        if (event instanceof Report report) {
            time.report(subtask, report, clock);
        } else {
            enumerator.handleSourceEvent(subtask, event);
        }
    }

    @Override
    public void handleSplitRequest(int subtask, @Nullable String host) {
        enumerator.handleSplitRequest(subtask, host);
    }

    @Override
    public void addSplitsBack(List<TimedSplit<SplitT>> splits, int subtask) {
        time.removeReader(subtask);
        enumerator.addSplitsBack(within.takeBack(splits), subtask);
    }

    @Override
    public void addReader(int subtask) {
        time.addReader(subtask);
        enumerator.addReader(subtask);
    }

    @Override
    public StateT snapshotState(long checkpointId) throws Exception {
        return enumerator.snapshotState(checkpointId);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        enumerator.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        enumerator.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        JobClock.leave(job.token(), clock);
        enumerator.close();
    }
}
