package io.tidemark.event;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** The snapshot of a serializer whose form depends on nothing; only its version is kept. */
public abstract class FixedFormSnapshot<T> implements TypeSerializerSnapshot<T> {
    private static final int VERSION = 1;

    @Override
    public final int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public final void writeSnapshot(DataOutputView out) {
        // The version, which Flink writes, is all.
    }

    @Override
    public final void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    getClass().getSimpleName() + " of version " + version + "; this Tidemark reads " + VERSION);
        }
    }

    @Override
    public final TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(TypeSerializerSnapshot<T> old) {
        return old.getClass() == getClass()
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.incompatible();
    }
}
