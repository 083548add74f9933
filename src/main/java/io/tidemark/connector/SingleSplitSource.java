package io.tidemark.connector;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A source whose records come from one {@link Cursor}, in order, as one partition, whatever the parallelism. Its state
 * is the cursor's position, so that it goes on exactly behind the last record of the checkpoint.
 *
 * @param <T> the records
 */
final class SingleSplitSource<T> implements Source<T, PositionSplit, Boolean>, ResultTypeQueryable<T> {
    private static final long serialVersionUID = 1;

    private final Cursor.Opener<T> opener;
    private final Boundedness boundedness;
    private final TypeInformation<T> type;

    SingleSplitSource(Cursor.Opener<T> opener, Boundedness boundedness, TypeInformation<T> type) {
        this.opener = opener;
        this.boundedness = boundedness;
        this.type = type;
    }

    @Override
    public Boundedness getBoundedness() {
        return boundedness;
    }

    @Override
    public SplitEnumerator<PositionSplit, Boolean> createEnumerator(SplitEnumeratorContext<PositionSplit> context) {
        return new SingleSplitEnumerator(context, false);
    }

    @Override
    public SplitEnumerator<PositionSplit, Boolean> restoreEnumerator(
            SplitEnumeratorContext<PositionSplit> context, Boolean assigned) {
        return new SingleSplitEnumerator(context, assigned);
    }

    @Override
    public SimpleVersionedSerializer<PositionSplit> getSplitSerializer() {
        return new PositionSplit.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<Boolean> getEnumeratorCheckpointSerializer() {
        return new SingleSplitEnumerator.AssignedSerializer();
    }

    @Override
    public SourceReader<T, PositionSplit> createReader(SourceReaderContext context) {
        return new SingleSplitReader<>(opener);
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return type;
    }
}
