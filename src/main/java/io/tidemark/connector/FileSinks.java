package io.tidemark.connector;

import io.tidemark.event.OutputRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.apache.flink.api.common.serialization.Encoder;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

/** File sinks. */
public final class FileSinks {
    private FileSinks() {}

    /**
     * A sink of JSON lines to parts {@code part-….jsonl} directly in {@code folder}, finished at checkpoints, each record
     * exactly once. The names of unfinished parts begin with {@code .}.
     */
    public static Sink<OutputRecord> create(Path folder) {
        return FileSink.forRowFormat(org.apache.flink.core.fs.Path.fromLocalFile(folder.toFile()), new JsonLines())
                .withBucketAssigner(new BasePathBucketAssigner<>())
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .withOutputFileConfig(OutputFileConfig.builder()
                        .withPartPrefix("part")
                        .withPartSuffix(".jsonl")
                        .build())
                .build();
    }

    private static final class JsonLines implements Encoder<OutputRecord> {
        private static final long serialVersionUID = 1;

        @Override
        public void encode(OutputRecord record, OutputStream out) throws IOException {
            out.write(record.value);
            out.write('\n');
        }
    }
}
