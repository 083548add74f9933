package io.tidemark.event;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Serializes a {@link WindowResult}, whose schema is known to the serializer and not written with each row. */
public final class WindowResultSerializer extends RowSerializer<WindowResult> {
    private static final long serialVersionUID = 1;

    /** The bits of the pane in its byte. */
    private static final int PANE = 0x0f;

    private static final int WHOLE = 0x10;
    private static final int TRUNCATED = 0x20;

    private final String node;
    private final Schema key;

    // Made anew after Java deserialization of the job graph; rows read share it.
    private transient @Nullable ResultSchema schema;

    /** Results of {@code schema}. */
    public WindowResultSerializer(ResultSchema schema) {
        this(schema.node(), schema.key(), RowLayouts.of(schema.aggregates()));
    }

    WindowResultSerializer(String node, Schema key, RowLayouts aggregates) {
        super(aggregates);
        this.node = node;
        this.key = key;
    }

    private ResultSchema schema() {
        ResultSchema known = schema;
        if (known == null) {
            known = new ResultSchema(node, key, layouts().schema());
            schema = known;
        }
        return known;
    }

    @Override
    public WindowResult createInstance() {
        @Nullable Object[] values = new @Nullable Object[layouts().schema().size()];
        return new WindowResult(schema(), Key.GLOBAL, 0, 0, values, 0, Pane.ON_TIME, 0, 0, Event.NOT_REPLAYED);
    }

    @Override
    public void serialize(WindowResult result, DataOutputView out) throws IOException {
        KeySerializer.INSTANCE.serialize(result.groupingKey(), out);
        writeRow(result.values(), out);
        ValueSerialization.writeLong(result.startMs(), out);
        ValueSerialization.writeLong(result.endMs() - result.startMs(), out);
        ValueSerialization.writeLong(result.eventCount(), out);
        out.writeByte(paneCode(result.pane()) | truncatedCode(result.truncated()));
        ValueSerialization.writeLong(result.revision(), out);
        ValueSerialization.writeLong(result.watermark(), out);
        ValueSerialization.writeLong(result.dueTime(), out);
    }

    @Override
    public WindowResult deserialize(DataInputView in) throws IOException {
        Key groupingKey = KeySerializer.INSTANCE.deserialize(in);
        @Nullable Object[] values = readRow(in);
        long start = ValueSerialization.readLong(in);
        long end = start + ValueSerialization.readLong(in);
        long eventCount = ValueSerialization.readLong(in);
        int code = in.readByte();
        Pane pane = pane(code & PANE);
        int revision = (int) ValueSerialization.readLong(in);
        long watermark = ValueSerialization.readLong(in);
        long dueTime = ValueSerialization.readLong(in);
        WindowResult result = new WindowResult(
                schema(), groupingKey, start, end, values, eventCount, pane, revision, watermark, dueTime);
        return (code & ~PANE) == 0 ? result : result.truncated(isTruncated(code & ~PANE));
    }

    // Codes of their own, so that the order of the enum is free.
    private static int paneCode(Pane pane) {
        return switch (pane) {
            case EARLY -> 0;
            case ON_TIME -> 1;
            case LATE -> 2;
            case FINAL -> 3;
            case WITHDRAWN -> 4;
        };
    }

    // In the pane's byte, so that rows without it are written as they always were.
    private static int truncatedCode(@Nullable Boolean truncated) {
        return truncated == null ? 0 : truncated ? TRUNCATED : WHOLE;
    }

    private static boolean isTruncated(int code) throws IOException {
        return switch (code) {
            case WHOLE -> false;
            case TRUNCATED -> true;
            default -> throw new IOException("unknown mark " + code + " of a result");
        };
    }

    private static Pane pane(int code) throws IOException {
        return switch (code) {
            case 0 -> Pane.EARLY;
            case 1 -> Pane.ON_TIME;
            case 2 -> Pane.LATE;
            case 3 -> Pane.FINAL;
            case 4 -> Pane.WITHDRAWN;
            default -> throw new IOException("unknown pane " + code + " of a result");
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return super.equals(other)
                && other instanceof WindowResultSerializer that
                && node.equals(that.node)
                && key.equals(that.key);
    }

    @Override
    public int hashCode() {
        return super.hashCode() * 31 + key.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<WindowResult> snapshotConfiguration() {
        return new WindowResultSerializerSnapshot(node, key, layouts());
    }
}
