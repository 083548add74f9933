package io.tidemark.aggregate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** What a savepoint says of the accumulators in it: their slots. Only the same slots can read them. */
public final class WindowAccumulatorSerializerSnapshot implements TypeSerializerSnapshot<WindowAccumulator> {
    private static final int VERSION = 1;

    private List<Slot> slots;

    /** For Flink, which then calls {@link #readSnapshot}. */
    public WindowAccumulatorSerializerSnapshot() {
        this(List.of());
    }

    WindowAccumulatorSerializerSnapshot(List<Slot> slots) {
        this.slots = slots;
    }

    @Override
    public int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
        out.writeInt(slots.size());
        for (Slot slot : slots) {
            out.writeInt(slot.input());
            out.writeByte(slot.kind().code());
            out.writeDouble(slot.accuracy());
        }
    }

    @Override
    public void readSnapshot(int readVersion, DataInputView in, ClassLoader userCodeClassLoader) throws IOException {
        if (readVersion != VERSION) {
            throw new IOException(
                    "window state described in version " + readVersion + "; this Tidemark reads version " + VERSION);
        }
        int size = in.readInt();
        List<Slot> read = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            read.add(new Slot(in.readInt(), AccumulatorKind.ofCode(in.readUnsignedByte()), in.readDouble()));
        }
        slots = List.copyOf(read);
    }

    @Override
    public TypeSerializer<WindowAccumulator> restoreSerializer() {
        return new WindowAccumulatorSerializer(slots);
    }

    @Override
    public TypeSerializerSchemaCompatibility<WindowAccumulator> resolveSchemaCompatibility(
            TypeSerializerSnapshot<WindowAccumulator> oldSnapshot) {
        return oldSnapshot instanceof WindowAccumulatorSerializerSnapshot old && slots.equals(old.slots)
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.incompatible();
    }
}
