package io.tidemark.benchmark;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Event;
import io.tidemark.event.RawRecord;
import java.time.Duration;
import java.util.Objects;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/** The windows as Flink's community writes them by hand: {@code keyBy().window().aggregate()}. */
final class DataStreamJob {
    private DataStreamJob() {}

    static void compose(StreamExecutionEnvironment env, Workload workload, long events) {
        RequestSource<Request> source =
                new RequestSource<>(workload.requests(), events, new ToRequest(TidemarkJob.decoder(workload)));
        DataStream<Request> requests =
                env.fromSource(source, watermarks(), "requests", TypeInformation.of(Request.class));
        aggregate(requests, workload.size(), workload.every()).sinkTo(new CountingSink<>(new OfRow()));
    }

    /** Source and decoder alone. */
    static void decodeOnly(StreamExecutionEnvironment env, Workload workload, long events) {
        RequestSource<Request> source =
                new RequestSource<>(workload.requests(), events, new ToRequest(TidemarkJob.decoder(workload)));
        env.fromSource(source, watermarks(), "requests", TypeInformation.of(Request.class))
                .sinkTo(new CountingSink<>(new OfRequest()));
    }

    static <T> WatermarkStrategy<T> watermarks() {
        return WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofSeconds(1));
    }

    static DataStream<PlainRow> aggregate(DataStream<Request> requests, Duration size, @Nullable Duration every) {
        WindowAssigner<Object, TimeWindow> windows =
                every == null ? TumblingEventTimeWindows.of(size) : SlidingEventTimeWindows.of(size, every);
        return requests.keyBy(
                        request -> Tuple2.of(request.service, request.endpoint),
                        Types.TUPLE(Types.STRING, Types.STRING))
                .window(windows)
                .aggregate(
                        new Aggregate(),
                        new Name(),
                        new PlainAccumulatorTypeInfo(),
                        TypeInformation.of(PlainRow.class),
                        TypeInformation.of(PlainRow.class));
    }

    /** The POJO of a request, by the decoder that all variants use. */
    record ToRequest(RecordDecoder decoder) implements RequestSource.Decode<Request> {
        @Override
        public Request decode(RawRecord record) {
            Event event = TidemarkJob.event(decoder.decode(record));
            Request request = new Request();
            request.timestamp = event.time();
            request.service = (String) value(event, 1);
            request.endpoint = (String) value(event, 2);
            request.latencyMs = (double) value(event, 3);
            request.status = (long) value(event, 4);
            return request;
        }

        private static Object value(Event event, int index) {
            return Objects.requireNonNull(event.get(index));
        }

        @Override
        public long time(Request request) {
            return request.timestamp;
        }
    }

    private static final class Aggregate implements AggregateFunction<Request, PlainAccumulator, PlainRow> {
        private static final long serialVersionUID = 1;

        @Override
        public PlainAccumulator createAccumulator() {
            return new PlainAccumulator();
        }

        @Override
        public PlainAccumulator add(Request request, PlainAccumulator accumulator) {
            accumulator.add(request.latencyMs);
            return accumulator;
        }

        @Override
        public PlainRow getResult(PlainAccumulator accumulator) {
            return accumulator.row();
        }

        @Override
        public PlainAccumulator merge(PlainAccumulator one, PlainAccumulator other) {
            one.merge(other);
            return one;
        }
    }

    private static final class Name
            extends ProcessWindowFunction<PlainRow, PlainRow, Tuple2<String, String>, TimeWindow> {
        private static final long serialVersionUID = 1;

        @Override
        public void process(
                Tuple2<String, String> key, Context context, Iterable<PlainRow> rows, Collector<PlainRow> out) {
            PlainRow row = rows.iterator().next();
            row.service = key.f0;
            row.endpoint = key.f1;
            row.windowStart = context.window().getStart();
            row.windowEnd = context.window().getEnd();
            out.collect(row);
        }
    }

    private record OfRow() implements CountingSink.Reading<PlainRow> {
        @Override
        public long count(PlainRow row) {
            return row.count;
        }

        @Override
        public long hash(PlainRow row) {
            return CountingSink.hash(row.windowEnd, row.p99);
        }
    }

    private record OfRequest() implements CountingSink.Reading<Request> {
        @Override
        public long count(Request request) {
            return 1;
        }

        @Override
        public long hash(Request request) {
            return request.timestamp;
        }
    }
}
