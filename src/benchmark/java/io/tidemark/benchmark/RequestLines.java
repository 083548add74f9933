package io.tidemark.benchmark;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Requests as JSON lines, the same for a seed. Making one must cost next to nothing beside reading it, so some thousand
 * lines are made beforehand, and each request is one of them with its own time and key written over their digits. Event
 * time goes on evenly, with a disorder below {@value #DISORDER_MS} ms.
 */
final class RequestLines {
    /** 2025-01-01T00:00:00Z, a whole hour. */
    static final long START_MS = 1_735_689_600_000L;

    static final int DISORDER_MS = 1_000;

    private static final int LINES = 1 << 14;
    private static final int KEYS = 1 << 21;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final String TEMPLATE =
            "{\"timestamp\":%013d,\"service\":\"service-%02d\",\"endpoint\":\"/api/v1/items-%03d\","
                    + "\"latency_ms\":%.2f,\"status\":%d,\"method\":\"GET\",\"region\":\"eu-west-1\",\"trace_id\":\"%016x\","
                    + "\"user_agent\":\"okhttp/4.12.0\",\"bytes\":%d}";

    /**
     * What requests are made.
     *
     * @param keys how many keys, at most 100 000
     * @param zipf whether the key of rank r has a weight of 1/r, else all have the same
     * @param perSecond requests a second of event time
     * @param startMs the time of the first
     * @param seed of values and keys
     */
    record Shape(int keys, boolean zipf, double perSecond, long startMs, long seed) implements Serializable {}

    private final Shape shape;
    private final byte[][] lines;
    private final int[] keyOf;
    private final int timeAt;
    private final int serviceAt;
    private final int endpointAt;

    RequestLines(Shape shape) {
        this.shape = shape;
        SplittableRandom random = new SplittableRandom(shape.seed());
        this.lines = lines(random);
        this.keyOf = keys(shape, random);
        String first = new String(lines[0], StandardCharsets.US_ASCII);
        this.timeAt = first.indexOf("\"timestamp\":") + 12;
        this.serviceAt = first.indexOf("service-") + 8;
        this.endpointAt = first.indexOf("items-") + 6;
    }

    private static byte[][] lines(SplittableRandom random) {
        byte[][] lines = new byte[LINES][];
        for (int i = 0; i < LINES; i++) {
            double latency = Math.min(60_000, Math.exp(3.4 + 1.1 * gaussian(random)));
            int status = random.nextInt(50) == 0 ? 503 : 200;
            lines[i] = String.format(
                            Locale.ROOT, TEMPLATE, 0, 0, 0, latency, status, random.nextLong(), random.nextInt(100_000))
                    .getBytes(StandardCharsets.US_ASCII);
        }
        return lines;
    }

    private static double gaussian(SplittableRandom random) {
        double u = 1 - random.nextDouble();
        return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private static int[] keys(Shape shape, SplittableRandom random) {
        int[] keys = new int[KEYS];
        double[] weights = new double[shape.keys()];
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += shape.zipf() ? 1.0 / (i + 1) : 1;
            weights[i] = sum;
        }
        for (int i = 0; i < KEYS; i++) {
            int at = java.util.Arrays.binarySearch(weights, random.nextDouble() * sum);
            keys[i] = Math.min(weights.length - 1, at < 0 ? -at - 1 : at);
        }
        return keys;
    }

    /** The time of request {@code index}, from 0, in milliseconds. */
    long time(long index) {
        long late = ((index + 1) * GOLDEN >>> 33) % DISORDER_MS;
        return Math.max(shape.startMs(), shape.startMs() + (long) (index * 1000 / shape.perSecond()) - late);
    }

    /** Request {@code index}; valid until the next call. */
    byte[] line(long index) {
        return line(index, time(index));
    }

    /** Request {@code index} at another time; valid until the next call. */
    byte[] line(long index, long timeMs) {
        byte[] line = lines[(int) (index & (LINES - 1))];
        int key = keyOf[(int) (index & (KEYS - 1))];
        write(line, timeAt, 13, timeMs);
        write(line, serviceAt, 2, key % 100);
        write(line, endpointAt, 3, key / 100);
        return line;
    }

    /** The key of request {@code index}, as its producer would give it to Kafka. */
    byte[] key(long index) {
        int key = keyOf[(int) (index & (KEYS - 1))];
        return ("service-" + key % 100 + "/" + key / 100).getBytes(StandardCharsets.US_ASCII);
    }

    private static void write(byte[] line, int at, int digits, long number) {
        long rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            long tenth = rest / 10;
            line[i] = (byte) ('0' + (rest - tenth * 10));
            rest = tenth;
        }
    }
}
