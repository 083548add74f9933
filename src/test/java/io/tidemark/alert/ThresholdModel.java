package io.tidemark.alert;

import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.AlertSpec.Lasting;
import io.tidemark.spec.AlertSpec.Results;
import io.tidemark.spec.AlertSpec.Threshold;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The contract's sentences on thresholds over whole histories: of each key all its results are looked at again, whatever
 * the watermark was when they came. Conditions are n &gt; 5, n = 3 failing, and n &lt; 2 for clear.
 */
final class ThresholdModel {
    private static final long STEP = 10;

    private final Threshold threshold;
    private final boolean steps;
    private final long count;
    private final long stale;
    private final List<String> alerts = new ArrayList<>();

    private ThresholdModel(Threshold threshold, boolean steps) {
        this.threshold = threshold;
        this.steps = steps;
        this.count = threshold.duration() instanceof Results results
                ? results.count()
                : ((Lasting) threshold.duration()).duration().toMillis() / STEP;
        this.stale = threshold.staleAfter() == null
                ? 3 * STEP
                : threshold.staleAfter().toMillis();
    }

    static List<String> expected(AlertSpec spec, @Nullable WindowSpec window, AlertScript script) {
        Map<String, List<AlertScript.Step>> results = new TreeMap<>();
        long watermark = Long.MIN_VALUE;
        for (AlertScript.Step step : script.steps) {
            if (step.isWatermark()) {
                watermark = Math.max(watermark, step.end());
            } else if ((window == null ? step.end() : step.end() - 1) > watermark) {
                results.computeIfAbsent(step.key(), key -> new ArrayList<>()).add(step);
            }
        }
        boolean steps = window != null && !(window.assigner() instanceof Session);
        ThresholdModel model = new ThresholdModel((Threshold) spec.form(), steps);
        boolean events = window == null;
        results.forEach((key, all) -> model.history(key, all, events));
        return model.alerts;
    }

    private void history(String key, List<AlertScript.Step> all, boolean events) {
        List<AlertScript.Step> row = new ArrayList<>();
        AlertScript.Step firing = null; // the first of the run that fires
        AlertScript.Step last = null;
        long end = Long.MIN_VALUE;
        for (AlertScript.Step result : all) {
            long time = events ? result.end() : result.end() - 1;
            boolean due = end != Long.MIN_VALUE && end + stale < time && (firing != null || !steps);
            boolean asksClear = firing != null && !due && threshold.clear() != null;
            if (!asksClear && result.n() == 3) {
                continue; // fails, and has no effect
            }
            if (due) {
                if (firing != null) {
                    say(key, "resolved", firing, (end + stale) + " stale", last);
                }
                firing = null;
                row.clear();
            }
            if (firing != null) {
                boolean over = asksClear ? result.n() < 2 : result.n() <= 5;
                if (over) {
                    say(key, "resolved", firing, "" + Math.max(end, result.end()), result);
                    firing = null;
                }
            } else if (result.n() > 5) {
                if (steps && !row.isEmpty() && row.get(row.size() - 1).end() != result.end() - STEP) {
                    row.clear();
                }
                row.add(result);
                if (row.size() == count) {
                    firing = row.get(0);
                    say(key, "firing", firing, "" + Math.max(end, result.end()), result);
                    row.clear();
                }
            } else {
                row.clear();
            }
            last = result;
            // Of a key that neither fires nor counts nothing is known.
            end = firing == null && row.isEmpty() ? Long.MIN_VALUE : Math.max(end, result.end());
        }
        if (firing != null) {
            say(key, "resolved", firing, (end + stale) + " stale", last); // the script ends long after the last result
        }
    }

    private void say(String key, String state, AlertScript.Step since, String at, AlertScript.@Nullable Step evidence) {
        alerts.add(AlertBench.text(key, state, since.start(), at, evidence == null ? null : (Long) evidence.n()));
    }
}
