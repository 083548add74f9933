package io.tidemark.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random patterns over random events against {@link PatternModel}, which takes the definitions literally. */
final class PatternModelTest {
    /** What is given: all of it follows from the seed. */
    record Given(long seed, PatternPlan plan, List<Event> events) {
        static Given of(long seed) {
            Random random = new Random(seed);
            RandomPatterns patterns = new RandomPatterns(random);
            PatternPlan plan = patterns.pattern();
            return new Given(seed, plan, patterns.events(4 + random.nextInt(7)));
        }

        long end() {
            return events.get(events.size() - 1).time() + 100;
        }

        List<String> expected() {
            return PatternModel.matches(plan, events, end()).stream()
                    .map(PatternBench::text)
                    .sorted()
                    .toList();
        }

        @Override
        public String toString() {
            return "seed " + seed + ": "
                    + plan.steps().stream().map(PatternStep::toString).collect(Collectors.joining("; "))
                    + " within " + plan.withinMs() + " " + plan.afterMatch() + " over " + events;
        }
    }

    static Stream<Given> randomPatterns() {
        return LongStream.range(0, 1200).mapToObj(Given::of);
    }

    static Stream<Given> someRandomPatterns() {
        return LongStream.range(20_000, 20_150).mapToObj(Given::of);
    }

    @ParameterizedTest
    @MethodSource("randomPatterns")
    void matchesAreThoseOfTheDefinitions(Given given) throws Exception {
        assertThat(played(given, new PatternBench(given.plan()), false)).isEqualTo(given.expected());
    }

    @ParameterizedTest
    @MethodSource("someRandomPatterns")
    void restoreAfterEachElementChangesNothing(Given given) throws Exception {
        assertThat(played(given, new PatternBench(given.plan()), true)).isEqualTo(given.expected());
    }

    /** Events come before timers that are due, and so do checkpoints. */
    @ParameterizedTest
    @MethodSource("someRandomPatterns")
    void timersThatStandBackChangeNothing(Given given) throws Exception {
        assertThat(played(given, new PatternBench(given.plan(), false, true), false))
                .isEqualTo(given.expected());
        assertThat(played(given, new PatternBench(given.plan(), false, true), true))
                .isEqualTo(given.expected());
    }

    @ParameterizedTest
    @MethodSource("someRandomPatterns")
    void rocksDbGivesTheSame(Given given) throws Exception {
        assertThat(played(given, new PatternBench(given.plan(), true, false), false))
                .isEqualTo(given.expected());
    }

    /** Plays the events out of order, as far as the watermarks allow; nothing may be left at the end. */
    private static List<String> played(Given given, PatternBench played, boolean restore) throws Exception {
        Random random = new Random(given.seed());
        try (PatternBench bench = played) {
            List<Event> open = new ArrayList<>(given.events());
            while (!open.isEmpty()) {
                int place = random.nextInt(Math.min(3, open.size()));
                // Equal times come in order.
                while (place > 0
                        && open.get(place - 1).time() == open.get(place).time()) {
                    place--;
                }
                bench.put(open.remove(place));
                if (random.nextBoolean() && !open.isEmpty()) {
                    bench.watermark(open.stream().mapToLong(Event::time).min().orElseThrow() - 1);
                }
                if (restore) {
                    bench.restore();
                }
            }
            bench.watermark(given.end()).finish();
            assertThat(bench.late()).isEmpty();
            assertThat(bench.stateEntries()).as("entries of state at the end").isZero();
            assertThat(bench.timers()).as("timers at the end").isZero();
            if (!restore) {
                assertThat(bench.count("seen")).isEqualTo(given.events().size());
            }
            return bench.matches().stream().sorted().toList();
        }
    }
}
