package io.tidemark.connector;

import io.tidemark.event.Decoded;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.jspecify.annotations.Nullable;

/** Generated events, as one partition. Its state is the number of those already given. */
public final class GeneratorSource {
    private static final double NANOS = 1e9;

    private GeneratorSource() {}

    /**
     * A source of generated events.
     *
     * @param count how many, or null for no end
     * @param paced whether to give them at the generator's rate by the wall clock, else as fast as they are taken
     * @param type serializes the events
     */
    public static Source<Decoded, ?, ?> create(
            EventGenerator generator, @Nullable Long count, boolean paced, TypeInformation<Decoded> type) {
        return new SingleSplitSource<>(
                opener(generator, count, paced),
                count == null ? Boundedness.CONTINUOUS_UNBOUNDED : Boundedness.BOUNDED,
                type);
    }

    static Cursor.Opener<Decoded> opener(EventGenerator generator, @Nullable Long count, boolean paced) {
        long end = count == null ? Long.MAX_VALUE : count;
        return position -> {
            long first = position == null ? 0 : ByteBuffer.wrap(position).getLong();
            return new Generated(generator, first, end, paced ? System::nanoTime : null);
        };
    }

    /** The events from {@code first} on; with a clock, each is given when it is due since the cursor was opened. */
    static final class Generated implements Cursor<Decoded> {
        private final EventGenerator generator;
        private final long end;
        private final @Nullable LongSupplier clockNanos;
        private final long first;
        private final long startNanos;
        private long next;

        Generated(EventGenerator generator, long first, long end, @Nullable LongSupplier clockNanos) {
            this.generator = generator;
            this.first = first;
            this.next = first;
            this.end = end;
            this.clockNanos = clockNanos;
            this.startNanos = clockNanos == null ? 0 : clockNanos.getAsLong();
        }

        @Override
        public @Nullable Decoded next() {
            if (next >= end || waitNanos() > 0) {
                return null;
            }
            return Decoded.accepted(generator.event(next++));
        }

        private double waitNanos() {
            if (clockNanos == null) {
                return 0;
            }
            return (next - first) / generator.rate() * NANOS - (clockNanos.getAsLong() - startNanos);
        }

        @Override
        public long pauseMs() {
            return next >= end ? ENDED : Math.max(1, (long) (waitNanos() / 1e6));
        }

        @Override
        public long timestamp(Decoded record) {
            return EventTimes.of(record);
        }

        @Override
        public byte[] position() {
            return ByteBuffer.allocate(Long.BYTES).putLong(next).array();
        }

        @Override
        public void close() {}
    }
}
