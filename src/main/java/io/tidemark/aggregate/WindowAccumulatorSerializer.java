package io.tidemark.aggregate;

import io.tidemark.event.Event;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * Writes the accumulators of one layout in their one canonical form.
 *
 * <p>Format: length of what follows (four bytes), version (one byte), event count, read time (a byte 0 if there is
 * none), then each slot in order.
 * An accumulator of no values takes one or two bytes.
 */
final class WindowAccumulatorSerializer extends TypeSerializer<WindowAccumulator> {
    /** Written at the head of each record; a reader of a later version reads all earlier ones. */
    static final int VERSION = 1;

    private static final long serialVersionUID = 1;

    private final Slot[] slots;
    private transient @Nullable CompactOutput output;
    private transient @Nullable CompactInput input;

    WindowAccumulatorSerializer(List<Slot> slots) {
        this.slots = slots.toArray(Slot[]::new);
    }

    List<Slot> slots() {
        return List.of(slots);
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public TypeSerializer<WindowAccumulator> duplicate() {
        return new WindowAccumulatorSerializer(slots());
    }

    @Override
    public WindowAccumulator createInstance() {
        Accumulator[] accumulators = new Accumulator[slots.length];
        for (int i = 0; i < slots.length; i++) {
            accumulators[i] = slots[i].create();
        }
        return new WindowAccumulator(accumulators);
    }

    @Override
    public WindowAccumulator copy(WindowAccumulator from) {
        return from.copy();
    }

    @Override
    public WindowAccumulator copy(WindowAccumulator from, WindowAccumulator reuse) {
        return from.copy();
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(WindowAccumulator accumulator, DataOutputView target) throws IOException {
        CompactOutput out = output();
        out.clear();
        out.writeByte(VERSION);
        out.writeUnsigned(accumulator.eventCount);
        boolean replayed = accumulator.readTime != Event.NOT_REPLAYED;
        out.writeByte(replayed ? 1 : 0);
        if (replayed) {
            out.writeSigned(accumulator.readTime);
        }
        for (int i = 0; i < slots.length; i++) {
            accumulator.slot(i).write(out);
        }
        target.writeInt(out.size());
        target.write(out.buffer(), 0, out.size());
    }

    @Override
    public WindowAccumulator deserialize(DataInputView source) throws IOException {
        CompactInput in = input();
        int length = source.readInt();
        source.readFully(in.refill(length), 0, length);
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("window state of version " + version + "; this Tidemark reads version " + VERSION);
        }
        long eventCount = in.readUnsigned();
        long readTime = in.readByte() == 0 ? Event.NOT_REPLAYED : in.readSigned();
        Accumulator[] accumulators = new Accumulator[slots.length];
        for (int i = 0; i < slots.length; i++) {
            accumulators[i] = slots[i].read(in);
        }
        if (in.position() != length) {
            throw new IOException("window state has " + length + " bytes, of which " + in.position() + " were read");
        }
        WindowAccumulator accumulator = new WindowAccumulator(accumulators);
        accumulator.eventCount = eventCount;
        accumulator.readTime = readTime;
        return accumulator;
    }

    @Override
    public WindowAccumulator deserialize(WindowAccumulator reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = source.readInt();
        // Through a buffer, as Flink's DataOutputSerializer does not grow when it copies from a view.
        byte[] buffer = input().refill(length);
        source.readFully(buffer, 0, length);
        target.writeInt(length);
        target.write(buffer, 0, length);
    }

    private CompactOutput output() {
        CompactOutput known = output;
        if (known == null) {
            known = new CompactOutput();
            output = known;
        }
        return known;
    }

    private CompactInput input() {
        CompactInput known = input;
        if (known == null) {
            known = new CompactInput();
            input = known;
        }
        return known;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WindowAccumulatorSerializer that && slots().equals(that.slots());
    }

    @Override
    public int hashCode() {
        return slots().hashCode();
    }

    @Override
    public TypeSerializerSnapshot<WindowAccumulator> snapshotConfiguration() {
        return new WindowAccumulatorSerializerSnapshot(slots());
    }
}
