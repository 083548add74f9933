package io.tidemark.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class AlertIdsTest {
    @Test
    void anIdIsTheSameForEver() {
        assertThat(AlertIds.of("slow", Key.of("checkout", null), 1_767_225_600_000L, null))
                .isEqualTo("fb657fdb6415a3744504c4a063d3a8e0");
    }

    @Test
    void equalKeysHaveEqualIds() {
        assertThat(AlertIds.of("slow", Key.of(new BigDecimal("1.50")), 5, "1h/5m"))
                .isEqualTo(AlertIds.of("slow", Key.of(new BigDecimal("1.5")), 5, "1h/5m"));
    }

    @Test
    void everyPartMakesAnotherId() {
        Set<String> ids = Stream.of(
                        AlertIds.of("a", Key.of("b"), 0, null),
                        AlertIds.of("b", Key.of("b"), 0, null),
                        AlertIds.of("a", Key.of("a"), 0, null),
                        AlertIds.of("a", Key.of("b", null), 0, null),
                        AlertIds.of("a", Key.GLOBAL, 0, null),
                        AlertIds.of("a", Key.of("b"), 1, null),
                        AlertIds.of("a", Key.of("b"), 0, "p"))
                .collect(Collectors.toSet());
        assertThat(ids).hasSize(7);
    }
}
