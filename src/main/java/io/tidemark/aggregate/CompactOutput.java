package io.tidemark.aggregate;

import java.util.Arrays;

/** A reusable byte buffer that accumulators are written to; variable-length integers are LEB128. */
final class CompactOutput {
    private byte[] bytes = new byte[512];
    private int size;

    void clear() {
        size = 0;
    }

    /** The buffer itself; valid up to {@link #size()} and until the next write. */
    byte[] buffer() {
        return bytes;
    }

    int size() {
        return size;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }

    void writeByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    /** Writes {@code value} as an unsigned number, 1 to 10 bytes. */
    void writeUnsigned(long value) {
        reserve(10);
        byte[] to = bytes;
        int at = size;
        if ((value & ~0x7FL) == 0) {
            to[at] = (byte) value;
            size = at + 1;
            return;
        }
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            to[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[at++] = (byte) rest;
        size = at;
    }

    /** Writes {@code value} with its sign in the lowest bit, so that small magnitudes are short. */
    void writeSigned(long value) {
        writeUnsigned((value << 1) ^ (value >> 63));
    }

    void writeInt(int value) {
        reserve(4);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    void writeLong(long value) {
        writeInt((int) (value >>> 32));
        writeInt((int) value);
    }

    void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    void writeBytes(byte[] value) {
        writeUnsigned(value.length);
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    /** Writes each UTF-16 unit by itself, so that a lone surrogate survives. */
    void writeString(String value) {
        writeUnsigned(value.length());
        for (int i = 0; i < value.length(); i++) {
            writeUnsigned(value.charAt(i));
        }
    }
}
