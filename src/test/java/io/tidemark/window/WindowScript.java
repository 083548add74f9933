package io.tidemark.window;

import io.tidemark.event.WindowResult;
import io.tidemark.spec.WindowSpec;
import io.tidemark.window.WindowBench.Backend;
import io.tidemark.window.WindowBench.Heap;
import io.tidemark.window.WindowModel.Given;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Events and watermarks in order, for the operator and for the {@link WindowModel}. */
final class WindowScript {
    static final Map<String, String> AGGREGATES = aggregates();

    /** A watermark ({@code event} null), or an event. */
    private record Step(long watermark, @Nullable Given event) {}

    private final List<Step> steps = new ArrayList<>();
    private long position;

    private static Map<String, String> aggregates() {
        Map<String, String> aggregates = new LinkedHashMap<>();
        aggregates.put("big", "count(*) FILTER (WHERE n > 50)");
        aggregates.put("count", "count(*)");
        aggregates.put("max", "max(n)");
        aggregates.put("sum", "sum(n)");
        return aggregates;
    }

    static WindowSpec spec(WindowSpec.Assigner assigner, long latenessMs, WindowSpec.Emit emit, long earlyMs) {
        return new WindowSpec(
                "w",
                "in",
                List.of("k"),
                assigner,
                null,
                AGGREGATES,
                Duration.ofMillis(latenessMs),
                emit,
                earlyMs == 0 ? null : Duration.ofMillis(earlyMs),
                WindowSpec.DEFAULT_ACCURACY);
    }

    WindowScript event(long time, @Nullable String key, @Nullable Long n) {
        steps.add(new Step(0, new Given(++position, time, key, n, n == null ? null : n / 8.0)));
        return this;
    }

    WindowScript watermark(long time) {
        steps.add(new Step(time, null));
        return this;
    }

    /** Events about a time that goes on by {@code pace} each, up to {@code disorder} behind, and watermarks {@code bound} behind. */
    static WindowScript random(Random random, int events, long pace, long disorder, long bound) {
        WindowScript script = new WindowScript();
        long now = -random.nextLong(events * pace);
        long highest = Long.MIN_VALUE;
        String[] keys = {"a", "b", null};
        for (int i = 0; i < events; i++) {
            now += random.nextInt(8) == 0 ? random.nextLong(pace * 12 + 1) : random.nextLong(pace + 1);
            long time = now - (disorder == 0 ? 0 : random.nextLong(disorder + 1));
            highest = Math.max(highest, time);
            script.event(time, keys[random.nextInt(keys.length)], random.nextInt(9) == 0 ? null : random.nextLong(100));
            if (random.nextInt(3) == 0) {
                script.watermark(highest - bound - 1);
            }
        }
        return script.watermark(Long.MAX_VALUE);
    }

    /** What came of a script. */
    record Outcome(List<String> rows, List<Long> late, long counted, long lateCount) {
        /** The same, whenever the rows came out before the end of input. */
        Outcome atAnyTime() {
            return new Outcome(
                    rows.stream()
                            .map(row -> row.replaceAll(" @(?!" + Long.MAX_VALUE + ")\\S+", ""))
                            .sorted()
                            .toList(),
                    late,
                    counted,
                    lateCount);
        }
    }

    /** Plays it to operators that are restored after every {@code restoreEach} steps, 0 for never; they must end empty. */
    Outcome play(WindowSpec spec, Backend backend, int restoreEach) throws Exception {
        return play(new WindowBench(spec, backend), restoreEach);
    }

    /** Plays it to operators that may hold no more than {@code heap}. */
    Outcome play(WindowSpec spec, Backend backend, Heap heap, int restoreEach) throws Exception {
        return play(new WindowBench(spec, WindowBench.SCHEMA, backend, heap), restoreEach);
    }

    private Outcome play(WindowBench played, int restoreEach) throws Exception {
        try (WindowBench bench = played) {
            int count = 0;
            for (Step step : steps) {
                if (step.event() == null) {
                    bench.watermark(step.watermark());
                } else {
                    bench.event(
                            step.event().time(),
                            step.event().key(),
                            step.event().n(),
                            step.event().v());
                }
                count++;
                if (restoreEach > 0 && count % restoreEach == 0 && count < steps.size()) {
                    bench.restore();
                }
            }
            bench.finish();
            if (bench.stateEntries() != 0 || bench.timers() != 0) {
                throw new AssertionError(
                        "left at the end: " + bench.stateEntries() + " entries, " + bench.timers() + " timers");
            }
            return new Outcome(
                    bench.rows().stream().map(WindowScript::text).sorted().toList(),
                    bench.late(),
                    bench.counted(),
                    bench.lateCount());
        }
    }

    /** What the contract says comes of it. */
    Outcome expected(WindowSpec spec) {
        if (spec.assigner() instanceof WindowSpec.Session session && session.max() != null) {
            return expectedCuts(spec);
        }
        WindowModel model = new WindowModel(spec);
        for (Step step : steps) {
            if (step.event() == null) {
                model.watermark(step.watermark());
            } else {
                model.event(step.event());
            }
        }
        return new Outcome(
                model.rows().stream().sorted().toList(),
                model.late(),
                model.counted(),
                model.late().size());
    }

    private Outcome expectedCuts(WindowSpec spec) {
        CutSessionModel model = new CutSessionModel(spec);
        for (Step step : steps) {
            if (step.event() == null) {
                model.watermark(step.watermark());
            } else {
                model.event(step.event());
            }
        }
        return new Outcome(
                model.rows().stream().sorted().toList(),
                model.late(),
                model.counted(),
                model.late().size());
    }

    static String text(WindowResult row) {
        Map<String, @Nullable Object> values = new TreeMap<>();
        for (String name : AGGREGATES.keySet()) {
            values.put(name, row.value(name));
        }
        return row.key().get(0) + " [" + row.startMs() + "," + row.endMs() + ") "
                + row.pane().word() + " #" + row.revision() + " @" + row.watermark() + " " + values
                + (row.truncated() == null ? "" : row.truncated() ? " cut" : " whole");
    }
}
