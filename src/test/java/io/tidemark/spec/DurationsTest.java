package io.tidemark.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "250ms, 250",
        "10s, 10000",
        "5m, 300000",
        "1h, 3600000",
        "7d, 604800000",
        "2w, 1209600000",
        "1h30m, 5400000",
        "1d 2h 3m 4s 5ms, 93784005",
        "5 min, 300000",
        "10 seconds, 10000",
        "1 Day, 86400000",
        "100 millis, 100",
        "PT5M, 300000",
        "PT0.25S, 250",
        "P1DT1H, 90000000",
        "P2W, 1209600000",
        "-5h, -18000000",
        "+5h, 18000000",
        "-PT5H, -18000000",
        "PT-5H, -18000000",
        "-1h30m, -5400000",
        "0s, 0",
        "0ms, 0",
        "3650000d, 315360000000000"
    })
    void readsEveryForm(String text, long ms) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(ms));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10          | \"10\" has no unit; write 10ms, 10s or 10m",
                "-7          | \"-7\" has no unit; write -7ms, -7s or -7m",
                "5x          | \"5x\" has the unknown unit x; ms, s, m, h, d, w",
                "5M          | \"5M\" has the unknown unit M; ms, s, m, h, d, w; did you mean m?",
                "3us         | \"3us\" has the unknown unit us; ms, s, m, h, d, w",
                "m           | \"m\" is not a duration; such as 250ms, 10s, 5m, 1h30m, 7d, 2w, 5 min, PT5M",
                "1.5h        | \"1.5h\" is not a duration; such as 250ms, 10s, 5m, 1h30m, 7d, 2w, 5 min, PT5M",
                "1:30        | \"1:30\" is not a duration; such as 250ms, 10s, 5m, 1h30m, 7d, 2w, 5 min, PT5M",
                "P1M         | \"P1M\" is not a duration; such as 250ms, 10s, 5m, 1h30m, 7d, 2w, 5 min, PT5M",
                "30m1h       | \"30m1h\" is not a duration; larger units first, each once, as in 1h30m",
                "1m1m        | \"1m1m\" is not a duration; larger units first, each once, as in 1h30m",
                "PT0.0001S   | \"PT0.0001S\" is finer than a millisecond; whole milliseconds",
                "3650001d    | \"3650001d\" is too long; at most 3650000d",
                "-3650001d   | \"-3650001d\" is too long; at most 3650000d",
                "99999999999999999999w | \"99999999999999999999w\" is too long; at most 3650000d",
                "9223372036854775807d | \"9223372036854775807d\" is too long; at most 3650000d",
                "PT9223372036854775807S | \"PT9223372036854775807S\" is too long; at most 3650000d"
            })
    void refusesWhatIsNone(String text, String message) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1h30m", "250ms", "7d", "-5h", "0s", "1d2h3m4s5ms", "14d"})
    void writesTheShortestForm(String text) {
        assertThat(Durations.format(Durations.parse(text))).isEqualTo(text);
    }

    @Test
    void readsWhatItWrites() {
        long seed = 42;
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            Duration duration = Duration.ofMillis(random.nextLong() >> random.nextInt(16, 62));
            assertThat(Durations.parse(Durations.format(duration)))
                    .as("seed %d, %s", seed, duration)
                    .isEqualTo(duration);
        }
    }
}
