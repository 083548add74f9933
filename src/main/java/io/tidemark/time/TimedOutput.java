package io.tidemark.time;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.jspecify.annotations.Nullable;

/**
 * Passes records on with their event time and lets accepted events move the time of their partition. What the reader
 * within says about time does not get through: it is never idle and emits no watermark.
 */
final class TimedOutput implements ReaderOutput<Decoded> {
    private final ReaderOutput<Decoded> output;
    private final ReaderTime time;
    private final Runnable onEvent;

    /** @param onEvent called for each accepted event */
    TimedOutput(ReaderOutput<Decoded> output, ReaderTime time, Runnable onEvent) {
        this.output = output;
        this.time = time;
        this.onEvent = onEvent;
    }

    @Override
    public void collect(Decoded decoded) {
        pass(decoded, output, null);
    }

    @Override
    public void collect(Decoded decoded, long timestamp) {
        pass(decoded, timestamp, output, null);
    }

    private void pass(Decoded decoded, SourceOutput<Decoded> to, @Nullable SplitTime split) {
        Event event = note(decoded, split);
        if (event == null) {
            to.collect(decoded);
        } else {
            to.collect(decoded, event.time());
        }
    }

    private void pass(Decoded decoded, long timestamp, SourceOutput<Decoded> to, @Nullable SplitTime split) {
        Event event = note(decoded, split);
        to.collect(decoded, event == null ? timestamp : event.time());
    }

    private @Nullable Event note(Decoded decoded, @Nullable SplitTime split) {
        Event event = decoded.event();
        time.heard(event != null);
        if (event != null && split != null) {
            time.accept(split, event.time());
            onEvent.run();
        }
        return event;
    }

    /** Emits what has risen. */
    void emitWatermarks() {
        for (Map.Entry<String, SplitTime> split : time.splits().entrySet()) {
            long watermark = split.getValue().risen();
            if (watermark != Long.MIN_VALUE) {
                output.createOutputForSplit(split.getKey()).emitWatermark(new Watermark(watermark));
            }
        }
        if (time.splits().isEmpty() && time.floorWithoutSplits() != Long.MIN_VALUE) {
            output.emitWatermark(new Watermark(time.floorWithoutSplits()));
        }
    }

    @Override
    public SourceOutput<Decoded> createOutputForSplit(String splitId) {
        return new OfSplit(output.createOutputForSplit(splitId), time.find(splitId));
    }

    @Override
    public void releaseOutputForSplit(String splitId) {
        time.remove(splitId);
        output.releaseOutputForSplit(splitId);
    }

    @Override
    public void emitWatermark(Watermark watermark) {}

    @Override
    public void markIdle() {}

    @Override
    public void markActive() {}

    private final class OfSplit implements SourceOutput<Decoded> {
        private final SourceOutput<Decoded> to;
        private final @Nullable SplitTime split;

        OfSplit(SourceOutput<Decoded> to, @Nullable SplitTime split) {
            this.to = to;
            this.split = split;
        }

        @Override
        public void collect(Decoded decoded) {
            pass(decoded, to, split);
        }

        @Override
        public void collect(Decoded decoded, long timestamp) {
            pass(decoded, timestamp, to, split);
        }

        @Override
        public void emitWatermark(Watermark watermark) {}

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
    }
}
