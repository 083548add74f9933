package io.tidemark.job;

import io.tidemark.event.Field;
import io.tidemark.event.Schema;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.PipelineSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.SourceSpec;
import io.tidemark.spec.WindowSpec;
import io.tidemark.time.StateMeaning;
import io.tidemark.time.StateMeaning.Facet;
import io.tidemark.window.WindowPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What an alert's state means, from its specification: its form, its key, a pattern's steps, a
 * burn rate's period and windows. Conditions, durations, and what is told may
 * change while state is kept; they count from then on.
 */
public final class AlertMeanings {
    private AlertMeanings() {}

    /** {@link StateMeaning#lines} of an alert of {@code spec}, which has been validated. */
    public static List<String> lines(PipelineSpec spec, AlertSpec alert) {
        WindowSpec window = spec.windows().get(alert.from());
        Schema source = schema(spec, window == null ? alert.from() : window.from());
        if (window == null) {
            return of(alert, keyFields(alert, List.of(), source)).lines();
        }
        WindowPlan plan = WindowPlanner.plan(window, source);
        Schema rows = Schemas.rows(plan.schema().key(), plan.schema().aggregates());
        return of(alert, keyFields(alert, window.key(), rows)).lines();
    }

    private static Schema schema(PipelineSpec spec, String source) {
        SourceSpec from = spec.sources().get(source);
        if (from == null) {
            throw new IllegalArgumentException("no source " + source);
        }
        return Schemas.of(from);
    }

    /** The key fields of {@code alert}; {@code otherwise} are their names where it gives none. */
    static List<Field> keyFields(AlertSpec alert, List<String> otherwise, Schema input) {
        List<String> names = alert.key() == null ? otherwise : alert.key();
        return names.stream().map(name -> input.field(input.indexOf(name))).toList();
    }

    /** What the state of {@code alert} means under {@code key}. */
    static StateMeaning of(AlertSpec alert, List<Field> key) {
        List<Facet> facets = new ArrayList<>();
        facets.add(new Facet("form", form(alert.form()), form(alert.form())));
        String fields = key.stream()
                .map(field -> field.name() + " " + field.type().word())
                .collect(Collectors.joining(", "));
        facets.add(new Facet("key", fields.isEmpty() ? "nothing" : fields, fields));
        if (alert.form() instanceof AlertSpec.Pattern pattern) {
            String steps = IntStream.range(0, pattern.steps().size())
                    .mapToObj(index -> step(pattern.steps(), index))
                    .collect(Collectors.joining(", "));
            facets.add(new Facet("pattern", steps, steps));
        }
        if (alert.form() instanceof AlertSpec.BurnRate burn) {
            facets.addAll(BurnRatePlanner.facets(burn));
        }
        return new StateMeaning(facets);
    }

    /** A step without its condition, which may change; the states of the search are named after it. */
    private static String step(List<AlertSpec.Step> steps, int index) {
        AlertSpec.Step step = steps.get(index);
        AlertSpec.Contiguity next = PatternPlanner.next(step, index == steps.size() - 1);
        return step.name() + " " + step.min() + ".." + step.max() + (step.optional() ? " optional" : "")
                + (step.greedy() ? " greedy" : "") + (step.not() ? " not" : "") + " " + next + " "
                + (step.repeat() == null ? next : step.repeat());
    }

    /** The word for a form. */
    static String form(AlertSpec.Form form) {
        if (form instanceof AlertSpec.Threshold) {
            return "threshold";
        }
        if (form instanceof AlertSpec.Absence) {
            return "absence";
        }
        return form instanceof AlertSpec.Pattern ? "pattern" : "burn rate";
    }
}
