package io.tidemark.connector;

import io.tidemark.codec.RecordDecoder;
import io.tidemark.event.Decoded;
import io.tidemark.event.Origin;
import io.tidemark.event.RawRecord;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;

/** Hands each Kafka record, tombstones included, to the decoder; one result a record. */
final class DecodingDeserializer implements KafkaRecordDeserializationSchema<Decoded> {
    private static final long serialVersionUID = 1;

    private final RecordDecoder decoder;
    private final TypeInformation<Decoded> type;

    DecodingDeserializer(RecordDecoder decoder, TypeInformation<Decoded> type) {
        this.decoder = decoder;
        this.type = type;
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Decoded> out) {
        out.collect(decoder.decode(rawRecord(record)));
    }

    @SuppressWarnings("NullAway") // ConsumerRecord does not say that key and value may be null
    static RawRecord rawRecord(ConsumerRecord<byte[], byte[]> record) {
        boolean timed = record.timestampType() != TimestampType.NO_TIMESTAMP_TYPE && record.timestamp() >= 0;
        return new RawRecord(
                record.value(),
                record.key(),
                timed ? record.timestamp() : null,
                headers(record),
                Origin.kafka(record.topic(), record.partition(), record.offset()));
    }

    /** A header without a value counts as missing. */
    private static Map<String, byte[]> headers(ConsumerRecord<byte[], byte[]> record) {
        Map<String, byte[]> headers = Map.of();
        for (Header header : record.headers()) {
            if (headers.isEmpty()) {
                headers = new HashMap<>();
            }
            if (header.value() == null) {
                headers.remove(header.key());
            } else {
                headers.put(header.key(), header.value());
            }
        }
        return headers;
    }

    @Override
    public TypeInformation<Decoded> getProducedType() {
        return type;
    }
}
