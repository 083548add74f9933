package io.tidemark.time;

import io.tidemark.event.Decoded;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A source with event time: each partition's watermark is its highest accepted event time − the out-of-orderness − 1 ms,
 * and never goes back, not by a restart either. What Flink's own idleness gets wrong it does otherwise: silence is
 * measured on a clock that goes on only while something arrives anywhere in the job, so an outage of the broker makes
 * nobody idle; and instead of declaring an idle partition absent it lifts it to the least watermark of the others, so
 * that nobody's return finds time far ahead of what all have seen.
 *
 * <p>The enumerators ask the readers at each tick what they have heard, and tell them how long something has been
 * arriving and how far the others are. Cost: two small messages a subtask and tick.
 *
 * <p>If the job says so, sources wait for each other: a partition whose watermark is more than the allowed drift ahead of
 * the least of all partitions of all sources is not read until the others have followed. Flink's own alignment would do it
 * but for three things: what it is to leave out of account it wants to be declared absent; it lets a source run ahead as
 * long as another has not spoken; and it does not ask a reader that waits what it has heard.
 *
 * <p>To be used with {@code WatermarkStrategy.noWatermarks()} without alignment. State: the source's own, and 16 bytes a
 * partition.
 *
 * @param <SplitT> the source's partitions
 * @param <StateT> the state of its enumerator
 */
public final class ActiveSource<SplitT extends SourceSplit, StateT>
        implements Source<Decoded, TimedSplit<SplitT>, StateT> {
    private static final long serialVersionUID = 1;

    private final Source<Decoded, SplitT, StateT> source;
    private final SourceId id;
    private final SourceTime time;
    private final JobTime job;

    private ActiveSource(Source<Decoded, SplitT, StateT> source, SourceId id, SourceTime time, JobTime job) {
        this.source = source;
        this.id = id;
        this.time = time;
        this.job = job;
    }

    /**
     * Wraps {@code source}, whose state it can also take over.
     *
     * @param id which of the job's sources it is
     * @param time how its time moves
     * @param job what it shares with the job's other sources
     */
    public static <SplitT extends SourceSplit, StateT> Source<Decoded, ?, ?> of(
            Source<Decoded, SplitT, StateT> source, SourceId id, SourceTime time, JobTime job) {
        return new ActiveSource<>(source, id, time, job);
    }

    @Override
    public Boundedness getBoundedness() {
        return source.getBoundedness();
    }

    @Override
    public SourceReader<Decoded, TimedSplit<SplitT>> createReader(SourceReaderContext context) throws Exception {
        return new ActiveReader<>(source.createReader(context), context, job, time);
    }

    @Override
    public SplitEnumerator<TimedSplit<SplitT>, StateT> createEnumerator(
            SplitEnumeratorContext<TimedSplit<SplitT>> context) throws Exception {
        ActiveContext<SplitT> within = new ActiveContext<>(context);
        return enumerator(source.createEnumerator(within), within);
    }

    @Override
    public SplitEnumerator<TimedSplit<SplitT>, StateT> restoreEnumerator(
            SplitEnumeratorContext<TimedSplit<SplitT>> context, StateT state) throws Exception {
        ActiveContext<SplitT> within = new ActiveContext<>(context);
        return enumerator(source.restoreEnumerator(within, state), within);
    }

    private SplitEnumerator<TimedSplit<SplitT>, StateT> enumerator(
            SplitEnumerator<SplitT, StateT> enumerator, ActiveContext<SplitT> context) {
        return new ActiveEnumerator<>(enumerator, context, new EnumeratorTime(id, time, job), job);
    }

    @Override
    public SimpleVersionedSerializer<TimedSplit<SplitT>> getSplitSerializer() {
        return new TimedSplitSerializer<>(source.getSplitSerializer());
    }

    @Override
    public SimpleVersionedSerializer<StateT> getEnumeratorCheckpointSerializer() {
        return source.getEnumeratorCheckpointSerializer();
    }
}
