package io.tidemark.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Checks whether bytes are UTF-8. */
final class Utf8 {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /** Whether {@code bytes} are well-formed (Unicode, table 3-7): shortest forms, no surrogates, up to U+10FFFF. */
    static boolean isValid(byte[] bytes) {
        int i = 0;
        int length = bytes.length;
        while (i < length) {
            while (i + 8 <= length && ((long) LONGS.get(bytes, i) & HIGH_BITS) == 0) {
                i += 8;
            }
            int stop = Math.min(i + 8, length);
            while (i < stop) {
                int size = bytes[i] >= 0 ? 1 : sizeAt(bytes, i);
                if (size == 0) {
                    return false;
                }
                i += size;
            }
        }
        return true;
    }

    private static int sizeAt(byte[] bytes, int at) {
        int lead = bytes[at] & 0xFF;
        if (lead >= 0xC2 && lead <= 0xDF) {
            return isBetween(bytes, at + 1, 0x80, 0xBF) ? 2 : 0;
        }
        if (lead >= 0xE0 && lead <= 0xEF) {
            int low = lead == 0xE0 ? 0xA0 : 0x80;
            int high = lead == 0xED ? 0x9F : 0xBF;
            return isBetween(bytes, at + 1, low, high) && isBetween(bytes, at + 2, 0x80, 0xBF) ? 3 : 0;
        }
        if (lead >= 0xF0 && lead <= 0xF4) {
            int low = lead == 0xF0 ? 0x90 : 0x80;
            int high = lead == 0xF4 ? 0x8F : 0xBF;
            return isBetween(bytes, at + 1, low, high)
                            && isBetween(bytes, at + 2, 0x80, 0xBF)
                            && isBetween(bytes, at + 3, 0x80, 0xBF)
                    ? 4
                    : 0;
        }
        return 0;
    }

    private static boolean isBetween(byte[] bytes, int at, int low, int high) {
        return at < bytes.length && (bytes[at] & 0xFF) >= low && (bytes[at] & 0xFF) <= high;
    }
}
