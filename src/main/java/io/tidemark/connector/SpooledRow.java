package io.tidemark.connector;

import io.tidemark.event.ReplayRow;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A row of a replay between its sink and its file; see {@link ReplayRow} for the components. */
record SpooledRow(long due, String node, String key, long start, long end, int revision, long position, String json) {
    private static final int BUFFER = 1 << 16;

    /** What a row takes in memory beside its texts, about. */
    private static final int OVERHEAD_BYTES = 200;

    /** The order of a replay's file. The text comes last, so that the order is total and the bytes are always the same. */
    static final Comparator<SpooledRow> ORDER = Comparator.comparingLong(SpooledRow::due)
            .thenComparing(SpooledRow::node)
            .thenComparing(SpooledRow::key)
            .thenComparingLong(SpooledRow::start)
            .thenComparingLong(SpooledRow::end)
            .thenComparingInt(SpooledRow::revision)
            .thenComparingLong(SpooledRow::position)
            .thenComparing(SpooledRow::json);

    static SpooledRow of(ReplayRow row) {
        return new SpooledRow(row.due, row.node, row.key, row.start, row.end, row.revision, row.position, row.json);
    }

    /** The memory this row takes, about. */
    int bytes() {
        return 2 * (key.length() + json.length()) + OVERHEAD_BYTES;
    }

    static DataInputStream open(Path file) throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
    }

    /** The next row of {@code in}, or null at its end. */
    static @Nullable SpooledRow read(DataInputStream in) throws IOException {
        long due;
        try {
            due = in.readLong();
        } catch (EOFException e) {
            return null;
        }
        return new SpooledRow(
                due,
                readText(in),
                readText(in),
                in.readLong(),
                in.readLong(),
                in.readInt(),
                in.readLong(),
                readText(in));
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    /** Writes a run. */
    static final class Writer implements Closeable {
        private final DataOutputStream out;

        Writer(Path file) throws IOException {
            out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER));
        }

        void write(SpooledRow row) throws IOException {
            out.writeLong(row.due);
            writeText(row.node);
            writeText(row.key);
            out.writeLong(row.start);
            out.writeLong(row.end);
            out.writeInt(row.revision);
            out.writeLong(row.position);
            writeText(row.json);
        }

        private void writeText(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
