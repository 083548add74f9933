package io.tidemark.event;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * The binary form of a field's value: one tag byte, then the value. Longs take 1 to 10 bytes, strings 1 byte a
 * character in ASCII. Equal values give equal bytes, so that a value may be part of a key.
 *
 * <p>The form is part of every savepoint: tags are added, never changed.
 */
public final class ValueSerialization {
    private static final int NULL = 0;
    private static final int STRING = 1;
    private static final int LONG = 2;
    private static final int DOUBLE = 3;
    private static final int FALSE = 4;
    private static final int TRUE = 5;
    private static final int DECIMAL = 6;
    private static final int LIST = 7;
    private static final int MAP = 8;
    private static final int TIME = 9;

    private ValueSerialization() {}

    /**
     * Writes one value.
     *
     * @param value a value of a class that {@link FieldType} names, or null
     * @throws IllegalArgumentException if it is of another class
     */
    public static void write(@Nullable Object value, DataOutputView out) throws IOException {
        if (value == null) {
            out.writeByte(NULL);
        } else if (value instanceof String text) {
            out.writeByte(STRING);
            StringValue.writeString(text, out);
        } else if (value instanceof Long number) {
            out.writeByte(LONG);
            writeLong(number, out);
        } else if (value instanceof Double number) {
            out.writeByte(DOUBLE);
            out.writeDouble(number);
        } else if (value instanceof Boolean flag) {
            out.writeByte(flag ? TRUE : FALSE);
        } else {
            writeLarge(value, out);
        }
    }

    private static void writeLarge(Object value, DataOutputView out) throws IOException {
        if (value instanceof BigDecimal number) {
            out.writeByte(DECIMAL);
            writeLong(number.scale(), out);
            writeBytes(number.unscaledValue().toByteArray(), out);
        } else if (value instanceof Instant time) {
            out.writeByte(TIME);
            writeLong(time.toEpochMilli(), out);
        } else if (value instanceof List<?> list) {
            out.writeByte(LIST);
            writeSize(list.size(), out);
            for (Object element : list) {
                write(element, out);
            }
        } else if (value instanceof Map<?, ?> map) {
            out.writeByte(MAP);
            writeSize(map.size(), out);
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                StringValue.writeString((String) entry.getKey(), out);
                write(entry.getValue(), out);
            }
        } else {
            throw new IllegalArgumentException(
                    "no field type has values of " + value.getClass().getName());
        }
    }

    /**
     * Reads one value; lists and maps are unmodifiable, a map keeps its order.
     *
     * @throws IOException if the bytes are not what {@link #write} wrote
     */
    public static @Nullable Object read(DataInputView in) throws IOException {
        int tag = in.readByte();
        return switch (tag) {
            case NULL -> null;
            case STRING -> StringValue.readString(in);
            case LONG -> readLong(in);
            case DOUBLE -> in.readDouble();
            case FALSE -> Boolean.FALSE;
            case TRUE -> Boolean.TRUE;
            case DECIMAL -> {
                int scale = (int) readLong(in);
                yield new BigDecimal(new BigInteger(readBytes(in)), scale);
            }
            case LIST -> readList(in);
            case MAP -> readMap(in);
            case TIME -> Instant.ofEpochMilli(readLong(in));
            default -> throw new IOException("unknown tag " + tag + " of a value; written by a newer Tidemark?");
        };
    }

    private static List<@Nullable Object> readList(DataInputView in) throws IOException {
        int size = readSize(in);
        List<@Nullable Object> list = new ArrayList<>(Math.min(size, 1024));
        for (int i = 0; i < size; i++) {
            list.add(read(in));
        }
        return Collections.unmodifiableList(list);
    }

    private static Map<String, @Nullable Object> readMap(DataInputView in) throws IOException {
        int size = readSize(in);
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            map.put(StringValue.readString(in), read(in));
        }
        return Collections.unmodifiableMap(map);
    }

    /** Writes a long in 1 to 10 bytes, fewer for smaller magnitudes. */
    public static void writeLong(long value, DataOutputView out) throws IOException {
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7FL) != 0) {
            out.writeByte((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.writeByte((int) rest);
    }

    /** Reads what {@link #writeLong} wrote. */
    public static long readLong(DataInputView in) throws IOException {
        long rest = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            byte next = in.readByte();
            rest |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return (rest >>> 1) ^ -(rest & 1);
            }
        }
        throw new IOException("a long of more than 10 bytes");
    }

    /** Writes a size, from 0. */
    public static void writeSize(int size, DataOutputView out) throws IOException {
        writeLong(size, out);
    }

    /** Reads what {@link #writeSize} wrote. */
    public static int readSize(DataInputView in) throws IOException {
        long size = readLong(in);
        if (size < 0 || size > Integer.MAX_VALUE) {
            throw new IOException("a size of " + size);
        }
        return (int) size;
    }

    /** Writes bytes with their number in front. */
    public static void writeBytes(byte[] bytes, DataOutputView out) throws IOException {
        writeSize(bytes.length, out);
        out.write(bytes);
    }

    /** Reads what {@link #writeBytes} wrote. */
    public static byte[] readBytes(DataInputView in) throws IOException {
        byte[] bytes = new byte[readSize(in)];
        in.readFully(bytes);
        return bytes;
    }
}
