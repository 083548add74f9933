package io.tidemark.benchmark;

import io.tidemark.event.Origin;
import io.tidemark.event.RawRecord;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Generated requests, decoded inside the source. Its n-th of N splits has every N-th request, so that the event time of
 * all splits goes on alike.
 *
 * @param <T> what a request is decoded to
 */
final class RequestSource<T> implements Source<T, RequestSource.Part, Integer> {
    private static final long serialVersionUID = 1;
    private static final Origin ORIGIN = Origin.kafka("requests", 0, 0);

    /** One request's bytes to what the job works on. */
    interface Decode<T> extends Serializable {
        /** Decodes {@code record}, whose event time is wanted as well. */
        T decode(RawRecord record);

        /** The event time of what was decoded. */
        long time(T decoded);
    }

    private final RequestLines.Shape shape;
    private final long count;
    private final Decode<T> decode;

    RequestSource(RequestLines.Shape shape, long count, Decode<T> decode) {
        this.shape = shape;
        this.count = count;
        this.decode = decode;
    }

    /**
     * Part {@code first} of {@code step}.
     *
     * @param first the index of its first request
     * @param step the number of parts
     * @param next the index of its next request
     */
    record Part(int first, int step, long next) implements SourceSplit {
        @Override
        public String splitId() {
            return Integer.toString(first);
        }
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<T, Part> createReader(SourceReaderContext context) {
        return new Reader<>(new RequestLines(shape), count, decode);
    }

    @Override
    public SplitEnumerator<Part, Integer> createEnumerator(SplitEnumeratorContext<Part> context) {
        return new Parts(context);
    }

    @Override
    public SplitEnumerator<Part, Integer> restoreEnumerator(SplitEnumeratorContext<Part> context, Integer state) {
        return new Parts(context);
    }

    @Override
    public SimpleVersionedSerializer<Part> getSplitSerializer() {
        return new PartSerializer();
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
        return new NothingSerializer();
    }

    /** Gives each reader the part of its number; benchmarks are never restored. */
    private record Parts(SplitEnumeratorContext<Part> context) implements SplitEnumerator<Part, Integer> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, @Nullable String host) {}

        @Override
        public void addSplitsBack(List<Part> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {
            context.assignSplit(new Part(subtask, context.currentParallelism(), subtask), subtask);
            context.signalNoMoreSplits(subtask);
        }

        @Override
        public Integer snapshotState(long checkpoint) {
            return 0;
        }

        @Override
        public void close() {}
    }

    private static final class Reader<T> implements SourceReader<T, Part> {
        private final RequestLines lines;
        private final long count;
        private final Decode<T> decode;
        private final ArrayDeque<Part> parts = new ArrayDeque<>();
        private final CompletableFuture<Void> available = new CompletableFuture<>();
        private @Nullable SourceOutput<T> output;
        private long next;
        private int step;

        Reader(RequestLines lines, long count, Decode<T> decode) {
            this.lines = lines;
            this.count = count;
            this.decode = decode;
        }

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<T> readerOutput) {
            SourceOutput<T> out = output;
            if (out == null) {
                Part part = parts.poll();
                if (part == null) {
                    return InputStatus.NOTHING_AVAILABLE;
                }
                out = readerOutput.createOutputForSplit(part.splitId());
                output = out;
                next = part.next();
                step = part.step();
                Probe.begin();
            }
            if (next >= count) {
                Probe.sourceEnded();
                return InputStatus.END_OF_INPUT;
            }
            byte[] line = lines.line(next);
            next += step;
            T decoded = decode.decode(new RawRecord(line, null, null, Map.of(), ORIGIN));
            out.collect(decoded, decode.time(decoded));
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public List<Part> snapshotState(long checkpoint) {
            return new ArrayList<>(parts);
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return available;
        }

        @Override
        public void addSplits(List<Part> splits) {
            parts.addAll(splits);
            available.complete(null);
        }

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }

    private static final class PartSerializer implements SimpleVersionedSerializer<Part> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Part part) {
            return ByteBuffer.allocate(16)
                    .putInt(part.first())
                    .putInt(part.step())
                    .putLong(part.next())
                    .array();
        }

        @Override
        public Part deserialize(int version, byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new Part(buffer.getInt(), buffer.getInt(), buffer.getLong());
        }
    }

    private static final class NothingSerializer implements SimpleVersionedSerializer<Integer> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Integer state) {
            return new byte[0];
        }

        @Override
        public Integer deserialize(int version, byte[] bytes) {
            return 0;
        }
    }
}
