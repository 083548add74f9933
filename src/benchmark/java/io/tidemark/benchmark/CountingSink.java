package io.tidemark.benchmark;

import java.io.Serializable;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Counts rows and drops them.
 *
 * @param <T> the rows
 */
final class CountingSink<T> implements Sink<T> {
    private static final long serialVersionUID = 1;

    /** What is counted of a row. */
    interface Reading<T> extends Serializable {
        /** The events that the row counts. */
        long count(T row);

        /** A number that is equal for equal rows. */
        long hash(T row);
    }

    private final Reading<T> reading;

    CountingSink(Reading<T> reading) {
        this.reading = reading;
    }

    /** Equal for rows of equal end and percentile. */
    static long hash(long endMs, double percentile) {
        long mixed = (Double.doubleToLongBits(percentile) ^ endMs * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 31;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return new SinkWriter<>() {
            @Override
            public void write(T row, Context ignored) {
                Probe.row(reading.count(row), reading.hash(row));
            }

            @Override
            public void flush(boolean endOfInput) {
                if (endOfInput) {
                    Probe.ended();
                }
            }

            @Override
            public void close() {}
        };
    }
}
