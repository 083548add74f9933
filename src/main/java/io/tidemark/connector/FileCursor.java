package io.tidemark.connector;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Decoded;
import io.tidemark.event.Origin;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The lines of all files that a path means, in order of name.
 *
 * <p>Without {@code follow} the files are those that were there when the cursor was first opened. With it, it keeps
 * looking for new files and appended lines; a line counts once it ends, or has not grown for {@link #PATIENCE_MS}; a
 * file that has become shorter is read from its beginning again.
 */
final class FileCursor implements Cursor<Decoded> {
    /** Between two looks for something new. */
    static final long LOOK_MS = 500;

    /** How long a followed file's last line may lack its end before it is taken as it is. */
    static final long PATIENCE_MS = 10_000;

    private static final int BUFFER = 1 << 16;

    private final FileLines lines;
    private final RecordDecoder decoder;
    private final LongSupplier clockMs;
    private final Map<String, FileProgress> files;

    private @Nullable FileProgress current;
    private @Nullable LineReader reader;
    private boolean ended;

    /**
     * @param lines what to read
     * @param decoder decodes a line
     * @param position where to go on, or null
     * @param clockMs any clock in milliseconds; only {@code follow} asks it
     */
    FileCursor(FileLines lines, RecordDecoder decoder, byte @Nullable [] position, LongSupplier clockMs)
            throws IOException {
        this.lines = lines;
        this.decoder = decoder;
        this.clockMs = clockMs;
        if (position == null) {
            files = new TreeMap<>();
            look();
            if (files.isEmpty() && !lines.follow()) {
                throw new NoSuchFileException(lines.path() + ": no such file or folder, or nothing in it");
            }
        } else {
            files = FileProgress.read(position);
        }
    }

    @Override
    public @Nullable Decoded next() throws IOException {
        while (true) {
            if (reader == null && !openNext()) {
                return null;
            }
            FileProgress file = Objects.requireNonNull(current);
            byte[] line = read(file, Objects.requireNonNull(reader));
            if (line != null) {
                return decode(file, line);
            }
        }
    }

    /** The next line of {@code file}, or null if there is none now; then it is closed. */
    private byte @Nullable [] read(FileProgress file, LineReader from) throws IOException {
        byte[] line;
        boolean whole = true;
        try {
            line = from.next();
        } catch (EOFException e) {
            // Only the unpacking throws this: the writer of a followed file may not have got further yet.
            if (!lines.follow()) {
                throw new IOException(file.path + ": ends in the middle of its gzip data", e);
            }
            line = null;
            whole = false;
        }
        if (line == null && whole && from.hasRest() && (!lines.follow() || file.isPacked() || isTired(file))) {
            line = from.rest();
        }
        if (line == null) {
            leave(file, from, whole);
        } else {
            file.offset = from.offset();
            file.waitingSinceMs = -1;
        }
        return line;
    }

    private void leave(FileProgress file, LineReader from, boolean whole) throws IOException {
        file.done = !lines.follow() || (file.isPacked() && whole);
        file.knownSize = file.isPacked() ? Files.size(Path.of(file.path)) : from.seen();
        if (from.hasRest() && file.waitingSinceMs < 0) {
            file.waitingSinceMs = clockMs.getAsLong();
        }
        from.close();
        reader = null;
        current = null;
    }

    private boolean isTired(FileProgress file) {
        return file.waitingSinceMs >= 0 && clockMs.getAsLong() - file.waitingSinceMs >= PATIENCE_MS;
    }

    private Decoded decode(FileProgress file, byte[] line) {
        byte[] content = file.line == 0 ? FileLines.withoutByteOrderMark(line) : line;
        file.line++;
        if (FileLines.isBlank(content)) {
            return Decoded.SKIPPED;
        }
        return decoder.decode(lines.parser().parse(content, Origin.file(file.path, file.line)));
    }

    /** Opens the first file that has something to read; false if none has. */
    private boolean openNext() throws IOException {
        if (lines.follow()) {
            look();
        }
        for (FileProgress file : files.values()) {
            if (!file.done && (!lines.follow() || isWorthALook(file))) {
                current = file;
                reader = open(file);
                return true;
            }
        }
        ended = !lines.follow();
        return false;
    }

    private void look() throws IOException {
        for (String path : FileNames.find(lines.path())) {
            files.computeIfAbsent(path, FileProgress::new);
        }
    }

    private boolean isWorthALook(FileProgress file) throws IOException {
        long size;
        try {
            size = Files.size(Path.of(file.path));
        } catch (NoSuchFileException e) {
            return false;
        }
        if (!file.isPacked() && size < Math.max(file.offset, file.knownSize)) {
            file.reset();
        }
        if (size == file.knownSize) {
            return isTired(file);
        }
        // What waits has grown: give it its time again.
        file.waitingSinceMs = -1;
        return true;
    }

    private LineReader open(FileProgress file) throws IOException {
        InputStream in;
        try {
            in = new FileInputStream(file.path);
        } catch (FileNotFoundException e) {
            throw new IOException("a file that was found cannot be read: " + e.getMessage(), e);
        }
        try {
            if (!file.isPacked() && Files.size(Path.of(file.path)) < file.offset) {
                throw new EOFException();
            }
            if (file.isPacked()) {
                in = new GZIPInputStream(in, BUFFER);
            }
            in.skipNBytes(file.offset);
        } catch (EOFException e) {
            in.close();
            if (lines.follow() && file.isPacked()) {
                return new LineReader(InputStream.nullInputStream(), file.offset, lines.limit());
            }
            throw new IOException(file.path + ": is shorter than what was read of it before", e);
        }
        return new LineReader(in, file.offset, lines.limit());
    }

    @Override
    public long pauseMs() {
        return ended ? ENDED : LOOK_MS;
    }

    @Override
    public long timestamp(Decoded record) {
        return EventTimes.of(record);
    }

    @Override
    public byte[] position() {
        return FileProgress.write(files.values());
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
        }
    }
}
