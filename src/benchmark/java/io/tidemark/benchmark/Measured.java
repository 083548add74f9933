package io.tidemark.benchmark;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What one variant gave.
 *
 * @param events the requests it was given
 * @param perSecond requests a second
 * @param cpuUs microseconds of CPU a request, without what the idle cluster takes
 * @param rows the rows of the checked number of requests
 * @param counted the sum of their counts
 * @param hash equal if the rows are
 */
record Measured(long events, double perSecond, double cpuUs, long rows, long counted, long hash) {
    private static final String MARK = "MEASURED";
    private static final double NANOS = 1e9;

    /**
     * The line that {@link #parse} reads.
     *
     * @param took the wall clock and CPU of {@code events} requests
     * @param checked the run whose rows are compared
     * @param idle the share of one processor that the idle cluster takes
     */
    static String line(Probe.Moment took, Probe.Outcome checked, long events, double idle) {
        double cpuNs = took.cpuNs() - idle * took.wallNs();
        return String.format(
                Locale.ROOT,
                "%s %d %.1f %.4f %d %d %d",
                MARK,
                events,
                events * NANOS / took.wallNs(),
                cpuNs / 1e3 / events,
                checked.rows(),
                checked.counted(),
                checked.hash());
    }

    /** The middle of each figure over several runs of one variant, which gave the same rows. */
    static Measured median(List<Measured> runs) {
        Measured any = runs.get(0);
        return new Measured(
                any.events,
                median(runs, Measured::perSecond),
                median(runs, Measured::cpuUs),
                any.rows,
                any.counted,
                any.hash);
    }

    /** The middle of a figure; of an even number the greater of the two. */
    static <T> double median(List<T> runs, ToDoubleFunction<T> figure) {
        return runs.stream()
                .mapToDouble(figure)
                .sorted()
                .skip(runs.size() / 2)
                .findFirst()
                .orElseThrow();
    }

    boolean hasSameRows(Measured other) {
        return rows == other.rows && counted == other.counted && hash == other.hash;
    }

    static boolean isLine(String line) {
        return line.startsWith(MARK + " ");
    }

    static Measured parse(String line) {
        String[] words = line.split(" ");
        return new Measured(
                Long.parseLong(words[1]),
                Double.parseDouble(words[2]),
                Double.parseDouble(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Long.parseLong(words[6]));
    }
}
