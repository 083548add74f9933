package io.tidemark.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;

/**
 * The windows as Kafka Streams' community writes them: records keyed by what they are grouped by, so that nothing is
 * repartitioned; a windowed aggregate in RocksDB with its changelog; rows when a window closes; exactly once.
 */
final class StreamsJob {
    private StreamsJob() {}

    /** Runs until the process is ended. */
    static void run(String servers, Duration size, String output, Path folder) throws InterruptedException {
        StreamsBuilder builder = new StreamsBuilder();
        Serde<Request> requests = requests();
        builder.stream(
                        KafkaRun.REQUESTS,
                        Consumed.with(Serdes.String(), requests)
                                .withTimestampExtractor((record, ignored) -> ((Request) record.value()).timestamp))
                .groupByKey(Grouped.with(Serdes.String(), requests))
                .windowedBy(TimeWindows.ofSizeAndGrace(size, Duration.ofMillis(RequestLines.DISORDER_MS)))
                .emitStrategy(EmitStrategy.onWindowClose())
                .aggregate(
                        PlainAccumulator::new,
                        (key, request, accumulator) -> {
                            accumulator.add(request.latencyMs);
                            return accumulator;
                        },
                        Materialized.with(Serdes.String(), accumulators()))
                .toStream((window, accumulator) -> row(window, accumulator))
                .map((row, accumulator) -> org.apache.kafka.streams.KeyValue.pair(
                        row.service + "/" + row.endpoint, KafkaDataStreamJob.json(row)))
                .to(output, Produced.with(Serdes.String(), Serdes.ByteArray()));
        KafkaStreams streams = new KafkaStreams(builder.build(), properties(servers, output, folder));
        streams.start();
        Thread.currentThread().join();
    }

    private static Properties properties(String servers, String output, Path folder) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "streams-" + output);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, KafkaRun.COMMITS.toMillis());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        properties.put("auto.offset.reset", "earliest");
        return properties;
    }

    private static PlainRow row(Windowed<String> window, PlainAccumulator accumulator) {
        PlainRow row = accumulator.row();
        String[] names = window.key().split("/", 2);
        row.service = names[0];
        row.endpoint = names[1];
        row.windowStart = window.window().start();
        row.windowEnd = window.window().end();
        return row;
    }

    private static Serde<Request> requests() {
        ThreadLocal<KafkaDataStreamJob.Decoding> decoding = ThreadLocal.withInitial(KafkaDataStreamJob::decoding);
        return Serdes.serdeFrom(
                (topic, request) -> {
                    throw new UnsupportedOperationException("requests are only read");
                },
                (topic, bytes) -> decoding.get().decode(bytes));
    }

    private static Serde<PlainAccumulator> accumulators() {
        PlainAccumulatorSerializer serializer = new PlainAccumulatorSerializer();
        ThreadLocal<DataOutputSerializer> outputs = ThreadLocal.withInitial(() -> new DataOutputSerializer(512));
        return Serdes.serdeFrom(
                (topic, accumulator) -> {
                    try {
                        DataOutputSerializer out = outputs.get();
                        out.clear();
                        serializer.serialize(accumulator, out);
                        return out.getCopyOfBuffer();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                (topic, bytes) -> {
                    try {
                        return serializer.deserialize(new DataInputDeserializer(bytes));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }
}
