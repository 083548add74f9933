package io.tidemark.job;

import io.tidemark.event.Field;
import io.tidemark.spec.Durations;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WindowSpec;
import io.tidemark.sql.Expression;
import io.tidemark.time.StateMeaning;
import io.tidemark.time.StateMeaning.Facet;
import io.tidemark.time.StateMisfitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a window's state means, from its specification. What is no part of it may change while state is kept: names and
 * order of the aggregates, what is made of their results, those that read the same accumulators (another percentile of
 * the same values), and all that follows the window. When rows come out is part of it: a window that had its row under
 * one rule would have none, or a second one, under another.
 */
public final class WindowMeanings {
    private static final String NOTHING = "nothing";

    private WindowMeanings() {}

    /** {@link StateMeaning#lines} of a window of {@code spec}, which has been validated. */
    public static List<String> lines(PipelineSpec spec, WindowSpec window) {
        SourceSpec from = spec.sources().get(window.from());
        if (from == null) {
            throw new IllegalArgumentException("no source " + window.from());
        }
        return WindowPlanner.plan(window, Schemas.of(from)).meaning().lines();
    }

    /**
     * What has changed between two of {@link #lines}.
     *
     * @return such as {@code size was 1m and is 5m}, one a facet
     */
    public static List<String> misfits(List<String> was, List<String> is) {
        return StateMeaning.of(is).misfits(StateMeaning.of(was)).stream()
                .map(misfit -> misfit.facet() + " was " + misfit.was() + " and is " + misfit.is())
                .toList();
    }

    /** Why a window did not go on from its state, if that is why {@code failure} came to be. */
    public static Optional<String> misfit(Throwable failure) {
        return failure instanceof StateMisfitException misfit ? Optional.of(misfit.why()) : Optional.empty();
    }

    static StateMeaning of(WindowSpec spec, List<Field> key, @Nullable Expression where, List<String> slots) {
        List<Facet> facets = new ArrayList<>();
        String fields = key.stream()
                .map(field -> field.name() + " " + field.type().word())
                .collect(Collectors.joining(", "));
        facets.add(new Facet("key", fields.isEmpty() ? NOTHING : fields, fields));
        assigner(facets, spec.assigner());
        duration(facets, "early", spec.early() == null ? Duration.ZERO : spec.early());
        duration(facets, "allowed-lateness", spec.allowedLateness());
        boolean whenClosed = spec.emit() == WindowSpec.Emit.FINAL;
        // Without lateness, a window closes when it ends, and both are the same.
        facets.add(new Facet(
                "emit",
                whenClosed ? "final" : "on-time",
                whenClosed && !spec.allowedLateness().isZero() ? "final" : "on-time"));
        facets.add(
                new Facet("where", spec.where() == null ? NOTHING : spec.where(), where == null ? "" : where.digest()));
        facets.add(new Facet("aggregates", String.join("; ", spec.aggregates().values()), String.join("; ", slots)));
        return new StateMeaning(facets);
    }

    private static void assigner(List<Facet> facets, WindowSpec.Assigner assigner) {
        if (assigner instanceof WindowSpec.Tumbling tumbling) {
            kind(facets, "tumbling");
            duration(facets, "size", tumbling.size());
            offset(facets, tumbling.offset(), tumbling.size());
        } else if (assigner instanceof WindowSpec.Hopping hopping) {
            kind(facets, "hopping");
            duration(facets, "size", hopping.size());
            duration(facets, "every", hopping.every());
            offset(facets, hopping.offset(), hopping.every());
        } else if (assigner instanceof WindowSpec.Cumulative cumulative) {
            kind(facets, "cumulative");
            duration(facets, "size", cumulative.size());
            duration(facets, "every", cumulative.every());
        } else if (assigner instanceof WindowSpec.Session session) {
            kind(facets, "session");
            duration(facets, "gap", session.gap());
            duration(facets, "max", session.max() == null ? Duration.ZERO : session.max());
        }
    }

    private static void kind(List<Facet> facets, String kind) {
        facets.add(new Facet("kind", kind, kind));
    }

    private static void duration(List<Facet> facets, String name, Duration value) {
        facets.add(
                new Facet(name, value.isZero() ? NOTHING : Durations.format(value), Long.toString(value.toMillis())));
    }

    /** Offsets a whole number of steps apart give the same windows. */
    private static void offset(List<Facet> facets, Duration offset, Duration step) {
        facets.add(new Facet(
                "offset",
                offset.isZero() ? NOTHING : Durations.format(offset),
                Long.toString(Math.floorMod(offset.toMillis(), step.toMillis()))));
    }
}
