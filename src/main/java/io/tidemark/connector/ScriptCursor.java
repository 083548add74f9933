package io.tidemark.connector;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps of a script; see {@link ScriptSource}. */
final class ScriptCursor implements Cursor<ReplayRecord> {
    private static final long GATE_PAUSE_MS = 2;

    private final List<ScriptStep> steps;
    private final String gate;
    private final ReplayStamp stamp;
    private int next;

    ScriptCursor(List<ScriptStep> steps, String gate, byte @Nullable [] position) {
        this.steps = steps;
        this.gate = gate;
        ByteBuffer kept = position == null ? null : ByteBuffer.wrap(position);
        this.next = kept == null ? 0 : kept.getInt();
        this.stamp = kept == null ? new ReplayStamp() : new ReplayStamp(kept.getLong(), kept.getLong());
    }

    @Override
    public @Nullable ReplayRecord next() {
        while (next < steps.size()) {
            ScriptStep step = steps.get(next);
            if (step instanceof ScriptStep.Given given) {
                next++;
                return new ReplayRecord(
                        given.input(), stamp.stamp(given.decoder().decode(given.record())));
            }
            if (step instanceof ScriptStep.TimeReached reached) {
                next++;
                return ReplayRecord.timeReached(reached.timeMs());
            }
            if (step instanceof ScriptStep.Wait wait) {
                next++;
                return ReplayRecord.timeWaited(wait.millis());
            }
            if (step instanceof ScriptStep.Silence silence) {
                next++;
                return ReplayRecord.timeSilent(silence.millis());
            }
            if (!ScriptGate.of(gate).passes(next, step)) {
                return null;
            }
            next++;
        }
        return null;
    }

    @Override
    public long pauseMs() {
        return next < steps.size() ? GATE_PAUSE_MS : ENDED;
    }

    @Override
    public long timestamp(ReplayRecord record) {
        return record.isTime() ? NO_TIMESTAMP : EventTimes.of(record.decoded());
    }

    @Override
    public byte[] position() {
        return ByteBuffer.allocate(Integer.BYTES + 2 * Long.BYTES)
                .putInt(next)
                .putLong(stamp.position())
                .putLong(stamp.readTime())
                .array();
    }

    @Override
    public void close() {}
}
