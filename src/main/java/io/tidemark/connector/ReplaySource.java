package io.tidemark.connector;

import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.jspecify.annotations.Nullable;

/**
 * Merges the inputs of a replay into one sequence, by one reader, as one partition. The next record comes from the input
 * whose highest event time so far is lowest (ties: the first of the list); one that has given no event yet is lowest,
 * one that has ended holds nothing back; the order inside an input is kept.
 *
 * <p>Each event and rejected record is stamped with its position, from 1 over all inputs and records, and with the
 * highest accepted event time the reader had reached with it, {@link io.tidemark.event.Event#NOT_REPLAYED} before the
 * first. A record's timestamp is its event time. State: how many records were given; the inputs are read again up to
 * there.
 */
public final class ReplaySource {
    private ReplaySource() {}

    /** A bounded source of the records of {@code inputs}, in the order of the command line. */
    public static Source<ReplayRecord, ?, ?> create(List<ReplayInput> inputs) {
        return create(inputs, null);
    }

    /**
     * A bounded source of the records of {@code inputs}, behind which time passes.
     *
     * @param untilMs the time that is reached at the end, milliseconds since the epoch, or null for no more than the records
     */
    public static Source<ReplayRecord, ?, ?> create(List<ReplayInput> inputs, @Nullable Long untilMs) {
        List<ReplayInput> copy = List.copyOf(inputs);
        return new SingleSplitSource<>(
                position -> ReplayCursor.open(copy, untilMs, position),
                Boundedness.BOUNDED,
                new ReplayRecordTypeInfo(copy.stream().map(ReplayInput::type).toList()));
    }
}
