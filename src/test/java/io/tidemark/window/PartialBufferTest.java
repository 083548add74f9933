package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Event;
import io.tidemark.job.PlannedWindows;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Tumbling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PartialBufferTest {
    private static final long SIZE = 10;
    private static final WindowSpec SPEC =
            WindowScript.spec(new Tumbling(Duration.ofMillis(SIZE), Duration.ZERO), 0, Emit.ON_TIME, 0);
    private static final WindowPlan PLAN = PlannedWindows.plan(SPEC, WindowBench.SCHEMA);
    private static final SliceShape CELLS = SliceShape.hopping(SIZE, SIZE, 0, 0);

    private final List<WindowInput> left = new ArrayList<>();
    private long bound = Long.MAX_VALUE;
    private final PartialBuffer buffer = new PartialBuffer(PLAN.layout(), CELLS, () -> bound, left::add);

    @Test
    void eventsOfAKeyAndCellLeaveAsOneWhenTheWatermarkAsksForThem() {
        add("a", 11, 1);
        add("a", 18, 1);
        add("a", 20, 1);
        add("b", 12, 1);

        buffer.advance(18, () -> false);
        assertThat(left).isEmpty();

        buffer.advance(19, () -> false);
        assertThat(left).extracting(PartialBufferTest::text).containsExactlyInAnyOrder("a 11-18 2", "b 12-12 1");
    }

    @Test
    void partialsLeaveInTheOrderOfTheirCells() {
        List.of(35, 1, 22, 14, -7).forEach(time -> add("a", time, 1));

        buffer.flush();

        assertThat(left).extracting(WindowInput::time).containsExactly(-7L, 1L, 14L, 22L, 35L);
    }

    @Test
    void theBoundHoldsAndKeysThatRepeatStayWhileOthersLeave() {
        add("hot", 5, 1);
        long one = buffer.bytes();
        bound = 20 * one;
        for (int i = 0; i < 500; i++) {
            add("hot", 5, 1);
            add("cold" + i, 5, 1);
            assertThat(buffer.bytes()).isLessThanOrEqualTo(bound);
        }

        assertThat(left)
                .hasSizeGreaterThan(450)
                .noneMatch(partial -> text(partial).startsWith("hot"));
        buffer.flush();
        assertThat(left).extracting(PartialBufferTest::text).contains("hot 5-5 501");
    }

    @Test
    void aBoundOfNothingLetsEachEventThrough() {
        bound = 0;
        add("a", 5, 1);
        add("a", 6, 1);
        add("b", 25, 1);

        assertThat(left).extracting(PartialBufferTest::text).containsExactly("a 5-5 1", "a 6-6 1", "b 25-25 1");
        assertThat(buffer.bytes()).isZero();
        assertThat(buffer.held()).isEmpty();
    }

    @Test
    void whatIsHeldStaysAndTakesWhatWasInStateLikeAnEvent() {
        add("a", 5, 1);
        add("b", 15, 1);
        List<WindowInput> held = buffer.held();
        PartialBuffer restored = new PartialBuffer(PLAN.layout(), CELLS, () -> bound, left::add);

        held.forEach(partial -> restored.add(CELLS.cell(partial.time()), partial));
        restored.add(0, event("a", 7, 1));
        assertThat(restored.bytes()).isGreaterThanOrEqualTo(buffer.bytes());
        restored.flush();

        assertThat(left).extracting(PartialBufferTest::text).containsExactly("a 5-7 2", "b 15-15 1");
        assertThat(restored.bytes()).isZero();
    }

    @Test
    void nothingIsLostAndTheBytesReturnToNothing() {
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            left.clear();
            bound = random.nextInt(20_000);
            Map<String, Long> given = new HashMap<>();
            long watermark = 0;
            for (int i = 0; i < 1_000; i++) {
                long time = watermark + 1 + random.nextInt(60);
                String key = "k" + random.nextInt(1 + random.nextInt(40));
                long n = random.nextInt(100);
                given.merge(key + "@" + CELLS.cell(time), 1 + 1000 * n, Long::sum);
                add(key, time, n);
                if (random.nextInt(20) == 0) {
                    watermark += random.nextInt(30);
                    buffer.advance(watermark, () -> false);
                }
            }
            buffer.flush();

            Map<String, Long> got = new HashMap<>();
            for (WindowInput partial : left) {
                assertThat(CELLS.cell(partial.time())).isEqualTo(CELLS.cell(partial.lastTime()));
                got.merge(
                        partial.key().get(0) + "@" + CELLS.cell(partial.time()),
                        partial.eventCount() + 1000 * sum(partial),
                        Long::sum);
            }
            assertThat(got).as("seed " + seed).isEqualTo(given);
            assertThat(buffer.bytes()).as("seed " + seed).isZero();
        }
    }

    private static long sum(WindowInput partial) {
        Object[] values = new AggregateValues(PLAN).of(Objects.requireNonNull(partial.partial()), (name, reason) -> {
            throw new AssertionError(name + ": " + reason);
        });
        return (Long) Objects.requireNonNull(values[PLAN.schema().aggregates().indexOf("sum")]);
    }

    private void add(String key, long time, long n) {
        buffer.add(CELLS.cell(time), event(key, time, n));
        buffer.settle();
    }

    private static WindowInput event(String key, long time, long n) {
        Event event = new Event(new Object[] {key, n, null}, time, null, null);
        return Objects.requireNonNull(new EventPreparation(PLAN).prepare(event, false));
    }

    private static String text(WindowInput partial) {
        return partial.key().get(0) + " " + partial.time() + "-" + partial.lastTime() + " " + partial.eventCount();
    }
}
