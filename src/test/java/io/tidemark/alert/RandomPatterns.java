package io.tidemark.alert;

import io.tidemark.event.Event;
import io.tidemark.sql.Compiled;
import io.tidemark.sql.Expression;
import io.tidemark.sql.SqlCompiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Patterns with every option of a step, and events that match them now and then. */
final class RandomPatterns {
    private static final String[] CONDITIONS = {
        "t = 'a'", "t = 'a'", "t = 'b'", "t = 'c'", "t IN ('a', 'b')", "t <> 'c'", "n >= 2"
    };

    private final Random random;

    RandomPatterns(Random random) {
        this.random = random;
    }

    /** Any pattern. */
    PatternPlan pattern() {
        int size = 1 + random.nextInt(4);
        List<PatternStep> steps = new ArrayList<>();
        List<String> earlier = new ArrayList<>();
        while (steps.size() < size) {
            PatternStep before = steps.isEmpty() ? null : steps.get(steps.size() - 1);
            boolean mayBeNot = before != null && (before.not() || !before.optional());
            String name = "s" + steps.size();
            if (mayBeNot && random.nextInt(3) == 0) {
                boolean last = steps.size() == size - 1;
                Contiguity next = last || random.nextInt(3) > 0 ? Contiguity.RELAXED : Contiguity.STRICT;
                steps.add(new PatternStep(name, condition(earlier), 1, 1, false, false, true, next, next));
            } else {
                steps.add(taken(name, condition(earlier), before != null && before.greedy()));
                earlier.add(name);
            }
        }
        return new PatternPlan(steps, 1 + random.nextInt(14), afterMatch(earlier));
    }

    private PatternStep taken(String name, @Nullable StepCondition where, boolean afterGreed) {
        int min = 1 + random.nextInt(3);
        int max = min;
        switch (random.nextInt(5)) {
            case 0 -> max = min;
            case 1 -> max = min + 1 + random.nextInt(2);
            case 2 -> max = PatternStep.UNBOUNDED;
            default -> {
                min = 1;
                max = 1;
            }
        }
        Contiguity repeat = contiguity();
        boolean greedy = max > 1 && repeat != Contiguity.ANY && random.nextInt(3) == 0;
        boolean optional = !afterGreed && random.nextInt(4) == 0;
        return new PatternStep(name, where, min, max, optional, greedy, false, contiguity(), repeat);
    }

    Contiguity contiguity() {
        return Contiguity.values()[random.nextInt(3)];
    }

    AfterMatch afterMatch(List<String> steps) {
        String target = steps.get(random.nextInt(steps.size()));
        return switch (random.nextInt(6)) {
            case 0 -> new AfterMatch(AfterMatch.Kind.PAST_LAST, null);
            case 1 -> new AfterMatch(AfterMatch.Kind.TO_NEXT, null);
            case 2 -> new AfterMatch(AfterMatch.Kind.TO_FIRST, target);
            case 3 -> new AfterMatch(AfterMatch.Kind.TO_LAST, target);
            default -> new AfterMatch(AfterMatch.Kind.NONE, null);
        };
    }

    private @Nullable StepCondition condition(List<String> earlier) {
        if (random.nextInt(8) == 0) {
            return null;
        }
        String text = CONDITIONS[random.nextInt(CONDITIONS.length)];
        if (earlier.isEmpty() || random.nextInt(4) > 0) {
            return where(text);
        }
        return where(text + " AND n >= " + earlier.get(random.nextInt(earlier.size())) + ".n", earlier);
    }

    /** A condition over the fields of {@link PatternBench#SCHEMA}. */
    static StepCondition where(String text) {
        return StepCondition.of(value(SqlCompiler.condition(text, PatternBench.SCHEMA)), PatternBench.SCHEMA.size());
    }

    /** A condition that may name the steps {@code earlier}. */
    static StepCondition where(String text, List<String> earlier) {
        return new StepCondition(
                value(SqlCompiler.stepCondition(text, PatternBench.SCHEMA, earlier)),
                PatternBench.SCHEMA.size(),
                List.copyOf(earlier));
    }

    private static Expression value(Compiled<Expression> compiled) {
        return Objects.requireNonNull(
                compiled.value(), () -> compiled.problems().toString());
    }

    /** Events of one key in the order of their times, some of them equal, some before 1970. */
    List<Event> events(int size) {
        List<Event> events = new ArrayList<>();
        long time = -5;
        for (int i = 0; i < size; i++) {
            time += random.nextInt(4);
            String type = String.valueOf((char) ('a' + random.nextInt(3)));
            events.add(PatternBench.event(time, "k", type, (long) random.nextInt(4)));
        }
        return events;
    }
}
