package io.tidemark.connector;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits bytes into lines that end with {@code \n} or {@code \r\n}. Of a line longer than the limit only the first
 * {@code limit + 1} bytes are kept, so that whoever measures it sees that it is too long, and memory stays bounded.
 */
final class LineReader implements Closeable {
    private static final int CHUNK = 1 << 16;

    private final InputStream in;
    private final int limit;
    private final byte[] chunk = new byte[CHUNK];
    private int from;
    private int to;

    private byte[] line = new byte[512];
    private int kept;
    private long pending;
    private long offset;

    /**
     * @param in the bytes from {@code offset} on
     * @param offset of the first byte
     * @param limit bytes of the longest line that is wanted whole
     */
    LineReader(InputStream in, long offset, int limit) {
        this.in = in;
        this.offset = offset;
        this.limit = limit;
    }

    /** The next line without its end, or null if no further line is finished. */
    byte @Nullable [] next() throws IOException {
        while (true) {
            for (int i = from; i < to; i++) {
                if (chunk[i] == '\n') {
                    keep(from, i);
                    from = i + 1;
                    pending++;
                    return take(true);
                }
            }
            keep(from, to);
            from = 0;
            to = Math.max(0, in.read(chunk));
            if (to == 0) {
                return null;
            }
        }
    }

    /** What follows the last finished line, or null if that is nothing. */
    byte @Nullable [] rest() {
        return pending == 0 ? null : take(false);
    }

    /** Whether bytes follow the last finished line. */
    boolean hasRest() {
        return pending > 0;
    }

    /** The offset behind the last line given. */
    long offset() {
        return offset;
    }

    /** The offset behind the last byte seen. */
    long seen() {
        return offset + pending;
    }

    private void keep(int start, int end) {
        pending += end - start;
        int wanted = (int) Math.min(end - start, limit + 1L - kept);
        if (wanted <= 0) {
            return;
        }
        if (kept + wanted > line.length) {
            line = Arrays.copyOf(line, Math.max(kept + wanted, (int) Math.min(2L * line.length, limit + 1L)));
        }
        System.arraycopy(chunk, start, line, kept, wanted);
        kept += wanted;
    }

    private byte[] take(boolean finished) {
        int length = kept;
        // A \r that is not the last byte of the line cannot be the last kept one, unless the line was cut.
        long content = finished ? pending - 1 : pending;
        if (finished && length > 0 && content == length && line[length - 1] == '\r') {
            length--;
        }
        byte[] taken = Arrays.copyOf(line, length);
        offset += pending;
        pending = 0;
        kept = 0;
        if (line.length > CHUNK) {
            line = new byte[512];
        }
        return taken;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
