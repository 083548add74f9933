package io.tidemark.benchmark;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Event;
import io.tidemark.event.RawRecord;
import java.time.Duration;
import java.util.Objects;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.jspecify.annotations.Nullable;

/**
 * The windows as Flink SQL's community writes them: window table functions. The rows come from the decoder that all
 * variants use, in SQL's own form, as its JSON format would make them.
 */
final class SqlJob {
    private static final String PLAIN = "COUNT(*), AVG(latency_ms), MAX(latency_ms)";
    private static final String PERCENTILES =
            "COUNT(*), PERCENTILE(latency_ms, 0.5), PERCENTILE(latency_ms, 0.95), PERCENTILE(latency_ms, 0.99)";

    private SqlJob() {}

    static void compose(StreamExecutionEnvironment env, Workload workload, long events, boolean percentiles) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(env);
        DataType type = DataTypes.ROW(
                DataTypes.FIELD("service", DataTypes.STRING()),
                DataTypes.FIELD("endpoint", DataTypes.STRING()),
                DataTypes.FIELD("latency_ms", DataTypes.DOUBLE()),
                DataTypes.FIELD("status", DataTypes.BIGINT()),
                DataTypes.FIELD("ms", DataTypes.BIGINT()));
        RequestSource<RowData> source =
                new RequestSource<>(workload.requests(), events, new ToRow(TidemarkJob.decoder(workload)));
        DataStream<RowData> rows = env.fromSource(
                source, DataStreamJob.watermarks(), "requests", InternalTypeInfo.of((RowType) type.getLogicalType()));
        Schema schema = Schema.newBuilder()
                .columnByMetadata("rowtime", "TIMESTAMP_LTZ(3)")
                .watermark("rowtime", "SOURCE_WATERMARK()")
                .build();
        tables.createTemporaryView("requests", tables.fromDataStream(rows, schema));
        String query = "SELECT window_end, " + (percentiles ? PERCENTILES : PLAIN) + " FROM TABLE("
                + window(workload.size(), workload.every())
                + ") GROUP BY service, endpoint, window_start, window_end";
        tables.toDataStream(tables.sqlQuery(query)).sinkTo(new CountingSink<>(new OfRow()));
    }

    private static String window(Duration size, @Nullable Duration every) {
        String step = every == null ? "" : seconds(every) + ", ";
        return (every == null ? "TUMBLE" : "HOP") + "(TABLE requests, DESCRIPTOR(rowtime), " + step + seconds(size)
                + ")";
    }

    private static String seconds(Duration duration) {
        return "INTERVAL '" + duration.toSeconds() + "' SECOND(6)";
    }

    /** The row of a request. */
    private record ToRow(RecordDecoder decoder) implements RequestSource.Decode<RowData> {
        @Override
        public RowData decode(RawRecord record) {
            Event event = TidemarkJob.event(decoder.decode(record));
            return GenericRowData.of(
                    StringData.fromString((String) event.get(1)),
                    StringData.fromString((String) event.get(2)),
                    event.get(3),
                    event.get(4),
                    event.time());
        }

        @Override
        public long time(RowData row) {
            return row.getLong(4);
        }
    }

    private record OfRow() implements CountingSink.Reading<Row> {
        @Override
        public long count(Row row) {
            return (long) Objects.requireNonNull(row.getField(1));
        }

        @Override
        public long hash(Row row) {
            return 0;
        }
    }
}
