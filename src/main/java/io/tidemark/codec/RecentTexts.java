package io.tidemark.codec;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The strings that a field had lately, one a hash: where a field's values repeat, as those of a key do, they are the same
 * few objects, which stay in the processor's cache. Safe for use by several threads: a string lost to a race is made
 * again.
 */
final class RecentTexts implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int SIZE = 1 << 10;
    private static final int MAX_LENGTH = 64;

    private transient String @Nullable [] known;

    /** The string of {@code length} characters from {@code from} on. */
    String of(char[] text, int from, int length) {
        if (length > MAX_LENGTH) {
            return new String(text, from, length);
        }
        int hash = 0;
        for (int i = from; i < from + length; i++) {
            hash = 31 * hash + text[i];
        }
        String[] table = table();
        int at = (hash ^ hash >>> 10) & SIZE - 1;
        @Nullable String before = table[at];
        if (before != null && before.hashCode() == hash && isEqual(before, text, from, length)) {
            return before;
        }
        String made = new String(text, from, length);
        table[at] = made;
        return made;
    }

    private String[] table() {
        String[] table = known;
        if (table == null) {
            table = new String[SIZE];
            known = table;
        }
        return table;
    }

    private static boolean isEqual(String string, char[] text, int from, int length) {
        if (string.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (string.charAt(i) != text[from + i]) {
                return false;
            }
        }
        return true;
    }
}
