package io.tidemark.spec;

import io.tidemark.spec.AlertSpec.BurnRate;
import io.tidemark.spec.AlertSpec.BurnWindow;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks burn rates. */
final class BurnRateChecks {
    /** What a message can name beside the key. */
    static final List<String> MESSAGE_FIELDS =
            List.of("burn_long", "burn_short", "budget_left", "good", "total", "burn", "long", "short");

    private static final double LEAST_OBJECTIVE = 50;
    private static final double WHOLE = 100;
    private static final Duration SHORTEST_PERIOD = Duration.ofMillis(WorkbookLadder.STEPS);

    /** Longer windows would need too many buckets of 60 steps. */
    private static final int MOST_OF_PERIOD = 9;

    private final ExpressionChecker checker;
    private final Findings findings;

    BurnRateChecks(ExpressionChecker checker, Findings findings) {
        this.checker = checker;
        this.findings = findings;
    }

    /**
     * Checks {@code form}.
     *
     * @param path of the burn rate
     * @param fields of what it reads; null if they are not known
     */
    void check(String path, BurnRate form, @Nullable InputFields fields) {
        if (fields != null) {
            checkCondition(path + ".good", form.good(), fields);
            checkCondition(path + ".total", form.total(), fields);
        }
        boolean hasBudget = form.objective() >= LEAST_OBJECTIVE && form.objective() < WHOLE;
        if (form.objective() == WHOLE) {
            findings.error(
                    path + ".objective", "is 100, which leaves no error budget to burn; from 50 to less than 100");
        } else if (!hasBudget) {
            findings.error(path + ".objective", "is " + text(form.objective()) + "; from 50 to less than 100");
        }
        if (form.minEvents() < 0) {
            findings.error(path + ".min-events", "is " + form.minEvents() + "; 0 or more");
        }
        boolean hasPeriod = checkPeriod(path + ".period", form.period());
        if (form.windows() != null) {
            checkWindows(path + ".windows", form, form.windows(), hasPeriod);
        }
        if (hasBudget && !findings.gaps().touch(path + ".objective")) {
            checkReach(path, form);
        }
    }

    private void checkCondition(String path, @Nullable String condition, InputFields fields) {
        if (condition != null && fields.understand(condition)) {
            findings.inside(path, checker.condition(condition, fields.schema()).problems());
        }
    }

    private boolean checkPeriod(String path, Duration period) {
        findings.positive(path, period);
        boolean isLong = period.compareTo(SHORTEST_PERIOD) >= 0;
        if (!isLong && !period.isNegative() && !period.isZero()) {
            findings.error(
                    path,
                    "is " + Durations.format(period) + "; at least " + Durations.format(SHORTEST_PERIOD)
                            + ", of which a step is a millisecond");
        }
        return isLong && !findings.gaps().touch(path);
    }

    private void checkWindows(String path, BurnRate form, List<BurnWindow> windows, boolean hasPeriod) {
        if (windows.isEmpty()) {
            findings.emptyError(path, "names no windows; at least one pair, or nothing for the SRE workbook's ladder");
        }
        Set<List<Duration>> known = new HashSet<>();
        for (int i = 0; i < windows.size(); i++) {
            BurnWindow window = windows.get(i);
            String at = path + "[" + i + "]";
            findings.positive(at + ".long", window.longWindow());
            findings.positive(at + ".short", window.shortWindow());
            if (!(window.burn() > 0 && Double.isFinite(window.burn()))) {
                findings.error(at + ".burn", "is " + text(window.burn()) + "; more than 0");
            }
            if (findings.gaps().touch(at + ".long") || findings.gaps().touch(at + ".short")) {
                continue;
            }
            if (window.shortWindow().compareTo(window.longWindow()) >= 0) {
                findings.error(
                        at + ".short",
                        "is " + Durations.format(window.shortWindow()) + "; less than long, "
                                + Durations.format(window.longWindow()));
            }
            if (!known.add(List.of(window.longWindow(), window.shortWindow()))) {
                findings.error(at, "is the same pair of windows as one before; another length, or remove one");
            }
            if (hasPeriod) {
                checkLengths(at, window, form.period());
            }
        }
    }

    private void checkLengths(String path, BurnWindow window, Duration period) {
        Duration most = period.dividedBy(MOST_OF_PERIOD);
        if (window.longWindow().compareTo(most) > 0) {
            findings.error(
                    path + ".long",
                    "is " + Durations.format(window.longWindow()) + "; at most a ninth of the period, "
                            + Durations.format(Duration.ofMillis(most.toMillis())));
        }
        checkSteps(path + ".long", window.longWindow(), period);
        checkSteps(path + ".short", window.shortWindow(), period);
    }

    private void checkSteps(String path, Duration length, Duration period) {
        Duration step = WorkbookLadder.step(period);
        if (length.isNegative() || length.isZero()) {
            return;
        }
        if (length.compareTo(step) < 0) {
            findings.error(
                    path,
                    "is " + Durations.format(length) + "; at least a step, of which the period has "
                            + WorkbookLadder.STEPS + ": " + Durations.format(step));
        } else if (length.toMillis() % step.toMillis() != 0) {
            Duration less = step.multipliedBy(length.toMillis() / step.toMillis());
            findings.warning(
                    path,
                    "is " + Durations.format(length) + ", no whole number of the period's steps of "
                            + Durations.format(step) + ", so that its begin is cut to that of one; "
                            + Durations.format(less) + " or " + Durations.format(less.plus(step)));
        }
    }

    /** Warns of pairs that can never fire. */
    private void checkReach(String path, BurnRate form) {
        BigDecimal budget = BigDecimal.valueOf(WHOLE).subtract(BigDecimal.valueOf(form.objective()));
        BigDecimal most = BigDecimal.valueOf(WHOLE).divide(budget, MathContext.DECIMAL32);
        List<BurnWindow> windows = form.windows() == null ? WorkbookLadder.windows(form.period()) : form.windows();
        for (int i = 0; i < windows.size(); i++) {
            double burn = windows.get(i).burn();
            if (Double.isFinite(burn)
                    && BigDecimal.valueOf(burn).multiply(budget).compareTo(BigDecimal.valueOf(WHOLE)) > 0) {
                findings.warning(
                        form.windows() == null ? path + ".objective" : path + ".windows[" + i + "].burn",
                        "the pair of " + text(burn) + " × never fires, as the budget burns "
                                + text(most.doubleValue())
                                + " × if no event is good; a higher objective, or windows with a"
                                + " lower burn");
            }
        }
    }

    private static String text(double number) {
        return Double.isFinite(number)
                ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
                : String.valueOf(number);
    }
}
