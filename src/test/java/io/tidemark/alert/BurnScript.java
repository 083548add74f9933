package io.tidemark.alert;

import io.tidemark.alert.BurnBench.Kind;
import io.tidemark.spec.AlertSpec;
import io.tidemark.spec.AlertSpec.BurnWindow;
import io.tidemark.spec.WorkbookLadder;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A burn rate, events and watermarks, for the operators and for the {@link BurnModel}. */
final class BurnScript {
    /** A watermark ({@code key} null), or an event. */
    private record Step(
            long time,
            @Nullable String key,
            @Nullable Boolean good,
            @Nullable Boolean counts) {}

    /** What came of a script. */
    record Outcome(List<String> alerts, List<Long> late, long seen) {}

    private final AlertSpec.BurnRate form;
    private final List<Step> steps = new ArrayList<>();

    BurnScript(AlertSpec.BurnRate form) {
        this.form = form;
    }

    AlertSpec.BurnRate form() {
        return form;
    }

    /** A form over {@link BurnBench#SCHEMA}, whose severity of pair i is i. */
    static AlertSpec.BurnRate form(double objective, long stepMs, long minEvents, List<double[]> windows) {
        List<BurnWindow> pairs = new ArrayList<>();
        for (double[] window : windows) {
            pairs.add(new BurnWindow(
                    Duration.ofMillis((long) window[0]),
                    Duration.ofMillis((long) window[1]),
                    window[2],
                    String.valueOf(pairs.size())));
        }
        return new AlertSpec.BurnRate(
                "ok", "counts", objective, Duration.ofMillis(stepMs * WorkbookLadder.STEPS), minEvents, pairs);
    }

    static BurnScript random(long seed) {
        Random random = new Random(seed);
        long stepMs = 1 + random.nextInt(12);
        List<double[]> windows = new ArrayList<>();
        double objective = List.of(50.0, 90.0, 99.0, 99.9).get(random.nextInt(4));
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            long longMs = 2 + random.nextInt((int) (stepMs * (random.nextBoolean() ? 20 : 500)));
            double share = (1 + random.nextInt(40)) / 50.0;
            windows.add(new double[] {
                longMs,
                1 + random.nextInt((int) longMs - 1),
                Math.round(share * 100 / (100 - objective) * 1000) / 1000.0
            });
        }
        BurnScript script = new BurnScript(form(objective, stepMs, random.nextInt(4), windows));
        String[] keys = {"a", "b", "c"};
        long now = random.nextLong(-100_000, 100_000);
        long disorder = random.nextLong(1 + 4 * stepMs);
        long bound = random.nextLong(disorder + 1);
        long highest = Long.MIN_VALUE;
        for (int i = 0; i < 120; i++) {
            now += random.nextInt(25) == 0 ? random.nextLong(400 * stepMs) : random.nextLong(3 * stepMs);
            long time = now - random.nextLong(disorder + 1);
            highest = Math.max(highest, time);
            script.event(
                    time,
                    keys[random.nextInt(keys.length)],
                    random.nextInt(8) == 0 ? null : random.nextInt(3) > 0,
                    random.nextInt(9) > 0 ? (Boolean) true : random.nextBoolean() ? false : null);
            if (random.nextInt(3) == 0) {
                script.watermark(highest - bound - 1);
            }
        }
        return script.watermark(now + 2_000 * stepMs);
    }

    BurnScript event(long time, String key, @Nullable Boolean good, @Nullable Boolean counts) {
        steps.add(new Step(time, key, good, counts));
        return this;
    }

    BurnScript watermark(long time) {
        steps.add(new Step(time, null, null, null));
        return this;
    }

    /** Plays it to operators that are restored after every {@code restoreEach} steps, 0 for never. */
    Outcome play(Kind kind, int restoreEach) throws Exception {
        try (BurnBench bench = new BurnBench(form, kind)) {
            int count = 0;
            for (Step step : steps) {
                if (step.key() == null) {
                    bench.watermark(step.time());
                } else {
                    bench.event(step.time(), step.key(), step.good(), step.counts());
                }
                if (restoreEach > 0 && ++count % restoreEach == 0) {
                    bench.restore();
                }
            }
            bench.finish();
            Outcome outcome = new Outcome(
                    bench.alerts().stream().map(BurnBench::text).sorted().toList(), bench.late(), bench.seen());
            if (bench.in() != outcome.seen() + outcome.late().size()) {
                throw new AssertionError("in " + bench.in() + " but " + outcome);
            }
            bench.watermark(steps.get(steps.size() - 1).time() + form.period().toMillis() * 2);
            bench.finish();
            if (bench.keysInState() != 0 || bench.timers() != 0) {
                throw new AssertionError(
                        "left when all has aged out: " + bench.keysInState() + " keys, " + bench.timers() + " timers");
            }
            return outcome;
        }
    }

    /** What the contract says comes of it. */
    Outcome expected() {
        Map<String, BurnModel> models = new HashMap<>();
        List<Long> late = new ArrayList<>();
        long watermark = Long.MIN_VALUE;
        long number = 0;
        for (Step step : steps) {
            if (step.key() == null) {
                watermark = Math.max(watermark, step.time());
                continue;
            }
            number++;
            if (step.time() <= watermark) {
                late.add(number);
            } else if (step.counts() != null && step.counts()) {
                models.computeIfAbsent(step.key(), key -> model())
                        .event(step.time(), step.good() != null && step.good());
            }
        }
        List<String> alerts = new ArrayList<>();
        long last = watermark + 1;
        models.forEach((key, model) -> model.decisions(last).forEach(decision -> alerts.add(key + " " + decision)));
        return new Outcome(alerts.stream().sorted().toList(), late, number - late.size());
    }

    private BurnModel model() {
        List<BurnRateLadder.Pair> pairs = new ArrayList<>();
        for (BurnWindow window : form.windows() == null ? List.<BurnWindow>of() : form.windows()) {
            pairs.add(new BurnRateLadder.Pair(
                    "",
                    window.longWindow().toMillis(),
                    window.shortWindow().toMillis(),
                    BigDecimal.valueOf(window.burn()),
                    null,
                    Map.of()));
        }
        long stepMs = WorkbookLadder.step(form.period()).toMillis();
        return new BurnModel(
                stepMs, form.period().toMillis(), BigDecimal.valueOf(form.objective()), form.minEvents(), pairs);
    }

    @Override
    public String toString() {
        return form + " " + steps.size() + " steps";
    }
}
