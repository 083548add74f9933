package io.tidemark.aggregate;

/** Reads what {@link CompactOutput} wrote. */
final class CompactInput {
    private byte[] bytes = new byte[512];
    private int position;

    /** A buffer of at least {@code size} bytes to fill; reading starts at its beginning. */
    byte[] refill(int size) {
        if (bytes.length < size) {
            bytes = new byte[Math.max(size, bytes.length * 2)];
        }
        position = 0;
        return bytes;
    }

    int position() {
        return position;
    }

    byte readByte() {
        return bytes[position++];
    }

    long readUnsigned() {
        byte first = bytes[position++];
        if (first >= 0) {
            return first;
        }
        long value = first & 0x7F;
        int shift = 7;
        while (true) {
            byte next = bytes[position++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
            shift += 7;
        }
    }

    long readSigned() {
        long value = readUnsigned();
        return (value >>> 1) ^ -(value & 1);
    }

    int readInt() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            value = (value << 8) | (bytes[position++] & 0xFF);
        }
        return value;
    }

    long readLong() {
        return ((long) readInt() << 32) | (readInt() & 0xFFFF_FFFFL);
    }

    double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    byte[] readBytes() {
        byte[] value = new byte[(int) readUnsigned()];
        System.arraycopy(bytes, position, value, 0, value.length);
        position += value.length;
        return value;
    }

    String readString() {
        char[] units = new char[(int) readUnsigned()];
        for (int i = 0; i < units.length; i++) {
            units[i] = (char) readUnsigned();
        }
        return new String(units);
    }
}
