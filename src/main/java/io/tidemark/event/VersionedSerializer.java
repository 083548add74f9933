package io.tidemark.event;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * Serializes what an operator keeps of a key: a version, then its content. All serializers of one class are equal.
 *
 * @param <T> what is kept, which may change in place
 */
public abstract class VersionedSerializer<T> extends TypeSerializer<T> {
    private static final long serialVersionUID = 1;
    private static final int VERSION = 1;

    /** Writes the content. */
    protected abstract void write(T content, DataOutputView out) throws IOException;

    /** Reads the content into a new object. */
    protected abstract T read(DataInputView in) throws IOException;

    @Override
    public final void serialize(T content, DataOutputView out) throws IOException {
        out.writeByte(VERSION);
        write(content, out);
    }

    @Override
    public final T deserialize(DataInputView in) throws IOException {
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("state of version " + version + "; this Tidemark reads " + VERSION);
        }
        return read(in);
    }

    @Override
    public final T deserialize(T reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public final T copy(T from, T reuse) {
        return copy(from);
    }

    @Override
    public final void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    public final TypeSerializer<T> duplicate() {
        return this;
    }

    @Override
    public final boolean isImmutableType() {
        return false;
    }

    @Override
    public final int getLength() {
        return -1;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other != null && getClass() == other.getClass();
    }

    @Override
    public final int hashCode() {
        return getClass().hashCode();
    }
}
