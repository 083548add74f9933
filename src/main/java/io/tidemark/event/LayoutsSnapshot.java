package io.tidemark.event;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** The snapshot of a serializer of rows: its version and the schemas its rows were written under. */
abstract class LayoutsSnapshot<T> implements TypeSerializerSnapshot<T> {
    private static final int VERSION = 1;

    private @Nullable RowLayouts layouts;
    private @Nullable RowSerializer<T> restored;

    LayoutsSnapshot() {}

    LayoutsSnapshot(RowLayouts layouts) {
        this.layouts = layouts;
    }

    abstract RowSerializer<T> serializer(RowLayouts layouts);

    /** Writes what the serializer needs beside its layouts. */
    void writeRest(DataOutputView out) throws IOException {}

    /** Reads what {@link #writeRest} wrote. */
    void readRest(DataInputView in) throws IOException {}

    /** Whether what is beside the layouts allows to read what {@code old} wrote. */
    boolean restFits(LayoutsSnapshot<T> old) {
        return true;
    }

    private RowLayouts layouts() {
        if (layouts == null) {
            throw new IllegalStateException("the snapshot has not been read");
        }
        return layouts;
    }

    @Override
    public final int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public final void writeSnapshot(DataOutputView out) throws IOException {
        layouts().writeTo(out);
        writeRest(out);
    }

    @Override
    public final void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    getClass().getSimpleName() + " of version " + version + "; this Tidemark reads " + VERSION);
        }
        layouts = RowLayouts.readFrom(in);
        readRest(in);
    }

    @Override
    public final TypeSerializer<T> restoreSerializer() {
        if (restored == null) {
            restored = serializer(layouts());
        }
        return restored;
    }

    @Override
    public final TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(TypeSerializerSnapshot<T> old) {
        if (old.getClass() != getClass()) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        LayoutsSnapshot<T> before = (LayoutsSnapshot<T>) old;
        RowLayouts now = layouts().after(before.layouts());
        if (now == null || !restFits(before)) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        if (now.equals(layouts())) {
            return TypeSerializerSchemaCompatibility.compatibleAsIs();
        }
        boolean sameColumns = now.hasColumnsOf(before.layouts());
        if (!sameColumns && before.restored != null && before.restored.hasRead()) {
            // A heap backend has read all rows by the old schema before it asks; nobody would put them right.
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        return TypeSerializerSchemaCompatibility.compatibleWithReconfiguredSerializer(serializer(now));
    }
}
