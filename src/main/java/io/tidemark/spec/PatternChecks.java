package io.tidemark.spec;

import io.tidemark.spec.AlertSpec.AfterMatch;
import io.tidemark.spec.AlertSpec.Contiguity;
import io.tidemark.spec.AlertSpec.Pattern;
import io.tidemark.spec.AlertSpec.Step;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks the steps of patterns. */
final class PatternChecks {
    /** More events of one step than this are a matter for a window's count: each is a state of the search. */
    private static final long MOST_TIMES = 1000;

    private final ExpressionChecker checker;
    private final Findings findings;

    PatternChecks(ExpressionChecker checker, Findings findings) {
        this.checker = checker;
        this.findings = findings;
    }

    /**
     * Checks a pattern.
     *
     * @param path the alert's
     * @param fields of the events; null if they are not known
     */
    void check(String path, Pattern pattern, @Nullable InputFields fields) {
        findings.positive(path + ".within", pattern.within());
        List<Step> steps = pattern.steps();
        if (steps.isEmpty()) {
            findings.emptyError(path + ".pattern", "is empty; a list of steps, each with a name");
        }
        for (int i = 0; i < steps.size(); i++) {
            String at = path + ".pattern[" + i + "]";
            checkName(at + ".name", steps, i, fields);
            checkTimes(at, steps.get(i), i == 0);
            checkOrder(at, steps, i);
            checkBound(at + ".times", steps, i);
            String where = steps.get(i).where();
            if (where != null && fields != null && fields.understand(where)) {
                findings.inside(
                        at + ".where",
                        checker.stepCondition(where, fields.schema(), taken(steps.subList(0, i)))
                                .problems());
            }
        }
        checkAfterMatch(path + ".after-match", pattern.afterMatch(), steps);
    }

    /** The names of those of {@code steps} that have events. */
    static List<String> taken(List<Step> steps) {
        return steps.stream()
                .filter(step -> !step.not())
                .map(Step::name)
                .distinct()
                .toList();
    }

    private void checkName(String path, List<Step> steps, int index, @Nullable InputFields fields) {
        String name = steps.get(index).name();
        findings.value(path, Names.stepProblem(name));
        if (steps.subList(0, index).stream().anyMatch(step -> step.name().equals(name))) {
            findings.error(path, "another step has the name " + name + " too; a name of its own");
        } else if (fields != null && fields.schema().indexOf(name) >= 0) {
            findings.error(path, fields.node() + " has a field " + name + "; another name for the step");
        }
    }

    private void checkTimes(String at, Step step, boolean first) {
        String path = at + ".times";
        Long max = step.max();
        if (step.min() < 1) {
            findings.error(path, "is " + step.min() + "; at least 1, and optional: true where the step may be missing");
        } else if (max != null && max < step.min()) {
            findings.error(path, "has max " + max + " below min " + step.min() + "; at least as much");
        } else if (step.min() > MOST_TIMES || max != null && max > MOST_TIMES) {
            findings.error(path, "is more than " + MOST_TIMES + "; at most that, a window's count(*) counts on");
        }
        if (step.not()) {
            return;
        }
        boolean once = step.min() == 1 && Objects.equals(max, 1L);
        if (once && step.greedy()) {
            findings.error(at + ".greedy", "is for steps that have several events; give the step times, or remove it");
        } else if (step.greedy() && repeat(step) == Contiguity.ANY) {
            findings.error(
                    at + ".greedy",
                    "contradicts " + (step.repeat() == null ? "next" : "repeat")
                            + ": any, which takes all combinations; strict or relaxed");
        }
        if (first && once && step.next() != null) {
            findings.warning(at + ".next", "has no effect on the first step; remove it");
        }
        if (once && step.repeat() != null) {
            findings.error(at + ".repeat", "is for steps that have several events; give the step times, or remove it");
        }
    }

    /** Warns of a step that takes any number of events where many searches take them. */
    private void checkBound(String path, List<Step> steps, int index) {
        Step step = steps.get(index);
        if (step.max() != null || step.not()) {
            return;
        }
        boolean begins = steps.subList(0, index).stream().allMatch(Step::optional);
        if (repeat(step) == Contiguity.ANY) {
            findings.warning(
                    path,
                    "has no max, and with " + (step.repeat() == null ? "next" : "repeat")
                            + ": any each event doubles what is searched for; a max");
        } else if (begins) {
            findings.warning(
                    path,
                    "has no max, and each of these events begins a search that takes all those behind it, so that a"
                            + " flood of a key costs far more than its length; a max, such as { min: " + step.min()
                            + ", max: "
                            + Math.max(50, step.min()) + " }");
        }
    }

    private static Contiguity repeat(Step step) {
        Contiguity given = step.repeat() == null ? step.next() : step.repeat();
        return given == null ? Contiguity.STRICT : given;
    }

    private void checkOrder(String at, List<Step> steps, int index) {
        Step step = steps.get(index);
        Step before = index == 0 ? null : steps.get(index - 1);
        if (step.not()) {
            checkNot(at, step, before, index == steps.size() - 1);
            warnOfEndBefore(at + ".not", steps.subList(index + 1, steps.size()));
        } else if (step.optional() && before != null && before.greedy() && !before.not()) {
            findings.error(
                    at + ".optional", "follows " + before.name() + ", which is greedy; one of the two can be left out");
        }
    }

    /** Warns of a not that says nothing where all steps behind it are missing, so that the match has ended before it. */
    private void warnOfEndBefore(String path, List<Step> behind) {
        List<Step> events = behind.stream().filter(step -> !step.not()).toList();
        if (!events.isEmpty() && events.stream().allMatch(Step::optional)) {
            String names = String.join(" and ", events.stream().map(Step::name).toList());
            findings.warning(
                    path,
                    "forbids nothing in a match that ends without " + names + "; two alerts, one with " + names
                            + " and one without");
        }
    }

    private void checkNot(String at, Step step, @Nullable Step before, boolean last) {
        String path = at + ".not";
        if (before == null) {
            findings.error(
                    path, "is the first step, so that nothing begins a match; a step that has events comes first");
        } else if (before.optional() && !before.not()) {
            findings.error(
                    path,
                    "follows " + before.name() + ", which is optional; two alerts, one with " + before.name()
                            + " and one without");
        }
        if (step.min() != 1 || !Objects.equals(step.max(), 1L)) {
            findings.error(at + ".times", "is for steps that have events, this one is a not; remove it");
        }
        if (step.optional()) {
            findings.error(at + ".optional", "is for steps that have events, this one is a not; remove it");
        }
        if (step.greedy()) {
            findings.error(at + ".greedy", "is for steps that have events, this one is a not; remove it");
        }
        if (step.repeat() != null) {
            findings.error(at + ".repeat", "is for steps that have events, this one is a not; remove it");
        }
        if (step.next() == Contiguity.ANY) {
            findings.error(at + ".next", "is any, but a not has no events to choose from; strict or relaxed");
        } else if (last && step.next() == Contiguity.STRICT) {
            findings.error(
                    at + ".next",
                    "is strict, but the last step is decided when within has passed; relaxed, the default there");
        }
    }

    private void checkAfterMatch(String path, AfterMatch afterMatch, List<Step> steps) {
        String step = afterMatch.step();
        List<String> known = taken(steps);
        if (step != null && !known.contains(step)) {
            boolean not = steps.stream().anyMatch(it -> it.name().equals(step));
            findings.error(
                    path,
                    (not ? step + " is a not, which has no events" : "there is no step " + step)
                            + NearMiss.question(step, known) + "; " + String.join(", ", known));
        }
    }
}
