package io.tidemark.time;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;

/** What the enumerator within sees of Flink: partitions without their times, which are kept while it has them back. */
final class ActiveContext<SplitT extends SourceSplit> implements SplitEnumeratorContext<SplitT> {
    private final SplitEnumeratorContext<TimedSplit<SplitT>> context;
    private final Map<String, TimedSplit<SplitT>> returned = new HashMap<>();
    private ObjIntConsumer<Integer> onAssigned = (splits, subtask) -> {};

    ActiveContext(SplitEnumeratorContext<TimedSplit<SplitT>> context) {
        this.context = context;
    }

    /** The context of the enumerator without. */
    SplitEnumeratorContext<TimedSplit<SplitT>> outer() {
        return context;
    }

    /** Tells {@code listener} how many partitions a subtask is given. */
    void onAssigned(ObjIntConsumer<Integer> listener) {
        onAssigned = listener;
    }

    /** Takes partitions of a failed reader back. */
    List<SplitT> takeBack(List<TimedSplit<SplitT>> splits) {
        splits.forEach(split -> returned.put(split.splitId(), split));
        return splits.stream().map(TimedSplit::split).toList();
    }

    @Override
    public void assignSplits(SplitsAssignment<SplitT> assignment) {
        Map<Integer, List<TimedSplit<SplitT>>> timed = new HashMap<>();
        assignment.assignment().forEach((subtask, splits) -> {
            timed.put(subtask, splits.stream().map(this::timed).toList());
            onAssigned.accept(splits.size(), subtask);
        });
        context.assignSplits(new SplitsAssignment<>(timed));
    }

    private TimedSplit<SplitT> timed(SplitT split) {
        TimedSplit<SplitT> known = returned.remove(split.splitId());
        return known == null ? TimedSplit.fresh(split) : new TimedSplit<>(split, known.highest(), known.floor());
    }

    @Override
    public SplitEnumeratorMetricGroup metricGroup() {
        return context.metricGroup();
    }

    @Override
    public void sendEventToSourceReader(int subtask, SourceEvent event) {
        context.sendEventToSourceReader(subtask, event);
    }

    @Override
    public void sendEventToSourceReader(int subtask, int attempt, SourceEvent event) {
        context.sendEventToSourceReader(subtask, attempt, event);
    }

    @Override
    public int currentParallelism() {
        return context.currentParallelism();
    }

    @Override
    public Map<Integer, ReaderInfo> registeredReaders() {
        return context.registeredReaders();
    }

    @Override
    public Map<Integer, Map<Integer, ReaderInfo>> registeredReadersOfAttempts() {
        return context.registeredReadersOfAttempts();
    }

    @Override
    public void signalNoMoreSplits(int subtask) {
        context.signalNoMoreSplits(subtask);
    }

    @Override
    public <T> void callAsync(Callable<T> call, BiConsumer<T, Throwable> handler) {
        context.callAsync(call, handler);
    }

    @Override
    public <T> void callAsync(Callable<T> call, BiConsumer<T, Throwable> handler, long delayMs, long periodMs) {
        context.callAsync(call, handler, delayMs, periodMs);
    }

    @Override
    public void runInCoordinatorThread(Runnable action) {
        context.runInCoordinatorThread(action);
    }

    @Override
    public void setIsProcessingBacklog(boolean backlog) {
        context.setIsProcessingBacklog(backlog);
    }
}
