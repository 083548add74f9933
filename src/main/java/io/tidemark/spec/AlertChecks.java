package io.tidemark.spec;

import io.tidemark.event.FieldType;
import io.tidemark.spec.AlertSpec.Absence;
import io.tidemark.spec.AlertSpec.BurnRate;
import io.tidemark.spec.AlertSpec.Lasting;
import io.tidemark.spec.AlertSpec.Results;
import io.tidemark.spec.AlertSpec.Threshold;
import io.tidemark.spec.NodeRef.Kind;
import io.tidemark.spec.NodeRef.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks alerts: what all forms have in common, thresholds and absences. */
final class AlertChecks {
    private final PipelineSpec spec;
    private final Nodes nodes;
    private final ExpressionChecker checker;
    private final Findings findings;

    AlertChecks(PipelineSpec spec, Nodes nodes, ExpressionChecker checker, Findings findings) {
        this.spec = spec;
        this.nodes = nodes;
        this.checker = checker;
        this.findings = findings;
    }

    void check(AlertSpec alert) {
        String path = "alerts." + alert.name();
        if (alert.cooldown() != null) {
            findings.positive(path + ".cooldown", alert.cooldown());
        }
        Optional<NodeRef> from = from(path + ".from", alert.from());
        WindowSpec window = from.map(ref -> spec.windows().get(ref.node())).orElse(null);
        InputFields fields = from.map(ref -> fields(ref.node())).orElse(null);
        if (fields != null) {
            checkKey(path, alert, window, fields);
        }
        checkForm(path, alert, window, fields);
        checkMessage(path + ".message", alert, fields);
    }

    private void checkForm(String path, AlertSpec alert, @Nullable WindowSpec window, @Nullable InputFields fields) {
        if (alert.form() instanceof Threshold threshold) {
            checkThreshold(path, threshold, window, alert.from());
            if (fields != null) {
                checkCondition(path + ".when", threshold.when(), fields);
                checkCondition(path + ".clear", threshold.clear(), fields);
            }
        } else if (alert.form() instanceof AlertSpec.Pattern pattern) {
            new PatternChecks(checker, findings).check(path, pattern, fields);
        } else if (alert.form() instanceof Absence absence) {
            checkAbsence(path, absence);
        } else if (alert.form() instanceof BurnRate form) {
            if (window != null) {
                findings.error(path + ".from", "is a window, whose results are not good or bad events; a source");
            }
            new BurnRateChecks(checker, findings).check(path + ".slo", form, window == null ? fields : null);
        }
    }

    /** What an alert reads: a source or a window. */
    private Optional<NodeRef> from(String path, String from) {
        List<String> offered = new ArrayList<>(nodes.all(Kind.SOURCE));
        offered.addAll(nodes.all(Kind.WINDOW));
        Optional<NodeRef> ref = nodes.resolve(path, from, offered);
        if (ref.isPresent() && ref.get().output() != Output.MAIN) {
            findings.error(path, from + " is a side output, which only sinks read; a source or window");
            return Optional.empty();
        }
        if (ref.isPresent() && nodes.kind(ref.get().node()) == Kind.ALERT) {
            findings.error(path, from + " is an alert, which only sinks read; a source or window");
            return Optional.empty();
        }
        return ref;
    }

    private @Nullable InputFields fields(String node) {
        WindowSpec window = spec.windows().get(node);
        SourceSpec source = spec.sources().get(window == null ? node : window.from());
        InputFields ofSource = source == null ? null : InputFields.of(source, findings.gaps());
        return window == null || ofSource == null
                ? ofSource
                : InputFields.of(window, ofSource, checker, findings.gaps());
    }

    private void checkKey(String path, AlertSpec alert, @Nullable WindowSpec window, InputFields fields) {
        List<String> key = alert.key();
        if (key == null) {
            if (window == null) {
                findings.error(path + ".key", "is missing; a list of fields, [] for one global key");
                return;
            }
            window.key().stream()
                    .filter(Schemas.ALERT_FIELDS::contains)
                    .forEach(name -> findings.error(
                            path + ".from",
                            "an alert has a field " + name
                                    + " of its own; give the window's key field another name with path"));
            return;
        }
        if (window != null && alert.form() instanceof Threshold && !key.equals(window.key())) {
            findings.error(
                    path + ".key",
                    "is not the window's, under which results follow each other; remove it"
                            + (window.key().isEmpty() ? "" : ", or " + String.join(", ", window.key())));
            return;
        }
        for (int i = 0; i < key.size(); i++) {
            checkKeyField(path + ".key[" + i + "]", key.get(i), key.indexOf(key.get(i)) < i, fields);
        }
    }

    private void checkKeyField(String at, String name, boolean again, InputFields fields) {
        int index = fields.schema().indexOf(name);
        String usable = String.join(", ", fields.usable());
        if (Schemas.ALERT_FIELDS.contains(name)) {
            findings.error(at, "an alert has a field " + name + " of its own; give this one another name with path");
        } else if (again) {
            findings.error(at, name + " is named twice; each field once");
        } else if (index < 0 && !fields.open()) {
            findings.error(
                    at,
                    fields.node() + " has no field " + name + NearMiss.question(name, fields.usable()) + "; " + usable);
        } else if (index >= 0
                && fields.schema().field(index).type() == FieldType.LIST
                && !fields.broken().contains(name)) {
            findings.error(at, name + " is a list, which is no key; " + usable);
        }
    }

    private void checkCondition(String path, @Nullable String condition, InputFields fields) {
        if (condition != null && fields.understand(condition)) {
            findings.inside(path, checker.condition(condition, fields.schema()).problems());
        }
    }

    private void checkThreshold(String path, Threshold threshold, @Nullable WindowSpec window, String from) {
        if (threshold.staleAfter() != null) {
            findings.positive(path + ".stale-after", threshold.staleAfter());
        }
        String at = path + ".for";
        if (threshold.duration() instanceof Results results) {
            if (results.count() < 1) {
                findings.error(at, "is " + results.count() + "; at least 1");
            }
            return;
        }
        Duration lasting = ((Lasting) threshold.duration()).duration();
        findings.positive(at, lasting);
        if (window == null && !spec.sources().containsKey(from)) {
            return;
        }
        Duration step = window == null ? null : Schemas.step(window);
        if (window == null || step == null) {
            findings.error(
                    at,
                    "is a duration, but the " + (window == null ? "events of a source" : "rows of these windows")
                            + " count as they come; a whole number");
        } else if (!step.isZero()
                && !step.isNegative()
                && !findings.gaps().touch("windows." + window.name())
                && lasting.toMillis() % step.toMillis() != 0) {
            findings.error(
                    at,
                    "is " + Durations.format(lasting) + "; a whole number of the window's steps, "
                            + Durations.format(step));
        }
    }

    private void checkAbsence(String path, Absence absence) {
        findings.positive(path + ".absent-for", absence.absentFor());
        findings.positive(path + ".forget-after", absence.forgetAfter());
        if (!findings.gaps().touch(path + ".absent-for")
                && !absence.forgetAfter().isNegative()
                && !absence.forgetAfter().isZero()
                && absence.forgetAfter().compareTo(absence.absentFor()) <= 0) {
            findings.error(
                    path + ".forget-after",
                    "is " + Durations.format(absence.forgetAfter())
                            + (absence.forgetAfter().equals(Absence.DEFAULT_FORGET_AFTER) ? ", the default" : "")
                            + ", so that no absence is noticed; more than absent-for, "
                            + Durations.format(absence.absentFor()));
        }
    }

    private void checkMessage(String path, AlertSpec alert, @Nullable InputFields fields) {
        if (alert.message() == null) {
            return;
        }
        try {
            MessageText text = MessageText.parse(alert.message());
            if (fields != null && !fields.open()) {
                text.places().forEach(place -> checkPlace(path, place, names(alert, fields)));
            }
        } catch (MessageText.Malformed e) {
            findings.inside(path, List.of(new Problem("", String.valueOf(e.getMessage()), false, 1, e.column())));
        }
    }

    /** What a message can name. */
    private List<String> names(AlertSpec alert, InputFields fields) {
        WindowSpec window = spec.windows().get(alert.from());
        List<String> key = alert.key() != null ? alert.key() : window == null ? List.of() : window.key();
        List<String> names = new ArrayList<>(key);
        if (alert.form() instanceof AlertSpec.Pattern pattern) {
            for (String step : PatternChecks.taken(pattern.steps())) {
                names.add(step + ".count");
                fields.names().forEach(field -> names.add(step + "." + field));
            }
        } else if (alert.form() instanceof BurnRate && alert.key() != null) {
            names.addAll(BurnRateChecks.MESSAGE_FIELDS);
        } else {
            return fields.names();
        }
        return names;
    }

    private void checkPlace(String path, MessageText.Place place, List<String> names) {
        if (!names.contains(place.name())) {
            String message = "there is no " + place.name() + NearMiss.question(place.name(), names) + "; "
                    + String.join(", ", names);
            findings.inside(path, List.of(new Problem("", message, false, 1, place.column())));
        }
    }
}
