package io.tidemark.spec;

import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.spec.NodeRef.Kind;
import io.tidemark.spec.NodeRef.Output;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks windows. */
final class WindowChecks {
    private static final double LEAST_ACCURACY = 0.001;
    private static final double LARGEST_ACCURACY = 0.1;
    private static final int MOST_EARLY_ROWS = 10_000;

    private final PipelineSpec spec;
    private final Nodes nodes;
    private final ExpressionChecker checker;
    private final Findings findings;

    WindowChecks(PipelineSpec spec, Nodes nodes, ExpressionChecker checker, Findings findings) {
        this.spec = spec;
        this.nodes = nodes;
        this.checker = checker;
        this.findings = findings;
    }

    void check(WindowSpec window) {
        String path = "windows." + window.name();
        checkAssigner(path, window.assigner());
        checkEarly(path + ".early", window);
        findings.notNegative(path + ".allowed-lateness", window.allowedLateness());
        if (!(window.accuracy() >= LEAST_ACCURACY && window.accuracy() <= LARGEST_ACCURACY)) {
            findings.error(
                    path + ".accuracy", "is " + window.accuracy() + "; " + LEAST_ACCURACY + " to " + LARGEST_ACCURACY);
        }
        checkNames(path, window);
        SourceSpec source = source(path + ".from", window.from());
        InputFields fields = source == null ? null : InputFields.of(source, findings.gaps());
        if (fields != null) {
            checkKey(path, window, fields);
            checkExpressions(path, window, fields);
        }
    }

    private void checkAssigner(String path, WindowSpec.Assigner assigner) {
        if (assigner instanceof WindowSpec.Tumbling tumbling) {
            findings.positive(path + ".tumbling.size", tumbling.size());
            checkOffset(path + ".tumbling.offset", tumbling.offset(), tumbling.size());
        } else if (assigner instanceof WindowSpec.Hopping hopping) {
            findings.positive(path + ".hopping.size", hopping.size());
            findings.positive(path + ".hopping.every", hopping.every());
            checkOffset(path + ".hopping.offset", hopping.offset(), hopping.size());
            if (!touched(path + ".hopping") && hopping.every().compareTo(hopping.size()) > 0) {
                findings.error(
                        path + ".hopping.every",
                        "is " + Durations.format(hopping.every())
                                + ", so that some events would be in no window; at most" + " the size "
                                + Durations.format(hopping.size()));
            }
        } else if (assigner instanceof WindowSpec.Cumulative cumulative) {
            findings.positive(path + ".cumulative.size", cumulative.size());
            findings.positive(path + ".cumulative.every", cumulative.every());
            long every = cumulative.every().toMillis();
            if (!touched(path + ".cumulative") && every > 0 && cumulative.size().toMillis() % every != 0) {
                findings.error(
                        path + ".cumulative.size",
                        "is " + Durations.format(cumulative.size()) + "; a multiple of every, "
                                + Durations.format(cumulative.every()));
            }
        } else if (assigner instanceof WindowSpec.Session session) {
            findings.positive(path + ".session.gap", session.gap());
            checkMax(path + ".session.max", session);
        }
    }

    private void checkMax(String path, WindowSpec.Session session) {
        Duration max = session.max();
        if (max == null) {
            return;
        }
        findings.positive(path, max);
        if (max.compareTo(Duration.ZERO) > 0
                && max.compareTo(session.gap()) < 0
                && !findings.gaps().touch(path)
                && !findings.gaps().touch(path.replaceFirst("max$", "gap"))) {
            findings.warning(
                    path,
                    "is less than the gap, " + Durations.format(session.gap())
                            + ", so that a session that is not cut is longer than one that is");
        }
    }

    /** Whether a length in the section {@code path} is a placeholder, so that nothing can be said of how they compare. */
    private boolean touched(String path) {
        return findings.gaps().touch(path + ".size") || findings.gaps().touch(path + ".every");
    }

    private void checkOffset(String path, Duration offset, Duration size) {
        if (!touched(path.substring(0, path.lastIndexOf('.')))
                && size.compareTo(Duration.ZERO) > 0
                && offset.abs().compareTo(size) >= 0) {
            findings.error(
                    path,
                    "is " + Durations.format(offset) + "; less than the size " + Durations.format(size)
                            + " either way");
        }
    }

    private void checkEarly(String path, WindowSpec window) {
        Duration early = window.early();
        if (early == null) {
            return;
        }
        findings.positive(path, early);
        if (window.emit() == WindowSpec.Emit.FINAL) {
            findings.error(path, "does not go with emit: final, which gives one row a window; emit: on-time");
        }
        Duration size = window.assigner() instanceof WindowSpec.Tumbling tumbling
                ? tumbling.size()
                : window.assigner() instanceof WindowSpec.Hopping hopping ? hopping.size() : null;
        if (size == null) {
            findings.error(path, "goes with tumbling and hopping windows only");
        } else if (early.compareTo(size) >= 0) {
            findings.error(path, "is " + Durations.format(early) + "; less than the size " + Durations.format(size));
        } else if (early.compareTo(Duration.ZERO) > 0 && size.toMillis() / early.toMillis() > MOST_EARLY_ROWS) {
            findings.error(
                    path,
                    "is " + Durations.format(early) + ", more than " + MOST_EARLY_ROWS + " rows a window; at least "
                            + Durations.format(size.dividedBy(MOST_EARLY_ROWS)));
        }
    }

    /** The source that a window reads; null if there is none, or its fields are not known. */
    private @Nullable SourceSpec source(String path, String from) {
        Optional<NodeRef> ref = nodes.resolve(path, from, nodes.all(Kind.SOURCE));
        if (ref.isEmpty()) {
            return null;
        }
        if (ref.get().output() != Output.MAIN) {
            findings.error(path, from + " is a side output, which only sinks read; a source");
            return null;
        }
        if (nodes.kind(ref.get().node()) == Kind.ALERT) {
            findings.error(path, from + " is an alert, which only sinks read; a source");
            return null;
        }
        if (nodes.kind(ref.get().node()) == Kind.WINDOW) {
            findings.error(path, "a window that reads a window is not available yet; a source");
            return null;
        }
        return spec.sources().get(ref.get().node());
    }

    private void checkNames(String path, WindowSpec window) {
        Set<String> taken = new HashSet<>();
        List<String> own =
                Schemas.resultFields(window).stream().map(Field::name).toList();
        for (int i = 0; i < window.key().size(); i++) {
            String name = window.key().get(i);
            String at = path + ".key[" + i + "]";
            if (own.contains(name)) {
                findings.error(at, "a result has a " + name + " of its own; give the field another name with path");
            } else if (!taken.add(name)) {
                findings.error(at, name + " is named twice; each field once");
            }
        }
        if (window.aggregates().isEmpty()) {
            findings.emptyError(
                    path + ".aggregates", "the window has no aggregates; at least one, such as n: count(*)");
        }
        for (String name : window.aggregates().keySet()) {
            String at = path + ".aggregates." + name;
            findings.name(at, Names.fieldProblem(name));
            if (own.contains(name)) {
                findings.nameError(at, "a result has a " + name + " of its own; another name");
            } else if (taken.contains(name)) {
                findings.nameError(at, name + " is a key field of this window; another name");
            }
        }
    }

    private void checkKey(String path, WindowSpec window, InputFields fields) {
        List<String> usable = fields.usable();
        for (int i = 0; i < window.key().size(); i++) {
            String name = window.key().get(i);
            String at = path + ".key[" + i + "]";
            int index = fields.schema().indexOf(name);
            if (index < 0) {
                boolean reported = Schemas.resultFields(window).stream()
                        .anyMatch(own -> own.name().equals(name));
                if (!reported && !fields.open()) {
                    findings.error(
                            at,
                            fields.node() + " has no field " + name + NearMiss.question(name, usable) + "; "
                                    + String.join(", ", usable));
                }
            } else if (fields.schema().field(index).type() == FieldType.LIST) {
                findings.error(at, name + " is a list, which is no key; " + String.join(", ", usable));
            }
        }
    }

    private void checkExpressions(String path, WindowSpec window, InputFields fields) {
        String where = window.where();
        if (where != null && fields.understand(where)) {
            findings.inside(
                    path + ".where", checker.condition(where, fields.schema()).problems());
        }
        boolean accurate = window.accuracy() >= LEAST_ACCURACY && window.accuracy() <= LARGEST_ACCURACY;
        double accuracy = accurate ? window.accuracy() : WindowSpec.DEFAULT_ACCURACY;
        window.aggregates().forEach((name, text) -> {
            if (fields.understand(text)) {
                findings.inside(
                        path + ".aggregates." + name,
                        checker.aggregate(text, fields.schema(), accuracy).problems());
            }
        });
    }
}
