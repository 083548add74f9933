package io.tidemark.alert;

import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events or rows and watermarks in order, for the operator and for the models. */
final class AlertScript {
    /**
     * One step.
     *
     * @param start of a row; of an event its time
     * @param end of a row; of an event its time
     * @param key null for a watermark
     * @param n the number
     */
    record Step(long start, long end, @Nullable String key, long n) {
        boolean isWatermark() {
            return key == null;
        }
    }

    final List<Step> steps = new ArrayList<>();

    AlertScript event(long time, String key, long n) {
        return row(time, time, key, n);
    }

    AlertScript row(long start, long end, String key, long n) {
        steps.add(new Step(start, end, key, n));
        return this;
    }

    AlertScript watermark(long time) {
        steps.add(new Step(time, time, null, 0));
        return this;
    }

    /** The texts of the alerts, sorted by key, in order; restored after every {@code restoreEach} steps, 0 for never. */
    List<String> play(AlertSpec spec, @Nullable WindowSpec window, boolean rocksDb, int restoreEach) throws Exception {
        return play(spec, window, new AlertBench(spec, window, rocksDb, false), restoreEach);
    }

    /** The same where each timer that is due waits for another event, watermark or restore. */
    List<String> playInterrupted(AlertSpec spec, @Nullable WindowSpec window, int restoreEach) throws Exception {
        return play(spec, window, new AlertBench(spec, window, false, true), restoreEach);
    }

    private List<String> play(AlertSpec spec, @Nullable WindowSpec window, AlertBench played, int restoreEach)
            throws Exception {
        try (AlertBench bench = played) {
            int count = 0;
            for (Step step : steps) {
                if (step.isWatermark()) {
                    bench.watermark(step.end());
                } else if (window == null) {
                    bench.event(step.end(), step.key(), step.n());
                } else {
                    bench.row(step.start(), step.end(), step.key(), step.n());
                }
                if (restoreEach > 0 && ++count % restoreEach == 0 && count < steps.size()) {
                    bench.restore();
                }
            }
            List<String> texts = byKey(bench.finish().texts());
            // A long time later nobody is remembered.
            bench.watermark(steps.get(steps.size() - 1).end() == Long.MAX_VALUE ? Long.MAX_VALUE : 1L << 40);
            bench.finish();
            if (steps.get(steps.size() - 1).end() != Long.MAX_VALUE && bench.stateEntries() + bench.timers() != 0) {
                throw new AssertionError("left: " + bench.stateEntries() + " entries, " + bench.timers() + " timers");
            }
            return texts;
        }
    }

    /** Stable by key, as keys' alerts come in no order. */
    static List<String> byKey(List<String> texts) {
        List<String> sorted = new ArrayList<>(texts);
        sorted.sort((one, other) -> one.substring(0, 1).compareTo(other.substring(0, 1)));
        return sorted;
    }
}
