package io.tidemark.connector;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes generated requests to a topic, as JSON with the service as key, at the generator's rate until closed. */
public final class RequestFeed implements AutoCloseable {
    private static final long TICK_MS = 20;

    private final String topic;
    private final RequestGenerator generator;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicLong sent = new AtomicLong();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "request-feed");
        thread.setDaemon(true);
        return thread;
    });

    private RequestFeed(String servers, String topic, RequestGenerator generator) {
        this.topic = topic;
        this.generator = generator;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Starts to write.
     *
     * @param servers bootstrap servers
     * @param topic an existing topic
     */
    public static RequestFeed start(String servers, String topic, RequestGenerator generator) {
        RequestFeed feed = new RequestFeed(servers, topic, generator);
        long startNanos = System.nanoTime();
        Future<?> unused = feed.clock.scheduleAtFixedRate(
                () -> feed.sendUpTo((long) ((System.nanoTime() - startNanos) / 1e9 * generator.rate()) + 1),
                0,
                TICK_MS,
                TimeUnit.MILLISECONDS);
        return feed;
    }

    private void sendUpTo(long count) {
        try {
            for (long i = sent.get(); i < count && !clock.isShutdown(); i++) {
                byte[] key = String.valueOf(generator.event(i).get(1)).getBytes(StandardCharsets.UTF_8);
                Future<?> unused = producer.send(new ProducerRecord<>(topic, key, generator.json(i)));
                sent.set(i + 1);
            }
        } catch (KafkaException e) {
            // Closed under the writer's hands, or the broker is gone: what feeds a demo ends with it.
            clock.shutdown();
        }
    }

    /** How many requests were handed to the producer. */
    public long sent() {
        return sent.get();
    }

    /** Stops, when what was written has arrived. */
    @Override
    public void close() {
        clock.shutdown();
        producer.close(Duration.ofSeconds(5));
    }
}
