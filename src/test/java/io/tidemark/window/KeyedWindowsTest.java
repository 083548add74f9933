package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.WindowResult;
import io.tidemark.spec.WindowSpec;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Hopping;
import io.tidemark.window.WindowBench.Backend;
import io.tidemark.window.WindowBench.Heap;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is in state while the cache of windows holds more: seen from below. */
final class KeyedWindowsTest {
    private static final WindowSpec SPEC = WindowScript.spec(
            new Hopping(Duration.ofMillis(20), Duration.ofMillis(10), Duration.ZERO), 1_000, Emit.ON_TIME, 0);

    @ParameterizedTest
    @EnumSource(Backend.class)
    void nothingIsWrittenBeforeACheckpoint(Backend backend) throws Exception {
        try (WindowBench bench = bench(backend, Heap.AMPLE)) {
            arrive(bench, 5, "a");
            arrive(bench, 5, "b");
            assertThat(bench.eventsInState()).isZero();
            assertThat(bench.slicesInState()).isZero();

            bench.write();
            assertThat(bench.eventsInState()).isEqualTo(2);
            assertThat(bench.slicesInState()).isEqualTo(2);
        }
    }

    /** On the heap backend a snapshot may be reading what is in state while events go on. */
    @ParameterizedTest
    @EnumSource(Backend.class)
    void whatACheckpointMayBeReadingDoesNotChange(Backend backend) throws Exception {
        try (WindowBench bench = bench(backend, Heap.AMPLE)) {
            arrive(bench, 5, "a");
            bench.write();
            arrive(bench, 5, "a");
            arrive(bench, 15, "a");
            assertThat(bench.eventsInState()).isEqualTo(1);
            assertThat(bench.slicesInState()).isEqualTo(1);

            bench.restore();
            assertThat(bench.eventsInState()).isEqualTo(3);
            arrive(bench, 5, "a");
            arrive(bench, 25, "a");
            assertThat(bench.eventsInState()).as("read back, then changed").isEqualTo(3);
            assertThat(bench.slicesInState()).as("read back, then changed").isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(Backend.class)
    void aKeyThatLeavesIsWrittenAndReadBack(Backend backend) throws Exception {
        try (WindowBench bench = bench(backend, Heap.NONE)) {
            arrive(bench, 5, "a");
            assertThat(bench.eventsInState())
                    .as("what the current key holds has left")
                    .isEqualTo(1);

            arrive(bench, 5, "b");
            assertThat(bench.eventsInState()).as("and so with the next").isEqualTo(2);

            arrive(bench, 15, "a");
            assertThat(bench.eventsInState())
                    .as("another slice of a key that was read back")
                    .isEqualTo(3);

            bench.watermark(19);
            assertThat(bench.rows().stream().filter(row -> row.endMs() == 20))
                    .extracting(KeyedWindowsTest::text)
                    .containsExactlyInAnyOrder("a 2", "b 1");
            bench.watermark(Long.MAX_VALUE);
            assertThat(bench.stateEntries()).isZero();
        }
    }

    private static WindowBench bench(Backend backend, Heap heap) throws Exception {
        return new WindowBench(SPEC, WindowBench.SCHEMA, backend, heap);
    }

    /** One event behind the key shuffle, in a cell of its own time. */
    private static void arrive(WindowBench bench, long time, String key) throws Exception {
        bench.event(time, key, 1L, null);
        bench.passHeld();
    }

    private static String text(WindowResult row) {
        return row.key().get(0) + " " + row.value("count");
    }
}
