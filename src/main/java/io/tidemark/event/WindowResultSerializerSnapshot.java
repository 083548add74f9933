package io.tidemark.event;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** The aggregates that results in a savepoint were written under, and their key fields, which must not change. */
public final class WindowResultSerializerSnapshot extends LayoutsSnapshot<WindowResult> {
    private String node = "";
    private Schema key = new Schema(java.util.List.of());

    /** For Flink. */
    public WindowResultSerializerSnapshot() {}

    WindowResultSerializerSnapshot(String node, Schema key, RowLayouts layouts) {
        super(layouts);
        this.node = node;
        this.key = key;
    }

    @Override
    RowSerializer<WindowResult> serializer(RowLayouts layouts) {
        return new WindowResultSerializer(node, key, layouts);
    }

    @Override
    void writeRest(DataOutputView out) throws IOException {
        StringValue.writeString(node, out);
        RowLayouts.writeSchema(key, out);
    }

    @Override
    void readRest(DataInputView in) throws IOException {
        node = StringValue.readString(in);
        key = RowLayouts.readSchema(in);
    }

    @Override
    boolean restFits(LayoutsSnapshot<WindowResult> old) {
        return key.equals(((WindowResultSerializerSnapshot) old).key);
    }
}
