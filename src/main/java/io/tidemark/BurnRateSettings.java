package io.tidemark;

import io.tidemark.spec.AlertSpec.BurnRate;
import io.tidemark.spec.AlertSpec.BurnWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a burn rate may say beside its objective; see {@link Alerting#slo(String, double, Duration)}. */
public final class BurnRateSettings {
    private final List<BurnWindow> windows = new ArrayList<>();
    private @Nullable String total;
    private long minEvents;

    BurnRateSettings() {}

    /** The SQL condition of the events that count; default all. */
    public BurnRateSettings total(String condition) {
        total = condition;
        return this;
    }

    /** A pair whose long window holds fewer events does not begin to fire; default 0. */
    public BurnRateSettings minEvents(long count) {
        minEvents = count;
        return this;
    }

    /**
     * A pair of windows; without any, the ladder of the SRE workbook, scaled to the period.
     *
     * @param longWindow at most a ninth of the period
     * @param shortWindow less than that, and at least a step, a 43 200th of the period
     * @param burn fires when the rates over both windows reach it
     * @param severity of this pair's alerts, or null for the alert's own
     */
    public BurnRateSettings pair(Duration longWindow, Duration shortWindow, double burn, @Nullable String severity) {
        windows.add(new BurnWindow(longWindow, shortWindow, burn, severity));
        return this;
    }

    BurnRate spec(String good, double objective, Duration period) {
        return new BurnRate(good, total, objective, period, minEvents, windows.isEmpty() ? null : List.copyOf(windows));
    }
}
