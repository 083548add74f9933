package io.tidemark.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Event;
import io.tidemark.event.EventSerializer;
import io.tidemark.event.Key;
import io.tidemark.event.KeyTypeInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.cep.functions.PatternProcessFunction;
import org.apache.flink.cep.nfa.compiler.NFACompiler;
import org.apache.flink.cep.operator.CepOperator;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.cep.pattern.conditions.SimpleCondition;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same matches as Flink CEP's own compiler and operator find, where these follow their own rules. Left out: {@code
 * not}s, of which {@link PatternGraph} tells, an optional step that is greedy, and conditions on earlier steps.
 */
final class PlainFlinkTest {
    record Given(long seed, PatternPlan plan, List<Event> events) {
        static Given of(long seed) {
            Random random = new Random(seed);
            RandomPatterns patterns = new RandomPatterns(random);
            PatternPlan plan = patterns.pattern();
            while (!plan.steps().stream().allMatch(Given::plain)) {
                plan = patterns.pattern();
            }
            return new Given(seed, plan, patterns.events(4 + random.nextInt(9)));
        }

        private static boolean plain(PatternStep step) {
            return !step.not()
                    && !(step.greedy() && step.optional())
                    && (step.where() == null || !step.where().readsEarlierSteps());
        }

        @Override
        public String toString() {
            return "seed " + seed + ": " + plan + " over " + events;
        }
    }

    static Stream<Given> randomPatterns() {
        return LongStream.range(0, 400).mapToObj(Given::of);
    }

    @ParameterizedTest
    @MethodSource("randomPatterns")
    void matchesAreFlinks(Given given) throws Exception {
        PatternPlan all = new PatternPlan(
                given.plan().steps(), given.plan().withinMs(), new AfterMatch(AfterMatch.Kind.NONE, null));

        assertThat(ours(all, given.events())).isEqualTo(flinks(all, given.events()));
    }

    /** Where no two matches have one first event, Flink's order is no matter of chance. */
    @ParameterizedTest
    @MethodSource("randomPatterns")
    void matchesThatFlinkSkipsAreSkipped(Given given) throws Exception {
        PatternPlan all = new PatternPlan(
                given.plan().steps(), given.plan().withinMs(), new AfterMatch(AfterMatch.Kind.NONE, null));
        List<Match> matches = PatternModel.matches(all, given.events(), Long.MAX_VALUE);
        boolean chance = matches.stream().map(PlainFlinkTest::ends).distinct().count() < matches.size();
        if (!chance) {
            assertThat(ours(given.plan(), given.events())).isEqualTo(flinks(given.plan(), given.events()));
        }
    }

    private static List<Long> ends(Match match) {
        return List.of(match.since(), match.at());
    }

    private static List<String> ours(PatternPlan plan, List<Event> events) throws Exception {
        try (PatternBench bench = new PatternBench(plan)) {
            for (Event event : events) {
                bench.put(event);
            }
            return bench.watermark(1000).matches().stream().sorted().toList();
        }
    }

    private static List<String> flinks(PatternPlan plan, List<Event> events) throws Exception {
        Pattern<Event, ?> pattern = pattern(plan);
        CepOperator<Event, Key, String> operator = new CepOperator<>(
                new EventSerializer(PatternBench.SCHEMA),
                false,
                NFACompiler.compileFactory(pattern, false),
                null,
                plan.afterMatch().strategy(),
                new Texts(plan.steps().stream().map(PatternStep::name).toList()),
                null);
        try (KeyedOneInputStreamOperatorTestHarness<Key, Event, String> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(operator, event -> Key.GLOBAL, KeyTypeInfo.INSTANCE)) {
            harness.setup(StringSerializer.INSTANCE);
            harness.open();
            for (Event event : events) {
                harness.processElement(new StreamRecord<>(event, event.time()));
            }
            harness.processWatermark(new Watermark(1000));
            return harness.extractOutputValues().stream().sorted().toList();
        }
    }

    private static Pattern<Event, ?> pattern(PatternPlan plan) {
        Pattern<Event, Event> pattern = null;
        for (PatternStep step : plan.steps()) {
            if (pattern == null) {
                pattern = Pattern.begin(step.name(), plan.afterMatch().strategy());
            } else {
                pattern = switch (step.next()) {
                    case STRICT -> pattern.next(step.name());
                    case RELAXED -> pattern.followedBy(step.name());
                    case ANY -> pattern.followedByAny(step.name());
                };
            }
            StepCondition where = step.where();
            if (where != null) {
                pattern.where(SimpleCondition.of(event -> where.test(event, name -> null)));
            }
            several(pattern, step);
            if (step.optional()) {
                pattern.optional();
            }
        }
        return Objects.requireNonNull(pattern).within(Duration.ofMillis(plan.withinMs()));
    }

    private static void several(Pattern<Event, Event> pattern, PatternStep step) {
        if (step.single()) {
            return;
        }
        if (step.max() == PatternStep.UNBOUNDED) {
            pattern.timesOrMore(step.min());
        } else {
            pattern.times(step.min(), step.max());
        }
        if (step.repeat() == Contiguity.STRICT) {
            pattern.consecutive();
        } else if (step.repeat() == Contiguity.ANY) {
            pattern.allowCombinations();
        }
        if (step.greedy()) {
            pattern.greedy();
        }
    }

    private static final class Texts extends PatternProcessFunction<Event, String> {
        private static final long serialVersionUID = 1;

        private final List<String> steps;

        Texts(List<String> steps) {
            this.steps = new ArrayList<>(steps);
        }

        @Override
        public void processMatch(Map<String, List<Event>> match, Context context, Collector<String> out) {
            Map<String, List<Event>> events = new LinkedHashMap<>();
            List<Event> all = new ArrayList<>();
            for (String step : steps) {
                if (match.containsKey(step)) {
                    events.put(step, match.get(step));
                    all.addAll(match.get(step));
                }
            }
            long since = all.stream().mapToLong(Event::time).min().orElseThrow();
            long at = all.stream().mapToLong(Event::time).max().orElseThrow();
            out.collect(PatternBench.text(new Match(events, since, at)));
        }
    }
}
