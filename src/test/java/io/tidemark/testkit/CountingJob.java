package io.tidemark.testkit;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

/** The smallest job with state and a sink: writes 0, 1, 2, … to files, 200 a second, each exactly once. */
public final class CountingJob {
    private CountingJob() {}

    /** Takes the folder to write to. */
    public static void main(String[] args) throws Exception {
        if (args.length != 1) {
            throw new IllegalArgumentException("expected one folder; none given");
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        DataGeneratorSource<String> numbers = new DataGeneratorSource<>(
                index -> Long.toString(index), Long.MAX_VALUE, RateLimiterStrategy.perSecond(200), Types.STRING);
        FileSink<String> files = FileSink.forRowFormat(new Path(args[0]), new SimpleStringEncoder<String>())
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .build();
        env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
                .uid("numbers")
                .rebalance()
                .map(number -> number)
                .returns(Types.STRING)
                .name("passed on")
                .uid("passed-on")
                .sinkTo(files)
                .name("written")
                .uid("written");
        env.execute("counting");
    }
}
