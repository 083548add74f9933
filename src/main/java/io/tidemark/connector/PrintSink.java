package io.tidemark.connector;

import io.tidemark.event.OutputRecord;
import java.io.PrintStream;
import java.util.Arrays;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** JSON lines on standard output: each record at once, whole lines even if several subtasks write. No state. */
public final class PrintSink implements Sink<OutputRecord> {
    private static final long serialVersionUID = 1;

    @Override
    public SinkWriter<OutputRecord> createWriter(WriterInitContext context) {
        return new Writer(System.out);
    }

    /** Writes to {@code out}. */
    static final class Writer implements SinkWriter<OutputRecord> {
        private final PrintStream out;

        Writer(PrintStream out) {
            this.out = out;
        }

        @Override
        public void write(OutputRecord record, Context context) {
            byte[] line = Arrays.copyOf(record.value, record.value.length + 1);
            line[record.value.length] = '\n';
            synchronized (out) {
                out.write(line, 0, line.length);
                out.flush();
            }
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
    }
}
