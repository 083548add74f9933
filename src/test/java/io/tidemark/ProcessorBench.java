package io.tidemark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.SerializableTimestampAssigner;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;

/** Objects through the Java face on a MiniCluster. */
final class ProcessorBench {
    private ProcessorBench() {}

    /** One task, and everything forbidden that users may have forbidden. */
    static StreamExecutionEnvironment environment() {
        return environment(new Configuration());
    }

    /** As {@link #environment()}, with settings more. */
    static StreamExecutionEnvironment environment(Configuration settings) {
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        settings.setString("rest.bind-address", "localhost");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(settings);
        env.setParallelism(1);
        return env;
    }

    /** {@code objects} in order, as {@link #timed} has them. */
    static <T> DataStream<T> stream(
            StreamExecutionEnvironment env, Class<T> type, List<T> objects, SerializableTimestampAssigner<T> time) {
        return timed(env.fromData(objects, TypeInformation.of(type)), Duration.ZERO, time);
    }

    /**
     * {@code objects} with a watermark behind each.
     *
     * @param outOfOrderness how far the watermark stays behind the latest time
     * @param time of an object; what the assigner is given for one that has none
     */
    static <T> DataStream<T> timed(
            DataStream<T> objects, Duration outOfOrderness, SerializableTimestampAssigner<T> time) {
        long behind = outOfOrderness.toMillis() + 1;
        return objects.assignTimestampsAndWatermarks(
                WatermarkStrategy.<T>forGenerator(context -> new AfterEach<>(behind))
                        .withTimestampAssigner(time));
    }

    /** All that comes out of a stream, which is closed then. */
    static <T> List<T> list(CloseableIterator<T> iterator) throws Exception {
        try (iterator) {
            List<T> list = new ArrayList<>();
            iterator.forEachRemaining(list::add);
            return list;
        }
    }

    /** A watermark after each event; Flink drops those that would go back. */
    private record AfterEach<T>(long behind) implements WatermarkGenerator<T> {
        @Override
        public void onEvent(T event, long timestamp, WatermarkOutput output) {
            if (timestamp != Long.MIN_VALUE) {
                output.emitWatermark(new Watermark(timestamp - behind));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }
}
