package io.tidemark.connector;

import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Origin;
import io.tidemark.event.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Made-up HTTP requests: the {@code i}-th is a pure function of the seed and {@code i}, the same on every machine.
 *
 * <p>Its time is the base + {@code i / rate} seconds, up to 8 s earlier (one in ten more than 0.3 s), never before the
 * base. Latencies are about log-normal with a median that differs by service and endpoint, 2 % are some ten times
 * slower, and are at most 60 s, in whole microseconds; slow requests fail more often.
 */
public final class RequestGenerator implements EventGenerator {
    private static final long serialVersionUID = 1;

    /** The base time unless another is given. */
    public static final Instant BASE = Instant.parse("2026-01-01T00:00:00Z");

    /** The fields of an event, in order. */
    public static final Schema SCHEMA = new Schema(List.of(
            new Field("timestamp", FieldType.TIMESTAMP, false),
            new Field("service", FieldType.STRING, false),
            new Field("endpoint", FieldType.STRING, false),
            new Field("latency_ms", FieldType.DOUBLE, false),
            new Field("status", FieldType.LONG, false)));

    /** Events are earlier than their place in the sequence by less than this. */
    public static final long MAX_DISORDER_MS = 8_000;

    private static final long MAX_LATENCY_US = 60_000_000;
    private static final String[] SERVICES = {
        "checkout", "catalog", "search", "payment", "users", "cart", "shipping", "reviews"
    };
    private static final String[] ENDPOINTS = {"/list", "/item", "/create", "/update"};

    private final double rate;
    private final long seed;
    private final int keys;
    private final long baseMs;
    /** The places in {@link #SCHEMA} of the values of an event. */
    private final int[] fields;

    /**
     * Of events of {@link #SCHEMA}.
     *
     * @param rate events per second of event time, above 0
     * @param seed of the pseudo-random sequence
     * @param keys how many pairs of service and endpoint, at least 1
     * @param base the earliest time
     */
    public RequestGenerator(double rate, long seed, int keys, Instant base) {
        this(
                rate,
                seed,
                keys,
                base.toEpochMilli(),
                IntStream.range(0, SCHEMA.size()).toArray());
    }

    private RequestGenerator(double rate, long seed, int keys, long baseMs, int[] fields) {
        if (!(rate > 0) || Double.isInfinite(rate)) {
            throw new IllegalArgumentException("rate must be above 0, not " + rate);
        }
        if (keys < 1) {
            throw new IllegalArgumentException("keys must be at least 1, not " + keys);
        }
        this.rate = rate;
        this.seed = seed;
        this.keys = keys;
        this.baseMs = baseMs;
        this.fields = fields;
    }

    @Override
    public RequestGenerator withFields(List<String> names) {
        return new RequestGenerator(
                rate,
                seed,
                keys,
                baseMs,
                names.stream().mapToInt(SCHEMA::indexOf).toArray());
    }

    @Override
    public double rate() {
        return rate;
    }

    @Override
    public Event event(long i) {
        Request request = request(i);
        Object[] all = {request.timeMs, request.service, request.endpoint, request.latencyUs / 1000.0, request.status};
        @Nullable Object[] values = new @Nullable Object[fields.length];
        for (int place = 0; place < values.length; place++) {
            values[place] = all[fields[place]];
        }
        return new Event(values, request.timeMs, Origin.file("generate", i + 1), null);
    }

    /** The {@code i}-th request, from 0, as one JSON object in UTF-8. */
    public byte[] json(long i) {
        Request request = request(i);
        String text = "{\"timestamp\":\"" + Instant.ofEpochMilli(request.timeMs)
                + "\",\"service\":\"" + request.service
                + "\",\"endpoint\":\"" + request.endpoint
                + "\",\"latency_ms\":" + decimal(request.latencyUs)
                + ",\"status\":" + request.status + "}";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Request request(long i) {
        SplitMix random = SplitMix.of(seed, i);
        // The lesser of two draws: some keys are busier than others.
        long key = (long) (Math.min(random.unit(), random.unit()) * keys);
        int service = (int) (key % SERVICES.length);
        int endpoint = (int) (key / SERVICES.length % ENDPOINTS.length);
        long group = key / ((long) SERVICES.length * ENDPOINTS.length);
        double disorder = random.unit();
        long delayMs =
                (long) (disorder < 0.9 ? disorder / 0.9 * 300 : 300 + (disorder - 0.9) / 0.1 * (MAX_DISORDER_MS - 300));
        long timeMs = Math.max(baseMs, baseMs + (long) Math.floor(i * 1000.0 / rate) - delayMs);
        double median = (8 + 11.0 * service) * (1 + 0.6 * endpoint);
        boolean slow = random.unit() < 0.02;
        double latencyMs = median * StrictMath.exp((slow ? 0.9 : 0.45) * random.normal()) * (slow ? 12 : 1);
        long latencyUs = Math.max(100, Math.min(MAX_LATENCY_US, Math.round(latencyMs * 1000)));
        return new Request(
                timeMs,
                group == 0 ? SERVICES[service] : SERVICES[service] + "-" + (group + 1),
                ENDPOINTS[endpoint],
                latencyUs,
                status(random.unit(), slow));
    }

    private static long status(double draw, boolean slow) {
        double failing = slow ? 0.15 : 0.004;
        if (draw < failing) {
            return draw < failing / 2 ? 500 : draw < failing * 0.8 ? 503 : 504;
        }
        return draw < failing + 0.02 ? 404 : draw < failing + 0.06 ? 201 : 200;
    }

    /** Thousandths as a decimal number, so that the text does not depend on the JDK's way to print a double. */
    private static String decimal(long thousandths) {
        String fraction = Long.toString(1000 + thousandths % 1000).substring(1);
        return thousandths / 1000 + "." + fraction;
    }

    private record Request(long timeMs, String service, String endpoint, long latencyUs, long status) {}
}
