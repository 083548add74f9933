package io.tidemark.yaml;

import io.tidemark.spec.AlertSpec.BurnRate;
import io.tidemark.spec.AlertSpec.BurnWindow;
import java.time.Duration;
import java.util.List;

/** The keys of a burn rate. */
final class SloKeys {
    private static final Key<Duration> LONG = Key.of(
                    "long", Types.DURATION, "The window that shows that it matters; at most a ninth of the period.")
            .required("a duration")
            .words("long-window");
    private static final Key<Duration> SHORT = Key.of(
                    "short",
                    Types.DURATION,
                    "The window that shows that it still goes on; less than `long`, at least a step.")
            .required("a duration")
            .words("short-window");
    private static final Key<Double> BURN = Key.of(
                    "burn", Types.NUMBER, "Fires when the rates over both windows reach this; more than 0.")
            .required("a number")
            .words("factor", "burn-rate", "rate", "threshold");
    private static final Key<String> SEVERITY = Key.of(
                    "severity", Types.TEXT, "Of this pair's alerts; without it the alert's own.")
            .words("level", "priority");
    private static final Section<BurnWindow> WINDOW = Section.titled("alerts.NAME.slo.windows[]")
            .keys(LONG, SHORT, BURN, SEVERITY)
            .make(values -> new BurnWindow(
                    values.get(LONG, Duration.ofHours(1)),
                    values.get(SHORT, Duration.ofMinutes(5)),
                    values.get(BURN, 1.0),
                    values.find(SEVERITY)));

    private static final Key<String> GOOD = Key.of(
                    "good", Types.EXPRESSION, "Which events are good; one for which it is null is not.")
            .required("a condition")
            .words("success", "good-events", "sli");
    private static final Key<String> TOTAL = Key.of("total", Types.EXPRESSION, "Which events count; without it all.")
            .words("valid", "total-events", "where", "filter");
    private static final Key<Double> OBJECTIVE = Key.of(
                    "objective",
                    Types.NUMBER,
                    "The share of good events to reach, in percent, from 50 to less than 100.")
            .required("a percentage such as 99.9")
            .words("target", "goal", "slo");
    private static final Key<Duration> PERIOD = Key.of(
                    "period",
                    Types.DURATION,
                    "Over which the objective is to be reached; a step is a 43 200th of it, 1m for 30d.")
            .required("a duration such as 30d")
            .words("window", "budget-period", "time-window");
    private static final Key<Long> MIN_EVENTS = Key.of(
                    "min-events", Types.LONG, "A pair whose long window holds fewer events does not begin to fire.")
            .or(0L)
            .words("minimum-events", "min-samples");
    private static final Key<List<BurnWindow>> WINDOWS = Key.of(
                    "windows",
                    new ListType<>(WINDOW),
                    "The pairs of windows; without it the ladder of the SRE workbook, scaled to the period.")
            .words("burn-rates", "alerting", "policies");

    /** A burn rate. */
    static final Section<BurnRate> SLO = Section.titled("alerts.NAME.slo")
            .keys(GOOD, TOTAL, OBJECTIVE, PERIOD, MIN_EVENTS, WINDOWS)
            .hint("bad", "use good: the condition of a good event, such as NOT (…)")
            .make(values -> new BurnRate(
                    values.get(GOOD, "TRUE"),
                    values.find(TOTAL),
                    values.get(OBJECTIVE, 99.0),
                    values.get(PERIOD, Duration.ofDays(30)),
                    values.get(MIN_EVENTS),
                    values.find(WINDOWS)));

    private SloKeys() {}
}
