package io.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HexFormat;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Bytes of state: those of today, which every later version must read.
 *
 * @param name of the case
 * @param serializer of the state
 * @param value what is in state
 * @param bytes its bytes, in hexadecimal
 */
public record Golden<T>(String name, TypeSerializer<T> serializer, T value, String bytes) {
    /** Today's bytes are these, and these are read. */
    public void holds() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(value, out);
        assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(bytes);

        DataInputDeserializer in = new DataInputDeserializer(HexFormat.of().parseHex(bytes));
        assertThat(serializer.deserialize(in)).usingRecursiveComparison().isEqualTo(value);
        assertThat(in.available()).isZero();
    }

    /** A snapshot of the serializer, read again, fits it. */
    public void fitsItsSnapshot() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        TypeSerializerSnapshot<T> read = TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(out.getCopyOfBuffer()), getClass().getClassLoader());

        assertThat(serializer
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(read)
                        .isCompatibleAsIs())
                .isTrue();
        assertThat(read.restoreSerializer()).isEqualTo(serializer);
    }

    @Override
    public String toString() {
        return name;
    }
}
