package io.tidemark.job;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Events of several partitions, given beforehand, each partition in its order. It paces itself so that checkpoints fall
 * among its events, waits for one now and then, and fails where it was told to, once at each place.
 */
final class ScriptedSource implements Source<Decoded, ScriptedSource.Part, Integer> {
    private static final long serialVersionUID = 1;
    private static final long PACE_NANOS = 100_000;
    /** The scripts, which stay where they are made. */
    private static final Map<String, Script> SCRIPTS = new ConcurrentHashMap<>();

    private final String run;

    /**
     * What happens.
     *
     * @param partitions the events
     * @param waitEach before every so many events of a partition, and at its end, a checkpoint has to complete
     * @param failures places, {@link #place}, that make it fail once each; taken out as they do
     */
    record Script(List<List<Event>> partitions, int waitEach, Set<Integer> failures) {}

    /** @param run a name of its own for each script */
    ScriptedSource(String run, Script script) {
        this.run = run;
        SCRIPTS.put(run, script);
    }

    /** Before the event {@code index} of {@code partition}. */
    static int place(int partition, int index) {
        return partition * 1_000_000 + index;
    }

    /**
     * A partition.
     *
     * @param number its number
     * @param next the index of its next event
     */
    record Part(int number, int next) implements SourceSplit {
        @Override
        public String splitId() {
            return Integer.toString(number);
        }
    }

    private static Script script(String run) {
        return java.util.Objects.requireNonNull(SCRIPTS.get(run));
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<Decoded, Part> createReader(SourceReaderContext context) {
        return new Reader(script(run));
    }

    @Override
    public SplitEnumerator<Part, Integer> createEnumerator(SplitEnumeratorContext<Part> context) {
        return new Parts(context, script(run).partitions().size());
    }

    @Override
    public SplitEnumerator<Part, Integer> restoreEnumerator(SplitEnumeratorContext<Part> context, Integer unassigned) {
        return new Parts(context, unassigned);
    }

    @Override
    public SimpleVersionedSerializer<Part> getSplitSerializer() {
        return new PartSerializer();
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
        return new IntegerSerializer();
    }

    /** Hands out the partitions in turn once all readers are there. */
    private static final class Parts implements SplitEnumerator<Part, Integer> {
        private final SplitEnumeratorContext<Part> context;
        private final Map<Integer, List<Part>> back = new TreeMap<>();
        private int unassigned;

        Parts(SplitEnumeratorContext<Part> context, int unassigned) {
            this.context = context;
            this.unassigned = unassigned;
        }

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, @Nullable String host) {}

        @Override
        public void addSplitsBack(List<Part> splits, int subtask) {
            back.computeIfAbsent(subtask, ignored -> new ArrayList<>()).addAll(splits);
        }

        @Override
        public void addReader(int subtask) {
            if (context.registeredReaders().size() < context.currentParallelism()) {
                return;
            }
            for (int part = 0; part < unassigned; part++) {
                context.assignSplit(new Part(part, 0), part % context.currentParallelism());
            }
            unassigned = 0;
            back.forEach((reader, parts) -> parts.forEach(part -> context.assignSplit(part, reader)));
            back.clear();
            for (int reader = 0; reader < context.currentParallelism(); reader++) {
                context.signalNoMoreSplits(reader);
            }
        }

        @Override
        public Integer snapshotState(long checkpoint) {
            return unassigned;
        }

        @Override
        public void close() {}
    }

    private static final class Reader implements SourceReader<Decoded, Part> {
        private final Script script;
        private final List<Part> parts = new ArrayList<>();
        private CompletableFuture<Void> available = new CompletableFuture<>();
        private boolean noMore;
        private boolean waits;
        private int waitedAt = -1;
        private int turn;

        Reader(Script script) {
            this.script = script;
        }

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<Decoded> output) {
            if (parts.isEmpty() || waits) {
                return noMore && !waits ? InputStatus.END_OF_INPUT : nothing();
            }
            turn = (turn + 1) % parts.size();
            Part part = parts.get(turn);
            List<Event> events = script.partitions().get(part.number());
            int place = place(part.number(), part.next());
            if ((part.next() == events.size() || (part.next() + 1) % script.waitEach() == 0) && waitedAt != place) {
                waitedAt = place;
                waits = true;
                turn--;
                return nothing();
            }
            if (script.failures().remove(place)) {
                throw new IllegalStateException("the test wants it so");
            }
            if (part.next() == events.size()) {
                parts.remove(turn);
                output.releaseOutputForSplit(part.splitId());
                return InputStatus.MORE_AVAILABLE;
            }
            Event event = events.get(part.next());
            output.createOutputForSplit(part.splitId()).collect(Decoded.accepted(event), event.time());
            parts.set(turn, new Part(part.number(), part.next() + 1));
            LockSupport.parkNanos(PACE_NANOS);
            return InputStatus.MORE_AVAILABLE;
        }

        private InputStatus nothing() {
            if (available.isDone()) {
                available = new CompletableFuture<>();
            }
            return InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public List<Part> snapshotState(long checkpoint) {
            return List.copyOf(parts);
        }

        @Override
        public void notifyCheckpointComplete(long checkpoint) {
            waits = false;
            available.complete(null);
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
        public void notifyNoMoreSplits() {
            noMore = true;
            available.complete(null);
        }

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
            return ByteBuffer.allocate(8)
                    .putInt(part.number())
                    .putInt(part.next())
                    .array();
        }

        @Override
        public Part deserialize(int version, byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new Part(buffer.getInt(), buffer.getInt());
        }
    }

    private static final class IntegerSerializer implements SimpleVersionedSerializer<Integer> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Integer value) {
            return ByteBuffer.allocate(4).putInt(value).array();
        }

        @Override
        public Integer deserialize(int version, byte[] bytes) {
            return ByteBuffer.wrap(bytes).getInt();
        }
    }
}
