package io.tidemark.connector;

import java.io.IOException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TwoPhaseCommittingStatefulSink.PrecommittingStatefulSinkWriter;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.kafka.clients.admin.Admin;

/**
 * A Kafka sink whose writers close the client by which they ask the broker for open transactions. The connector (5.0.0)
 * leaves it open: each start of a job leaked a thread and a connection, and while the broker was away those threads took
 * the CPU with their attempts to reach it.
 *
 * @param <T> what is written
 */
final class ClosingKafkaSink<T>
        implements Sink<T>,
                SupportsWriterState<T, KafkaWriterState>,
                SupportsCommitter<KafkaCommittable>,
                SupportsPostCommitTopology<KafkaCommittable> {
    private static final long serialVersionUID = 1;

    private final KafkaSink<T> sink;

    ClosingKafkaSink(KafkaSink<T> sink) {
        this.sink = sink;
    }

    @Override
    public Writer<T> createWriter(WriterInitContext context) throws IOException {
        return restoreWriter(context, List.of());
    }

    @Override
    public Writer<T> restoreWriter(WriterInitContext context, Collection<KafkaWriterState> state) throws IOException {
        return new Writer<>(sink.restoreWriter(context, state));
    }

    @Override
    public SimpleVersionedSerializer<KafkaWriterState> getWriterStateSerializer() {
        return sink.getWriterStateSerializer();
    }

    @Override
    public Committer<KafkaCommittable> createCommitter(CommitterInitContext context) {
        return sink.createCommitter(context);
    }

    @Override
    public SimpleVersionedSerializer<KafkaCommittable> getCommittableSerializer() {
        return sink.getCommittableSerializer();
    }

    @Override
    public void addPostCommitTopology(DataStream<CommittableMessage<KafkaCommittable>> committables) {
        sink.addPostCommitTopology(committables);
    }

    /** The connector's writer, and its client with it when it is closed. */
    static final class Writer<T> implements PrecommittingStatefulSinkWriter<T, KafkaWriterState, KafkaCommittable> {
        private final PrecommittingStatefulSinkWriter<T, KafkaWriterState, KafkaCommittable> writer;

        Writer(PrecommittingStatefulSinkWriter<T, KafkaWriterState, KafkaCommittable> writer) {
            this.writer = writer;
        }

        @Override
        public void write(T element, Context context) throws IOException, InterruptedException {
            writer.write(element, context);
        }

        @Override
        public void flush(boolean endOfInput) throws IOException, InterruptedException {
            writer.flush(endOfInput);
        }

        @Override
        public void writeWatermark(Watermark watermark) throws IOException, InterruptedException {
            writer.writeWatermark(watermark);
        }

        @Override
        public List<KafkaWriterState> snapshotState(long checkpointId) throws IOException {
            return writer.snapshotState(checkpointId);
        }

        @Override
        public Collection<KafkaCommittable> prepareCommit() throws IOException, InterruptedException {
            return writer.prepareCommit();
        }

        @Override
        public void close() throws Exception {
            try {
                writer.close();
            } finally {
                closeClient();
            }
        }

        /** The connector offers no way to it; a version without this field has nothing to be closed here. */
        private void closeClient() throws IllegalAccessException {
            try {
                Field field = writer.getClass().getDeclaredField("adminClient");
                field.setAccessible(true);
                if (field.get(writer) instanceof Admin admin) {
                    admin.close(Duration.ZERO);
                }
            } catch (NoSuchFieldException e) {
                // at least once, or another version
            }
        }
    }
}
