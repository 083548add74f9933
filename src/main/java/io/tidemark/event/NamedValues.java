package io.tidemark.event;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * Values that carry their names and types, for records whose shape differs from one to the next. Immutable; arrays are
 * not copied.
 *
 * @param names the fields' names
 * @param types the fields' types
 * @param values the fields' values
 */
@SuppressWarnings("ArrayRecordComponent") // travels between operators; equality is defined below
public record NamedValues(
        String[] names, FieldType[] types, @Nullable Object[] values) {

    /** The values of {@code row} under {@code schema}. */
    public static NamedValues of(Schema schema, Row row) {
        int size = schema.size();
        String[] names = new String[size];
        FieldType[] types = new FieldType[size];
        @Nullable Object[] values = new Object[size];
        for (int i = 0; i < size; i++) {
            names[i] = schema.field(i).name();
            types[i] = schema.field(i).type();
            values[i] = row.get(i);
        }
        return new NamedValues(names, types, values);
    }

    /** The value of the field called {@code name}, or null if it is null or there is none. */
    public @Nullable Object value(String name) {
        int index = Arrays.asList(names).indexOf(name);
        return index < 0 ? null : values[index];
    }

    /** Writes them, names and types too. */
    void write(DataOutputView out) throws IOException {
        ValueSerialization.writeSize(names.length, out);
        for (int i = 0; i < names.length; i++) {
            StringValue.writeString(names[i], out);
            StringValue.writeString(types[i].name(), out);
            ValueSerialization.write(values[i], out);
        }
    }

    /** Reads what {@link #write} wrote. */
    static NamedValues read(DataInputView in) throws IOException {
        int size = ValueSerialization.readSize(in);
        String[] names = new String[size];
        FieldType[] types = new FieldType[size];
        @Nullable Object[] values = new @Nullable Object[size];
        for (int i = 0; i < size; i++) {
            names[i] = StringValue.readString(in);
            types[i] = FieldType.valueOf(StringValue.readString(in));
            values[i] = ValueSerialization.read(in);
        }
        return new NamedValues(names, types, values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NamedValues that
                && Arrays.equals(names, that.names)
                && Arrays.equals(types, that.types)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(names) * 31 + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(names) + Arrays.toString(values);
    }
}
