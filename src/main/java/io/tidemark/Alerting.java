package io.tidemark;

import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.AlertSpec.Absence;
import io.tidemark.spec.AlertSpec.AfterMatch;
import io.tidemark.spec.AlertSpec.Lasting;
import io.tidemark.spec.AlertSpec.Results;
import io.tidemark.spec.AlertSpec.Threshold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Describes an alert of a {@link StreamProcessor}: exactly one of {@link #when}, {@link #pattern}, {@link #absentFor} and
 * {@link #slo}, and what goes with it. The words are those of a pipeline file, and so are the checks.
 */
public final class Alerting {
    private final List<AlertSpec.Form> forms = new ArrayList<>();
    private final Map<String, String> labels = new LinkedHashMap<>();
    private @Nullable Boolean overEvents;
    private @Nullable List<String> key;
    private @Nullable String severity;
    private @Nullable String message;
    private @Nullable Duration cooldown;
    private AlertSpec.For lasting = new Results(1);
    private @Nullable String clear;
    private @Nullable Duration staleAfter;
    private Duration forgetAfter = Absence.DEFAULT_FORGET_AFTER;
    private AfterMatch afterMatch = AfterMatch.DEFAULT;

    Alerting() {}

    /** Reads the events, not the window's results; the default but for thresholds. */
    public Alerting overEvents() {
        overEvents = true;
        return this;
    }

    /** Reads the window's results, not the events; the default of thresholds. */
    public Alerting overResults() {
        overEvents = false;
        return this;
    }

    /** The key fields, none for one global key; without this call those of the processor. */
    public Alerting key(String... fields) {
        key = List.of(fields);
        return this;
    }

    /** Passed on with each alert. */
    public Alerting severity(String value) {
        severity = value;
        return this;
    }

    /** Passed on with each alert; repeat for more. */
    public Alerting label(String name, String value) {
        labels.put(name, value);
        return this;
    }

    /** A line for a person, with {@code {field}}, {@code {step.field}} and {@code {step.count}}. */
    public Alerting message(String template) {
        message = template;
        return this;
    }

    /** For so long in event time after an alert of a key further ones are counted, not sent. */
    public Alerting cooldown(Duration duration) {
        cooldown = duration;
        return this;
    }

    /** A threshold: the SQL condition that must hold. */
    public Alerting when(String condition) {
        forms.add(new Threshold(condition, lasting, null, null));
        return this;
    }

    /** Of a threshold: how many results in a row; default 1. */
    public Alerting forResults(long count) {
        lasting = new Results(count);
        return this;
    }

    /** Of a threshold: how long, a whole number of the window's steps. */
    public Alerting forDuration(Duration duration) {
        lasting = new Lasting(duration);
        return this;
    }

    /** Of a threshold: the SQL condition that ends it; default: that {@link #when} is not true. */
    public Alerting clear(String condition) {
        clear = condition;
        return this;
    }

    /** Of a threshold: without a result for so long it is resolved; default three steps of the window. */
    public Alerting staleAfter(Duration duration) {
        staleAfter = duration;
        return this;
    }

    /**
     * A pattern: events that follow each other.
     *
     * @param within first and last event of a match are less than this apart
     */
    public Alerting pattern(Duration within, Consumer<PatternSteps> steps) {
        PatternSteps given = new PatternSteps();
        steps.accept(given);
        forms.add(new AlertSpec.Pattern(given.steps(), within, AfterMatch.DEFAULT));
        return this;
    }

    /** Of a pattern: where the search goes on after a match; default behind its last event. */
    public Alerting afterMatch(AfterMatch where) {
        afterMatch = where;
        return this;
    }

    /** An absence: a key that has been silent for so long. */
    public Alerting absentFor(Duration duration) {
        forms.add(new Absence(duration, Absence.DEFAULT_FORGET_AFTER));
        return this;
    }

    /** Of an absence: a key that has been silent for so long is forgotten; default 24 h. */
    public Alerting forgetAfter(Duration duration) {
        forgetAfter = duration;
        return this;
    }

    /**
     * A burn rate.
     *
     * @param good the SQL condition of a good event
     * @param objective the share of good events to reach, in percent, 50 to 100
     * @param period over which it is to be reached
     */
    public Alerting slo(String good, double objective, Duration period) {
        return slo(good, objective, period, more -> {});
    }

    /** As {@link #slo(String, double, Duration)}, with more of a burn rate's settings. */
    public Alerting slo(String good, double objective, Duration period, Consumer<BurnRateSettings> more) {
        BurnRateSettings settings = new BurnRateSettings();
        more.accept(settings);
        forms.add(settings.spec(good, objective, period));
        return this;
    }

    /** How many of the forms were asked for. */
    int forms() {
        return forms.size();
    }

    /**
     * The specification.
     *
     * @param name the alert's name
     * @param events the name of the events' source
     * @param results the name of the window
     * @param ownKey the key fields of the processor
     */
    AlertSpec spec(String name, String events, String results, List<String> ownKey) {
        AlertSpec.Form form = complete(forms.get(0));
        boolean ofEvents = overEvents == null ? !(form instanceof Threshold) : overEvents;
        List<String> fields = key == null && ofEvents ? ownKey : key;
        return new AlertSpec(
                name,
                ofEvents ? events : results,
                fields,
                severity,
                new LinkedHashMap<>(labels),
                message,
                cooldown,
                form);
    }

    /** With what was said of it before or after. */
    private AlertSpec.Form complete(AlertSpec.Form form) {
        if (form instanceof Threshold threshold) {
            return new Threshold(threshold.when(), lasting, clear, staleAfter);
        }
        if (form instanceof Absence absence) {
            return new Absence(absence.absentFor(), forgetAfter);
        }
        return form instanceof AlertSpec.Pattern pattern
                ? new AlertSpec.Pattern(pattern.steps(), pattern.within(), afterMatch)
                : form;
    }
}
