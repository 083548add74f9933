package io.tidemark.job;

import io.tidemark.alert.AlertPlan;
import io.tidemark.alert.AlertTags;
import io.tidemark.alert.MessageTemplate;
import io.tidemark.alert.ThresholdOperator;
import io.tidemark.alert.ThresholdPlan;
import io.tidemark.event.Field;
import io.tidemark.event.Schema;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.MessageText;
import io.tidemark.spec.Schemas;
import io.tidemark.sql.Compiled;
import io.tidemark.sql.Expression;
import io.tidemark.sql.SqlCompiler;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Compiles what alerts of all forms have in common. */
final class AlertPlanner {
    private static final int STALE_STEPS = 3;
    private static final List<String> BOUNDS = List.of("window_start", "window_end");

    private AlertPlanner() {}

    /** The plan of {@code spec}, which has been validated, over {@code input}. */
    static AlertPlan plan(AlertSpec spec, AlertInput input) {
        List<Field> key = AlertMeanings.keyFields(spec, input.defaultKey(), input.schema());
        return new AlertPlan(
                spec.name(),
                input.schema(),
                key.stream().map(field -> input.schema().indexOf(field.name())).toList(),
                spec.severity(),
                new LinkedHashMap<>(spec.labels()),
                message(spec),
                AlertMeanings.of(spec, key));
    }

    /** The key fields of {@code spec} over {@code input}. */
    static Schema key(AlertSpec spec, AlertInput input) {
        return new Schema(AlertMeanings.keyFields(spec, input.defaultKey(), input.schema()));
    }

    private static @Nullable MessageTemplate message(AlertSpec spec) {
        if (spec.message() == null) {
            return null;
        }
        try {
            MessageText text = MessageText.parse(spec.message());
            return new MessageTemplate(
                    text.texts(),
                    text.places().stream().map(MessageText.Place::name).toList());
        } catch (MessageText.Malformed e) {
            throw new IllegalArgumentException(spec.name() + ": " + e.getMessage(), e);
        }
    }

    /** The operator of a validated threshold. */
    static ThresholdOperator threshold(AlertSpec.Threshold form, AlertInput input, AlertPlan plan, AlertTags tags) {
        Schema schema = input.schema();
        Duration step = input.window() == null ? null : Schemas.step(input.window());
        ThresholdPlan threshold = new ThresholdPlan(
                condition(form.when(), schema),
                form.clear() == null ? null : condition(form.clear(), schema),
                count(form.duration(), step),
                step == null ? 0 : step.toMillis(),
                form.staleAfter() != null
                        ? form.staleAfter().toMillis()
                        : step == null ? 0 : STALE_STEPS * step.toMillis(),
                input.window() == null
                        ? List.of()
                        : BOUNDS.stream().map(schema::indexOf).toList(),
                evidence(input, plan));
        return new ThresholdOperator(plan, threshold, tags);
    }

    /** The places of what is told of an event: all but the key and the bounds of a window. */
    static List<Integer> evidence(AlertInput input, AlertPlan plan) {
        Schema schema = input.schema();
        return IntStream.range(0, schema.size())
                .filter(index -> !plan.keyFields().contains(index))
                .filter(index -> input.window() == null
                        || !BOUNDS.contains(schema.field(index).name()))
                .boxed()
                .toList();
    }

    private static long count(AlertSpec.For duration, @Nullable Duration step) {
        if (duration instanceof AlertSpec.Results results) {
            return results.count();
        }
        return ((AlertSpec.Lasting) duration)
                .duration()
                .dividedBy(Objects.requireNonNull(step, "a duration counts a window's steps"));
    }

    /** A validated condition over events of {@code schema}. */
    static Expression condition(String text, Schema schema) {
        Compiled<Expression> compiled = SqlCompiler.condition(text, schema);
        if (compiled.value() == null) {
            throw new IllegalArgumentException(
                    text + ": " + compiled.problems().get(0).message());
        }
        return compiled.value();
    }
}
