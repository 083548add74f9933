package io.tidemark.connector;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The merged records of all inputs of a replay; see {@link ReplaySource}. */
final class ReplayCursor implements Cursor<ReplayRecord> {
    private final List<Input> open = new ArrayList<>();
    private final ReplayStamp stamp = new ReplayStamp();

    private final @Nullable Long untilMs;
    private boolean timeGiven;

    private ReplayCursor(@Nullable Long untilMs) {
        this.untilMs = untilMs;
    }

    static ReplayCursor open(List<ReplayInput> inputs, byte @Nullable [] position) throws IOException {
        return open(inputs, null, position);
    }

    static ReplayCursor open(List<ReplayInput> inputs, @Nullable Long untilMs, byte @Nullable [] position)
            throws IOException {
        ReplayCursor cursor = new ReplayCursor(untilMs);
        try {
            for (int i = 0; i < inputs.size(); i++) {
                cursor.open.add(new Input(i, inputs.get(i).opener().open(null)));
            }
            long given = position == null ? 0 : ByteBuffer.wrap(position).getLong();
            while (cursor.stamp.position() < given && cursor.next() != null) {
                // Read again what was given before.
            }
        } catch (IOException e) {
            cursor.close();
            throw e;
        }
        return cursor;
    }

    @Override
    public @Nullable ReplayRecord next() throws IOException {
        while (!open.isEmpty()) {
            Input input = lowest();
            Decoded decoded = input.cursor.next();
            if (decoded != null) {
                return stamp(input, decoded);
            }
            open.remove(input);
            input.cursor.close();
        }
        if (untilMs == null || timeGiven) {
            return null;
        }
        timeGiven = true;
        return ReplayRecord.timeReached(untilMs);
    }

    private Input lowest() {
        Input lowest = open.get(0);
        for (Input input : open) {
            if (input.highest < lowest.highest) {
                lowest = input;
            }
        }
        return lowest;
    }

    private ReplayRecord stamp(Input input, Decoded decoded) {
        Event event = decoded.event();
        if (event != null) {
            input.highest = Math.max(input.highest, event.time());
        }
        return new ReplayRecord(input.index, stamp.stamp(decoded));
    }

    @Override
    public long pauseMs() {
        return ENDED;
    }

    @Override
    public long timestamp(ReplayRecord record) {
        return record.isTime() ? NO_TIMESTAMP : EventTimes.of(record.decoded());
    }

    @Override
    public byte[] position() {
        return ByteBuffer.allocate(Long.BYTES).putLong(stamp.position()).array();
    }

    @Override
    public void close() throws IOException {
        for (Input input : open) {
            input.cursor.close();
        }
    }

    private static final class Input {
        final int index;
        final Cursor<Decoded> cursor;
        long highest = Long.MIN_VALUE;

        Input(int index, Cursor<Decoded> cursor) {
            this.index = index;
            this.cursor = cursor;
        }
    }
}
