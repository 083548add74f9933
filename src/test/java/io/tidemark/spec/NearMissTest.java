package io.tidemark.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearMissTest {
    @ParameterizedTest
    @CsvSource({
        "ww, r w, w",
        "w, r ww, ww",
        "ba, r ab, ab",
        "W, r w, w",
        "latnecy, requests latency, latency",
        "window_heap, window-heap, window-heap",
    })
    void wordIsNearOneThatASlipAwayIs(String word, String known, String meant) {
        assertThat(NearMiss.of(word, List.of(known.split(" ")))).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"x, r w", "w3, w1 w2", "rx, w", "w.n, w", "www, w", "latency, requests"})
    void wordIsNotNearOneThatHasTooLittleInCommon(String word, String known) {
        assertThat(NearMiss.of(word, List.of(known.split(" ")))).isEmpty();
    }
}
