package io.tidemark.yaml;

import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.AlertSpec.Absence;
import io.tidemark.spec.AlertSpec.AfterMatch;
import io.tidemark.spec.AlertSpec.BurnRate;
import io.tidemark.spec.AlertSpec.For;
import io.tidemark.spec.AlertSpec.Form;
import io.tidemark.spec.AlertSpec.Lasting;
import io.tidemark.spec.AlertSpec.Pattern;
import io.tidemark.spec.AlertSpec.Results;
import io.tidemark.spec.AlertSpec.Step;
import io.tidemark.spec.AlertSpec.Threshold;
import io.tidemark.spec.Durations;
import io.tidemark.spec.Names;
import io.tidemark.yaml.Scalar.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of an alert. */
final class AlertKeys {
    private static final Key<String> FROM = Key.of("from", Types.TEXT, "The source or window it reads.")
            .required("a source or a window")
            .words("input", "source", "stream", "window", "inputs", "on");
    private static final Key<List<String>> KEY = Key.of(
                    "key",
                    new ListType<>(Types.TEXT),
                    "The fields that make a key; `[]` is one global key. Without it a window's own; over a source it is required.")
            .words("group-by", "groupby", "key-by", "keys", "by", "partition-by", "dimensions", "group");
    private static final Key<String> SEVERITY =
            Key.of("severity", Types.TEXT, "Passed on with each alert.").words("level", "priority", "urgency");
    private static final Key<Map<String, String>> LABELS = Key.of(
                    "labels",
                    new MapType<>("mapping of names to text", Names::labelProblem, Types.VERBATIM),
                    "Passed on with each alert, as written.")
            .or(Map.of())
            .words("tags", "attributes");
    private static final Key<String> MESSAGE = Key.of(
                    "message",
                    Types.TEXT,
                    "A line for a person: `{field}` is a value, `{step.field}` that of a step's last event, `{step.count}` the"
                            + " number of its events, `{{` a brace.")
            .words("summary", "description", "text", "title", "template", "annotations");
    private static final Key<Duration> COOLDOWN = Key.of(
                    "cooldown",
                    Types.DURATION,
                    "For so long in event time after an alert of a key further ones, and what resolves them, are counted and not"
                            + " sent.")
            .words("throttle", "suppress", "mute", "silence", "repeat-interval", "renotify-interval");

    private static final Key<String> WHEN = Key.of(
                    "when", Types.EXPRESSION, "A threshold: the condition that must hold.")
            .words("if", "condition", "expr", "where", "query", "trigger", "threshold");
    private static final Key<For> FOR = Key.of(
                    "for",
                    ScalarType.of("whole number or duration", AlertKeys::lasting)
                            .formatted(AlertKeys::format),
                    "Of a threshold: how many results in a row must meet it, or a duration that is a whole number of the window's"
                            + " steps.")
            .or(new Results(1))
            .words("pending", "hold", "consecutive", "duration", "times-in-a-row", "evaluation-periods");
    private static final Key<String> CLEAR = Key.of(
                    "clear",
                    Types.EXPRESSION,
                    "Of a threshold: the condition that resolves it; without it, that `when` is not true.")
            .words("resolve-when", "recovery", "recovery-threshold", "ok-when", "until");
    private static final Key<Duration> STALE_AFTER = Key.of(
                    "stale-after",
                    Types.DURATION,
                    "Of a threshold: a firing key without a result for so long is resolved with `reason: stale`; without it after"
                            + " three steps of the window, and never where results count as they come.")
            .words("no-data-after", "keep-firing-for", "nodata", "resolve-timeout");

    private static final Key<List<Step>> PATTERN = Key.of(
                    "pattern",
                    new ListType<>(PatternKeys.STEP),
                    "A pattern: events that follow each other, step by step.")
            .words("match-recognize", "sequence", "steps", "cep", "define");
    private static final Key<Duration> WITHIN = Key.of(
                    "within",
                    Types.DURATION,
                    "Of a pattern, required: the first and the last event of a match are less than this apart.")
            .words("time-window", "maxspan", "timeout", "max-span");
    private static final Key<AfterMatch> AFTER_MATCH = Key.of(
                    "after-match",
                    new PatternKeys.AfterMatchType(),
                    "Of a pattern: where the search goes on after a match.")
            .or(AfterMatch.DEFAULT)
            .words("after-match-skip", "skip", "skip-strategy");

    private static final Key<Duration> ABSENT_FOR = Key.of(
                    "absent-for", Types.DURATION, "An absence: a key that has been silent for so long.")
            .words("absent", "silent-for", "missing-for", "no-data", "absence", "heartbeat", "deadman", "inactive-for");
    private static final Key<Duration> FORGET_AFTER = Key.of(
                    "forget-after",
                    Types.DURATION,
                    "Of an absence: a key that has been silent for so long is forgotten; more than `absent-for`.")
            .or(Absence.DEFAULT_FORGET_AFTER)
            .words("ttl", "expire-after", "retention", "forget");

    private static final Key<BurnRate> SLO = Key.of(
                    "slo", SloKeys.SLO, "A burn rate: an error budget that is used up too fast.")
            .words("burn-rate", "burnrate", "error-budget", "objective");

    /** An alert. */
    static final Section<AlertSpec> ALERT = Section.titled("alerts.NAME")
            .keys(
                    FROM,
                    KEY,
                    SEVERITY,
                    LABELS,
                    MESSAGE,
                    COOLDOWN,
                    WHEN,
                    FOR,
                    CLEAR,
                    STALE_AFTER,
                    PATTERN,
                    WITHIN,
                    AFTER_MATCH,
                    ABSENT_FOR,
                    FORGET_AFTER,
                    SLO)
            .exactlyOne("when", "pattern", "absent-for", "slo")
            .hint("alert", "an alert's name is its key in alerts")
            .hint("name", "an alert's name is its key in alerts")
            .hint("good", "good belongs to slo: { good, objective, period }")
            .hint("total", "total belongs to slo: { good, objective, period }")
            .hint("period", "period belongs to slo: { good, objective, period }")
            .hint("times", "times belongs to a step of pattern; for: N of a threshold")
            .hint("aggregates", "aggregates belong to windows; from names one")
            .hint("to", "where alerts go is said in sinks: { from: NAME }")
            .make(AlertKeys::alert);

    private AlertKeys() {}

    private static AlertSpec alert(Values values) {
        return new AlertSpec(
                values.at().name(),
                values.get(FROM, "unknown"),
                values.find(KEY),
                values.find(SEVERITY),
                values.get(LABELS, Map.of()),
                values.find(MESSAGE),
                values.find(COOLDOWN),
                form(values));
    }

    private static Form form(Values values) {
        Duration unknown = Duration.ofMinutes(1);
        if (values.has(PATTERN)) {
            refuse(values, "when", FOR, CLEAR, STALE_AFTER);
            refuse(values, "absent-for", FORGET_AFTER);
            if (!values.has(WITHIN)) {
                values.at().missing("within", "is missing; a duration that bounds a match");
            }
            return new Pattern(values.get(PATTERN, List.of()), values.get(WITHIN, unknown), values.get(AFTER_MATCH));
        }
        refuse(values, "pattern", WITHIN, AFTER_MATCH);
        if (values.has(ABSENT_FOR)) {
            refuse(values, "when", FOR, CLEAR, STALE_AFTER);
            return new Absence(values.get(ABSENT_FOR, unknown), values.get(FORGET_AFTER));
        }
        refuse(values, "absent-for", FORGET_AFTER);
        BurnRate slo = values.find(SLO);
        if (slo != null) {
            refuse(values, "when", FOR, CLEAR, STALE_AFTER);
            return slo;
        }
        return new Threshold(values.get(WHEN, "TRUE"), values.get(FOR), values.find(CLEAR), values.find(STALE_AFTER));
    }

    private static void refuse(Values values, String form, Key<?>... keys) {
        for (Key<?> key : keys) {
            YamlValue given = values.given(key);
            if (given != null) {
                given.gapAtKey(key.name() + " belongs to " + form + "; remove it");
            }
        }
    }

    private static @Nullable For lasting(YamlValue value, Scalar scalar) {
        if (scalar.kind() == Kind.INTEGER || scalar.text().matches("[-+]?[0-9]+")) {
            Long count = Types.LONG.read(value); // says of "3" in quotes what is wrong with it
            return count == null ? null : new Results(count);
        }
        try {
            return new Lasting(Durations.parse(scalar.text()));
        } catch (IllegalArgumentException e) {
            value.error(e.getMessage() + ", or a whole number of results");
            return null;
        }
    }

    private static String format(For duration) {
        return duration instanceof Results results
                ? Long.toString(results.count())
                : Durations.format(((Lasting) duration).duration());
    }
}
