package io.tidemark.connector;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Which lines to read, and how.
 *
 * @param path a file, a folder or a glob
 * @param follow whether to keep watching for more
 * @param limit bytes of the longest line that is wanted whole; of a longer one the decoder sees {@code limit + 1}
 * @param parser makes a raw record of a line
 */
record FileLines(String path, boolean follow, int limit, LineParser parser) implements Serializable {

    static byte[] withoutByteOrderMark(byte[] line) {
        boolean marked = line.length >= 3 && line[0] == (byte) 0xEF && line[1] == (byte) 0xBB && line[2] == (byte) 0xBF;
        return marked ? Arrays.copyOfRange(line, 3, line.length) : line;
    }

    static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
