package io.tidemark.connector;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Decoded;
import io.tidemark.spec.ConnectorSpec;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;

/**
 * Reads the lines of files in order of name, by one reader, as one partition; {@code .gz} too. Its state is, for each
 * file, the bytes and lines read, so that it resumes behind the last line of the checkpoint.
 *
 * <p>Blank lines give {@link Decoded#SKIPPED}. Of a line longer than {@code maxBytes} the decoder sees the first
 * {@code maxBytes + 1} bytes and so rejects it as too large. A record's origin is its file and line, from 1.
 */
public final class FileLineSource {
    private FileLineSource() {}

    /**
     * A source of the lines of {@code spec}; it ends with the last file unless it is told to follow.
     *
     * @param maxBytes the longest line that is decoded, at least 1
     * @param type serializes what the decoder makes
     */
    public static Source<Decoded, ?, ?> create(
            ConnectorSpec.Files spec, int maxBytes, RecordDecoder decoder, TypeInformation<Decoded> type) {
        FileLines lines = new FileLines(spec.path(), spec.follow(), maxBytes, LineParser.PLAIN);
        return new SingleSplitSource<>(
                opener(lines, decoder), spec.follow() ? Boundedness.CONTINUOUS_UNBOUNDED : Boundedness.BOUNDED, type);
    }

    static Cursor.Opener<Decoded> opener(FileLines lines, RecordDecoder decoder) {
        return position ->
                new FileCursor(lines, decoder, position, () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    }
}
