package io.tidemark.benchmark;

import io.tidemark.connector.EmbeddedKafka;
import io.tidemark.connector.TopicReader;
import io.tidemark.connector.TopicWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * From Kafka to Kafka, exactly once: a broker in this process, a topic of requests, and each variant in a process of its
 * own, whose CPU is read from outside. First it works off the topic; then it is given requests at a fixed rate, and a
 * row's latency is the time from its window's end until a {@code read_committed} reader has it.
 */
final class KafkaCase {
    static final List<String> VARIANTS = List.of("tidemark", "datastream", "streams");

    private static final int PARTITIONS = 2;
    private static final long EVENTS = 20_000_000;
    private static final int RATE = 10_000;
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Duration SHORT_WINDOW = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(90);
    private static final Duration CLOSINGS = Duration.ofMillis(700);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final RequestLines.Shape SHAPE = Workload.named("tumbling").requests();

    private final long events;
    private final Duration latencyRun;
    private final Clock clock = Clock.systemUTC();

    KafkaCase(int divisor) {
        this.events = EVENTS / divisor;
        this.latencyRun = Duration.ofSeconds(divisor == 1 ? 60 : 30);
    }

    /**
     * What a variant took.
     *
     * @param perSecond requests a second
     * @param cpuUs microseconds of CPU a request
     * @param rows the rows
     * @param counted the sum of their counts
     * @param p50Ms median latency, milliseconds
     * @param p99Ms 99th percentile of it
     */
    record Figures(double perSecond, double cpuUs, long rows, long counted, long p50Ms, long p99Ms) {
        /** The middle of each figure over several runs of one variant. */
        static Figures median(List<Figures> runs) {
            Figures any = runs.get(0);
            return new Figures(
                    Measured.median(runs, Figures::perSecond),
                    Measured.median(runs, Figures::cpuUs),
                    any.rows,
                    any.counted,
                    (long) Measured.median(runs, Figures::p50Ms),
                    (long) Measured.median(runs, Figures::p99Ms));
        }

        String line(String variant, double times) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %.2f | %.2f | %d | %d ms | %d ms |",
                    variant,
                    perSecond,
                    cpuUs,
                    times,
                    rows,
                    p50Ms,
                    p99Ms);
        }
    }

    /** Starts a variant with so many seconds a window, an input and an output; the last argument is its folder. */
    interface Starter {
        Process start(List<String> arguments, Path folder) throws IOException;
    }

    Figures run(String variant, Starter starter) throws IOException, InterruptedException {
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            kafka.createTopic(KafkaRun.REQUESTS, PARTITIONS);
            kafka.createTopic("rows", PARTITIONS);
            fill(kafka.bootstrapServers());
            Figures work =
                    within(starter, variant, kafka, WINDOW, process -> workOff(kafka.bootstrapServers(), process));
            return latencies(variant, starter, work);
        }
    }

    private Figures latencies(String variant, Starter starter, Figures work) throws IOException, InterruptedException {
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            kafka.createTopic(KafkaRun.REQUESTS, PARTITIONS);
            kafka.createTopic("rows", PARTITIONS);
            long[] sorted =
                    within(starter, variant, kafka, SHORT_WINDOW, process -> atRate(kafka.bootstrapServers(), process));
            return new Figures(
                    work.perSecond(),
                    work.cpuUs(),
                    work.rows(),
                    work.counted(),
                    sorted[sorted.length / 2],
                    sorted[(int) (sorted.length * 0.99)]);
        }
    }

    private static <T> T within(
            Starter starter, String variant, EmbeddedKafka kafka, Duration window, Function<Process, T> work)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tidemark-benchmark-");
        String seconds = Long.toString(window.toSeconds());
        Process process = starter.start(List.of(variant, kafka.bootstrapServers(), seconds, "rows"), folder);
        try {
            return work.apply(process);
        } finally {
            process.destroyForcibly().waitFor();
            Benchmark.remove(folder);
        }
    }

    /** All requests. */
    private void fill(String servers) {
        RequestLines lines = new RequestLines(SHAPE);
        try (KafkaProducer<byte[], byte[]> producer = producer(servers)) {
            for (long i = 0; i < events; i++) {
                producer.send(new ProducerRecord<>(
                        KafkaRun.REQUESTS, lines.key(i), lines.line(i).clone()));
            }
        }
    }

    /**
     * A request for each partition, so far ahead that every window before it closes. Kafka Streams looks for closed
     * windows when a record comes, and once a second, so there must be several.
     */
    private void close(RequestLines lines, TopicWriter writer) {
        long end = lines.time(events) + 10 * WINDOW.toMillis();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            byte[] line = lines.line(partition, end).clone();
            writer.send(KafkaRun.REQUESTS, partition, lines.key(partition), line);
        }
        writer.flush();
    }

    private static KafkaProducer<byte[], byte[]> producer(String servers) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "linger.ms", "5", "batch.size", "131072"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private record Sample(long wallNs, long cpuNs, long counted) {}

    private Figures workOff(String servers, Process process) {
        List<Sample> samples = new ArrayList<>();
        long rows = 0;
        long counted = 0;
        Instant last = clock.instant();
        RequestLines lines = new RequestLines(SHAPE);
        Instant closed = Instant.EPOCH;
        try (TopicWriter writer = new TopicWriter(servers);
                TopicReader reader = new TopicReader(servers, "rows")) {
            while (counted < events) {
                if (closed.plus(CLOSINGS).isBefore(clock.instant())) {
                    close(lines, writer);
                    closed = clock.instant();
                }
                List<TopicReader.Message> messages = reader.poll(POLL);
                for (TopicReader.Message message : messages) {
                    counted += number(text(message), "\"request_count\":");
                }
                rows += messages.size();
                if (!messages.isEmpty()) {
                    last = clock.instant();
                    samples.add(new Sample(System.nanoTime(), cpuNs(process), counted));
                }
                if (!process.isAlive() || last.plus(SILENCE).isBefore(clock.instant())) {
                    throw new IllegalStateException("no more rows after " + counted + " of " + events + " requests");
                }
            }
        }
        if (counted != events) {
            throw new IllegalStateException("the rows count " + counted + " requests, not " + events);
        }
        // What came before is start and warm-up, and the compiler's work.
        Sample first = samples.stream()
                .filter(sample -> sample.counted() >= events / 2)
                .findFirst()
                .orElseThrow();
        Sample end = samples.get(samples.size() - 1);
        long measured = end.counted() - first.counted();
        double perSecond = measured * 1e9 / (end.wallNs() - first.wallNs());
        return new Figures(perSecond, (end.cpuNs() - first.cpuNs()) / 1e3 / measured, rows, counted, 0, 0);
    }

    /** Latencies of rows in milliseconds, sorted; those of the first third are warm-up. */
    private long[] atRate(String servers, Process process) {
        AtomicBoolean on = new AtomicBoolean(true);
        Thread feed = new Thread(() -> feed(servers, on), "feed");
        feed.start();
        List<Long> latencies = new ArrayList<>();
        try (TopicReader reader = new TopicReader(servers, "rows")) {
            Instant begin = null;
            while (begin == null || clock.instant().isBefore(begin.plus(latencyRun))) {
                for (TopicReader.Message message : reader.poll(POLL)) {
                    Instant now = clock.instant();
                    begin = begin == null ? now : begin;
                    if (begin.plus(latencyRun.dividedBy(3)).isBefore(now)) {
                        latencies.add(now.toEpochMilli() - windowEnd(text(message)));
                    }
                }
                if (!process.isAlive()) {
                    throw new IllegalStateException("the job has ended");
                }
            }
        } finally {
            on.set(false);
        }
        return latencies.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    private void feed(String servers, AtomicBoolean on) {
        RequestLines lines = new RequestLines(SHAPE);
        try (KafkaProducer<byte[], byte[]> producer = producer(servers)) {
            long begin = System.nanoTime();
            long sent = 0;
            while (on.get()) {
                long due = (System.nanoTime() - begin) * RATE / 1_000_000_000L;
                for (; sent < due; sent++) {
                    byte[] line = lines.line(sent, clock.millis()).clone();
                    producer.send(new ProducerRecord<>(KafkaRun.REQUESTS, lines.key(sent), line));
                }
                TimeUnit.MILLISECONDS.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long cpuNs(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    private static String text(TopicReader.Message message) {
        byte[] value = message.value();
        return value == null ? "" : new String(value, StandardCharsets.UTF_8);
    }

    private static long number(String json, String name) {
        int at = json.indexOf(name) + name.length();
        int end = at;
        while (end < json.length() && Character.isDigit(json.charAt(end))) {
            end++;
        }
        return Long.parseLong(json.substring(at, end));
    }

    private static long windowEnd(String json) {
        int at = json.indexOf("\"window_end\":") + 13;
        return json.charAt(at) == '"'
                ? Instant.parse(json.substring(at + 1, json.indexOf('"', at + 1)))
                        .toEpochMilli()
                : number(json, "\"window_end\":");
    }
}
