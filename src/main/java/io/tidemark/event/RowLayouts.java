package io.tidemark.event;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * The binary form of a row's values, and its change over the life of a state: each row begins with the number of the
 * schema it was written under, and rows of older schemas are read into the current one by field name. So a state holds
 * rows of several schemas side by side and is never rewritten. Immutable.
 */
final class RowLayouts implements Serializable {
    private static final long serialVersionUID = 1;

    private final List<Schema> known;
    private final int current;
    private final int[][] targets;

    private RowLayouts(List<Schema> known, int current) {
        this.known = List.copyOf(known);
        this.current = current;
        this.targets = new int[known.size()][];
        Schema schema = known.get(current);
        for (int i = 0; i < targets.length; i++) {
            targets[i] = targets(known.get(i), schema);
        }
    }

    /** Rows of {@code schema}, with no past. */
    static RowLayouts of(Schema schema) {
        return new RowLayouts(List.of(schema), 0);
    }

    private static int[] targets(Schema from, Schema to) {
        int[] target = new int[from.size()];
        for (int i = 0; i < target.length; i++) {
            target[i] = to.indexOf(from.field(i).name());
        }
        return target;
    }

    /** The schema of the rows that are read and written. */
    Schema schema() {
        return known.get(current);
    }

    /**
     * These layouts with the past of {@code older}, or null if a row of that past cannot become one of this schema: a
     * field changed its type, became not nullable, or was added and is not nullable.
     */
    @Nullable
    RowLayouts after(RowLayouts older) {
        Schema schema = schema();
        for (Schema past : older.known) {
            if (!readable(past, schema)) {
                return null;
            }
        }
        List<Schema> all = new ArrayList<>(older.known);
        int index = all.indexOf(schema);
        if (index < 0) {
            index = all.size();
            all.add(schema);
        }
        return new RowLayouts(all, index);
    }

    private static boolean readable(Schema past, Schema now) {
        for (Field field : now.fields()) {
            int index = past.indexOf(field.name());
            if (index < 0) {
                if (!field.nullable()) {
                    return false;
                }
            } else if (past.field(index).type() != field.type()
                    || past.field(index).nullable() && !field.nullable()) {
                return false;
            }
        }
        return true;
    }

    /** Whether the current rows of both have the same names and types at the same places. */
    boolean hasColumnsOf(RowLayouts other) {
        Schema mine = schema();
        Schema theirs = other.schema();
        boolean same = mine.size() == theirs.size();
        for (int i = 0; same && i < mine.size(); i++) {
            same = mine.field(i).name().equals(theirs.field(i).name())
                    && mine.field(i).type() == theirs.field(i).type();
        }
        return same;
    }

    /** Writes a row of the current schema. */
    void write(@Nullable Object[] values, DataOutputView out) throws IOException {
        ValueSerialization.writeSize(current, out);
        for (Object value : values) {
            ValueSerialization.write(value, out);
        }
    }

    /** Reads a row of any known schema into the current one: what was added is null, what was removed is dropped. */
    @Nullable
    Object[] read(DataInputView in) throws IOException {
        int layout = ValueSerialization.readSize(in);
        if (layout >= targets.length) {
            throw new IOException("a row of layout " + layout + ", only " + targets.length + " are known");
        }
        @Nullable Object[] values = new @Nullable Object[schema().size()];
        for (int target : targets[layout]) {
            Object value = ValueSerialization.read(in);
            if (target >= 0) {
                values[target] = value;
            }
        }
        return values;
    }

    void writeTo(DataOutputView out) throws IOException {
        out.writeInt(known.size());
        for (Schema schema : known) {
            writeSchema(schema, out);
        }
        out.writeInt(current);
    }

    static RowLayouts readFrom(DataInputView in) throws IOException {
        int size = in.readInt();
        List<Schema> known = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            known.add(readSchema(in));
        }
        return new RowLayouts(known, in.readInt());
    }

    static void writeSchema(Schema schema, DataOutputView out) throws IOException {
        out.writeInt(schema.size());
        for (Field field : schema.fields()) {
            StringValue.writeString(field.name(), out);
            StringValue.writeString(field.type().name(), out);
            out.writeBoolean(field.nullable());
        }
    }

    static Schema readSchema(DataInputView in) throws IOException {
        int size = in.readInt();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String name = StringValue.readString(in);
            FieldType type = FieldType.valueOf(StringValue.readString(in));
            fields.add(new Field(name, type, in.readBoolean()));
        }
        return new Schema(fields);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RowLayouts that && current == that.current && known.equals(that.known);
    }

    @Override
    public int hashCode() {
        return known.hashCode() * 31 + current;
    }
}
