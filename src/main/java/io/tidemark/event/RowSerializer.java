package io.tidemark.event;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** A serializer whose values hold a row of a schema. */
abstract class RowSerializer<T> extends ImmutableSerializer<T> {
    private static final long serialVersionUID = 1;

    private final RowLayouts layouts;
    private boolean hasRead;

    RowSerializer(RowLayouts layouts) {
        this.layouts = layouts;
    }

    final RowLayouts layouts() {
        return layouts;
    }

    /** Whether a row was read with this very instance. */
    final boolean hasRead() {
        return hasRead;
    }

    final void writeRow(@Nullable Object[] values, DataOutputView out) throws IOException {
        layouts.write(values, out);
    }

    final void noteRead() {
        hasRead = true;
    }

    final @Nullable Object[] readRow(DataInputView in) throws IOException {
        noteRead();
        return layouts.read(in);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other != null && other.getClass() == getClass() && layouts.equals(((RowSerializer<?>) other).layouts);
    }

    @Override
    public int hashCode() {
        return layouts.hashCode();
    }
}
