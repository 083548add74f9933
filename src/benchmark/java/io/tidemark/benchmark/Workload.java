package io.tidemark.benchmark;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One case: what requests, in what windows, by which variants.
 *
 * @param name as on the command line
 * @param title for the report
 * @param requests the requests
 * @param size the windows' length
 * @param every their step, or null for tumbling ones
 * @param events how many requests
 * @param variants who computes it
 * @param few how many requests those are given that take many times as long
 * @param asked what is computed
 */
record Workload(
        String name,
        String title,
        RequestLines.Shape requests,
        Duration size,
        @Nullable Duration every,
        long events,
        List<Variant> variants,
        long few,
        Asked asked)
        implements Serializable {
    private static final long SEED = 20_260_101;

    /** What is computed. */
    enum Asked {
        /** Count, average, maximum and three percentiles a window. */
        LATENCY,
        /** The number of events a window. */
        COUNT,
        /** How fast an error budget of 30 days burns. */
        BURN_RATE
    }

    /** Who computes a case. */
    enum Variant {
        DECODE("source and decode only"),
        TIDEMARK("Tidemark"),
        DATASTREAM("DataStream window().aggregate()"),
        SQL("Flink SQL COUNT/AVG/MAX"),
        SQL_PERCENTILE("Flink SQL PERCENTILE");

        private final String title;

        Variant(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    static final List<Workload> ALL = List.of(
            of(
                    "tumbling",
                    "tumbling 1 min, 10 000 keys",
                    shape(10_000, false, 5_000),
                    minutes(1),
                    null,
                    8_000_000,
                    List.of(Variant.values()),
                    1_200_000),
            of(
                    "hopping",
                    "hopping 10 min / 10 s, 500 keys",
                    shape(500, false, 1_667),
                    minutes(10),
                    Duration.ofSeconds(10),
                    8_000_000,
                    List.of(Variant.DECODE, Variant.TIDEMARK, Variant.DATASTREAM, Variant.SQL),
                    100_000),
            of(
                    "hour",
                    "hopping 1 h / 1 s, 50 keys",
                    shape(50, false, 1_000),
                    minutes(60),
                    Duration.ofSeconds(1),
                    5_400_000,
                    List.of(Variant.TIDEMARK),
                    5_400_000),
            of(
                    "hour-tumbling",
                    "tumbling 1 h, 50 keys",
                    shape(50, false, 1_000),
                    minutes(60),
                    null,
                    5_400_000,
                    List.of(Variant.TIDEMARK),
                    5_400_000),
            of(
                    "zipf",
                    "tumbling 1 min, 100 000 keys by Zipf's law",
                    shape(100_000, true, 5_000),
                    minutes(1),
                    null,
                    6_000_000,
                    List.of(Variant.DECODE, Variant.TIDEMARK, Variant.DATASTREAM, Variant.SQL),
                    2_000_000),
            alone("count", "count(*) each minute, 10 000 keys", Asked.COUNT),
            alone("burn", "burn rates over 30 d, 10 000 keys", Asked.BURN_RATE));

    private static Workload of(
            String name,
            String title,
            RequestLines.Shape shape,
            Duration size,
            @Nullable Duration every,
            long events,
            List<Variant> variants,
            long few) {
        return new Workload(name, title, shape, size, every, events, variants, few, Asked.LATENCY);
    }

    /** A case of 10 000 keys that is compared with none but Tidemark's own. */
    private static Workload alone(String name, String title, Asked asked) {
        RequestLines.Shape requests = shape(10_000, false, 5_000);
        List<Variant> own = List.of(Variant.TIDEMARK);
        return new Workload(name, title, requests, minutes(1), null, 8_000_000, own, 8_000_000, asked);
    }

    private static RequestLines.Shape shape(int keys, boolean zipf, double perSecond) {
        return new RequestLines.Shape(keys, zipf, perSecond, RequestLines.START_MS, SEED);
    }

    private static Duration minutes(int minutes) {
        return Duration.ofMinutes(minutes);
    }

    static Workload named(String name) {
        return ALL.stream().filter(it -> it.name.equals(name)).findFirst().orElseThrow();
    }

    /** How many requests {@code variant} is given. */
    long events(Variant variant) {
        return variant == Variant.DATASTREAM || variant == Variant.SQL_PERCENTILE ? few : events;
    }

    /** This case with a share of the requests. */
    Workload shortened(int by) {
        return new Workload(name, title, requests, size, every, events / by, variants, few / by, asked);
    }
}
