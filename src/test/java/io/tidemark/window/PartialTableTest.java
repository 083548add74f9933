package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Key;
import io.tidemark.job.PlannedWindows;
import io.tidemark.spec.WindowSpec.Emit;
import io.tidemark.spec.WindowSpec.Tumbling;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PartialTableTest {
    private static final WindowPlan PLAN = PlannedWindows.plan(
            WindowScript.spec(new Tumbling(Duration.ofMillis(10), Duration.ZERO), 0, Emit.ON_TIME, 0),
            WindowBench.SCHEMA);

    @Test
    void findsWhatIsThereAndNothingElseWhateverWasTakenOut() {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            PartialTable table = new PartialTable();
            Map<Key, Partial> model = new HashMap<>();
            for (int i = 0; i < 3_000; i++) {
                Key key = Key.of((long) random.nextInt(200));
                assertThat(table.get(key)).as("seed " + seed).isSameAs(model.get(key));
                if (random.nextInt(1_000) < (i / 500 % 2 == 0 ? 700 : 300)) {
                    if (!model.containsKey(key)) {
                        Partial made = new Partial(key, PLAN.layout().createAccumulator(), 0, 0);
                        table.add(made);
                        model.put(key, made);
                    }
                } else if (!table.isEmpty()) {
                    Partial removed = table.remove(random.nextInt(table.size()));
                    assertThat(model.remove(removed.key)).as("seed " + seed).isSameAs(removed);
                }
                assertThat(table.size()).as("seed " + seed).isEqualTo(model.size());
            }
        }
    }
}
