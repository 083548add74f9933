package io.tidemark.connector;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** How far one file has been read. */
final class FileProgress {
    private static final int VERSION = 1;

    /** The file's path, as written or globbed. */
    final String path;

    /** Bytes read, of the unpacked content. */
    long offset;

    /** Lines read. */
    long line;

    /** Whether it is read to its end and nothing more is expected. */
    boolean done;

    /** The size of the file when it was last read to its end, so that it is worth a look when it has another; -1: never. */
    long knownSize = -1;

    /** Since when, in milliseconds of the cursor's clock, an unfinished last line waits for its end; -1: there is none. */
    long waitingSinceMs = -1;

    FileProgress(String path) {
        this.path = path;
    }

    boolean isPacked() {
        return path.regionMatches(true, path.length() - 3, ".gz", 0, 3);
    }

    /** From the beginning again. */
    void reset() {
        offset = 0;
        line = 0;
        done = false;
        knownSize = -1;
        waitingSinceMs = -1;
    }

    /** The position of a cursor over {@code files}: version, count, then path, offset, line and done of each. */
    static byte[] write(Collection<FileProgress> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeInt(files.size());
            for (FileProgress file : files) {
                byte[] path = file.path.getBytes(StandardCharsets.UTF_8);
                out.writeInt(path.length);
                out.write(path);
                out.writeLong(file.offset);
                out.writeLong(file.line);
                out.writeBoolean(file.done);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** The inverse of {@link #write}, by path. */
    static Map<String, FileProgress> read(byte[] position) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(position));
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IOException("a file position of the unknown version " + version);
        }
        Map<String, FileProgress> files = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            FileProgress file = new FileProgress(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
            file.offset = in.readLong();
            file.line = in.readLong();
            file.done = in.readBoolean();
            files.put(file.path, file);
        }
        return files;
    }
}
