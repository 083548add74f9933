package io.tidemark.cli;

import io.tidemark.connector.RequestGenerator;
import io.tidemark.connector.TopicWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Feeds the demo's topic: some minutes of history at once, so that windows close soon, then live. One record in 500 is
 * broken and one in 300 far too late, so that there is something to see in the side outputs.
 */
final class RequestFeed implements AutoCloseable {
    private static final double RATE = 100;
    private static final int KEYS = 8;
    private static final Duration HISTORY = Duration.ofMinutes(5);
    private static final int BROKEN_EVERY = 500;
    private static final int LATE_EVERY = 300;

    private final TopicWriter writer;
    private final String topic;
    private final RequestGenerator generator;
    private final Instant base;
    private final Clock clock;
    private final Thread thread;
    private volatile boolean closed;

    RequestFeed(String servers, String topic, Clock clock) {
        this.writer = new TopicWriter(servers);
        this.topic = topic;
        this.clock = clock;
        this.base = clock.instant().minus(HISTORY);
        this.generator = new RequestGenerator(RATE, 1, KEYS, base);
        this.thread = new Thread(this::feed, "request-feed");
        thread.setDaemon(true);
        thread.start();
    }

    private void feed() {
        long next = 0;
        while (!closed) {
            long due = (long) (Duration.between(base, clock.instant()).toMillis() / 1000.0 * RATE);
            for (; next < due && !closed; next++) {
                send(next);
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void send(long i) {
        writer.send(topic, null, generator.json(i));
        if (i % BROKEN_EVERY == BROKEN_EVERY - 1) {
            writer.send(topic, null, "{\"timestamp\": \"not a time\"}".getBytes(StandardCharsets.UTF_8));
        }
        if (i % LATE_EVERY == LATE_EVERY - 1 && i > 60 * RATE * 4) {
            writer.send(topic, null, generator.json(i - (long) (60 * RATE * 4)));
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writer.close();
    }
}
