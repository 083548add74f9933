package io.tidemark.connector;

import io.tidemark.event.ReplayRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Spools the rows of one sink of a replay, in sorted runs of at most {@value #RUN_BYTES} bytes, to hidden files of the
 * output folder, whatever the parallelism; {@link ReplayOutput#finish} merges them. No state: a replay that fails is
 * run again as a whole.
 */
public final class ReplaySink implements Sink<ReplayRow> {
    private static final long serialVersionUID = 1;

    static final int RUN_BYTES = 1 << 24;

    private final String folder;
    private final String sink;
    private final int runBytes;

    /**
     * @param folder an existing folder
     * @param sink the sink's name
     */
    public ReplaySink(Path folder, String sink) {
        this(folder, sink, RUN_BYTES);
    }

    ReplaySink(Path folder, String sink, int runBytes) {
        this.folder = folder.toString();
        this.sink = sink;
        this.runBytes = runBytes;
    }

    @Override
    public SinkWriter<ReplayRow> createWriter(WriterInitContext context) throws IOException {
        return new Writer(Path.of(folder), sink, context.getTaskInfo().getIndexOfThisSubtask(), runBytes);
    }

    /** Collects rows and writes a run whenever they reach {@code runBytes}, and at the end. */
    static final class Writer implements SinkWriter<ReplayRow> {
        private final Path folder;
        private final String prefix;
        private final int runBytes;
        private final List<SpooledRow> rows = new ArrayList<>();
        private long bytes;
        private int runs;

        Writer(Path folder, String sink, int subtask, int runBytes) throws IOException {
            this.folder = folder;
            this.prefix = ReplayOutput.runPrefix(sink) + subtask + "-";
            this.runBytes = runBytes;
            // Those of an attempt that failed.
            for (Path stale : ReplayOutput.runs(folder, prefix)) {
                Files.delete(stale);
            }
        }

        @Override
        public void write(ReplayRow row, Context context) throws IOException {
            SpooledRow spooled = SpooledRow.of(row);
            rows.add(spooled);
            bytes += spooled.bytes();
            if (bytes >= runBytes) {
                writeRun();
            }
        }

        @Override
        public void flush(boolean endOfInput) throws IOException {
            if (endOfInput && !rows.isEmpty()) {
                writeRun();
            }
        }

        private void writeRun() throws IOException {
            rows.sort(SpooledRow.ORDER);
            try (SpooledRow.Writer writer =
                    new SpooledRow.Writer(folder.resolve(prefix + runs + ReplayOutput.RUN_SUFFIX))) {
                for (SpooledRow row : rows) {
                    writer.write(row);
                }
            }
            runs++;
            rows.clear();
            bytes = 0;
        }

        @Override
        public void close() {}
    }
}
