package io.tidemark.benchmark;

import io.tidemark.benchmark.Workload.Variant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of the final table: what Tidemark should reach in one case beside another variant or another case.
 *
 * @param workload the case
 * @param text the goal, in words
 * @param otherCase the case compared with, for most the same
 * @param other the variant compared with
 * @param cpu whether CPU per request is compared (how many times less), else throughput (what share of it)
 * @param least the least ratio that meets it
 */
record Goal(String workload, String text, String otherCase, Variant other, boolean cpu, double least) {
    static final List<Goal> ALL = List.of(
            cpu("tumbling", "CPU at most 1/6 of DataStream", Variant.DATASTREAM, 6),
            cpu("tumbling", "CPU at most 1/6 of SQL PERCENTILE", Variant.SQL_PERCENTILE, 6),
            cpu("tumbling", "CPU at most 1/2 of SQL COUNT/AVG/MAX", Variant.SQL, 2),
            share("tumbling", "at least 0.8 of decoding's throughput", "tumbling", Variant.DECODE, 0.8),
            cpu("hopping", "CPU at most 1/100 of plain sliding windows", Variant.DATASTREAM, 100),
            cpu("hopping", "CPU at most 1/3 of SQL HOP", Variant.SQL, 3),
            share("hopping", "at least 0.8 of decoding's throughput", "hopping", Variant.DECODE, 0.8),
            share("hour", "at least 0.5 of tumbling 1 h's throughput", "hour-tumbling", Variant.TIDEMARK, 0.5),
            cpu("zipf", "CPU at most 1/3 of DataStream", Variant.DATASTREAM, 3),
            new Goal("burn", "CPU at most 1.5 of the plain count", "count", Variant.TIDEMARK, true, 1 / 1.5));

    private static Goal cpu(String workload, String text, Variant other, double least) {
        return new Goal(workload, text, workload, other, true, least);
    }

    private static Goal share(String workload, String text, String otherCase, Variant other, double least) {
        return new Goal(workload, text, otherCase, other, false, least);
    }

    /** The line of the table, or null if one of the two was not measured. */
    @Nullable
    String line(Map<String, Map<Variant, Measured>> measured) {
        Measured own = measured.getOrDefault(workload, Map.of()).get(Variant.TIDEMARK);
        Measured theirs = measured.getOrDefault(otherCase, Map.of()).get(other);
        if (own == null || theirs == null) {
            return null;
        }
        double ratio = cpu ? theirs.cpuUs() / own.cpuUs() : own.perSecond() / theirs.perSecond();
        String reached = cpu && ratio >= 1
                ? String.format(Locale.ROOT, "1/%.1f", ratio)
                : String.format(Locale.ROOT, "%.2f", cpu ? 1 / ratio : ratio);
        return String.format(
                "| %s | %s | %s | %s |",
                Workload.named(workload).title(), text, reached, ratio >= least ? "met" : "missed");
    }
}
