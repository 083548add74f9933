package io.tidemark.spec;

import io.tidemark.spec.AlertSpec.BurnWindow;
import java.time.Duration;
import java.util.List;

/**
 * The pairs of windows that watch an error budget where the user names none: the multi-window, multi-burn-rate ladder of
 * <i>The Site Reliability Workbook</i> (Beyer and others, 2018), chapter "Alerting on SLOs", with the step of 3 × between its
 * 6 × and 1 ×, scaled from its period of 30 days to another.
 */
public final class WorkbookLadder {
    /** How many steps a period has: minutes in 30 days. */
    public static final long STEPS = 30 * 24 * 60;

    private static final String PAGE = "page";
    private static final String TICKET = "ticket";

    private WorkbookLadder() {}

    /**
     * How far apart the burn rates of {@code period} are looked at: 1 min for 30 days, rounded up to a whole millisecond.
     */
    public static Duration step(Duration period) {
        return Duration.ofMillis(-Math.floorDiv(-period.toMillis(), STEPS));
    }

    /** The pairs of {@code period}, the fastest first; all are whole numbers of steps. */
    public static List<BurnWindow> windows(Duration period) {
        Duration step = step(period);
        return List.of(
                new BurnWindow(step.multipliedBy(60), step.multipliedBy(5), 14.4, PAGE),
                new BurnWindow(step.multipliedBy(360), step.multipliedBy(30), 6, PAGE),
                new BurnWindow(step.multipliedBy(1440), step.multipliedBy(120), 3, TICKET),
                new BurnWindow(step.multipliedBy(4320), step.multipliedBy(360), 1, TICKET));
    }
}
