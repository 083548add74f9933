package io.tidemark.benchmark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.event.Origin;
import io.tidemark.event.RawRecord;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.api.common.eventtime.SerializableTimestampAssigner;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The hand-written DataStream job between two Kafka topics. */
final class KafkaDataStreamJob {
    private KafkaDataStreamJob() {}

    static void compose(StreamExecutionEnvironment env, String servers, Duration size, String output) {
        KafkaSource<Request> source = KafkaSource.<Request>builder()
                .setBootstrapServers(servers)
                .setTopics(KafkaRun.REQUESTS)
                .setGroupId("datastream")
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setProperty("isolation.level", "read_committed")
                .setValueOnlyDeserializer(new Requests())
                .build();
        KafkaSink<PlainRow> sink = KafkaSink.<PlainRow>builder()
                .setBootstrapServers(servers)
                .setRecordSerializer(KafkaRecordSerializationSchema.<PlainRow>builder()
                        .setTopic(output)
                        .setKeySerializationSchema(new Keys())
                        .setValueSerializationSchema(new Rows())
                        .build())
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix("datastream-" + output)
                .setProperty("transaction.timeout.ms", "600000")
                .build();
        SerializableTimestampAssigner<Request> times = (request, ignored) -> request.timestamp;
        WatermarkStrategy<Request> watermarks =
                DataStreamJob.<Request>watermarks().withTimestampAssigner(times);
        DataStreamJob.aggregate(env.fromSource(source, watermarks, "requests"), size, null)
                .sinkTo(sink);
    }

    /** Bytes to a request, by the decoder that all variants use. */
    private static final class Requests implements DeserializationSchema<Request> {
        private static final long serialVersionUID = 1;
        private static final Origin ORIGIN = Origin.kafka("requests", 0, 0);

        private final DataStreamJob.ToRequest decode =
                new DataStreamJob.ToRequest(TidemarkJob.decoder(Workload.named("tumbling")));

        @Override
        public Request deserialize(byte[] message) {
            return decode.decode(new RawRecord(message, null, null, Map.of(), ORIGIN));
        }

        @Override
        public boolean isEndOfStream(Request next) {
            return false;
        }

        @Override
        public TypeInformation<Request> getProducedType() {
            return TypeInformation.of(Request.class);
        }
    }

    private static final class Keys implements SerializationSchema<PlainRow> {
        private static final long serialVersionUID = 1;

        @Override
        public byte[] serialize(PlainRow row) {
            return (row.service + "/" + row.endpoint).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    private static final class Rows implements SerializationSchema<PlainRow> {
        private static final long serialVersionUID = 1;
        private static final ObjectMapper MAPPER = new ObjectMapper();

        @Override
        public byte[] serialize(PlainRow row) {
            return json(row);
        }
    }

    static byte[] json(PlainRow row) {
        try {
            return Rows.MAPPER.writeValueAsBytes(row);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A request from the bytes of a Kafka record. */
    interface Decoding {
        Request decode(byte[] message);
    }

    static Decoding decoding() {
        return new Requests()::deserialize;
    }
}
