package io.tidemark.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.spec.AlertSpec.BurnWindow;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkbookLadderTest {
    @Test
    void thirtyDaysHaveTheWorkbooksWindows() {
        assertThat(WorkbookLadder.windows(Duration.ofDays(30)))
                .containsExactly(
                        new BurnWindow(Duration.ofHours(1), Duration.ofMinutes(5), 14.4, "page"),
                        new BurnWindow(Duration.ofHours(6), Duration.ofMinutes(30), 6, "page"),
                        new BurnWindow(Duration.ofDays(1), Duration.ofHours(2), 3, "ticket"),
                        new BurnWindow(Duration.ofDays(3), Duration.ofHours(6), 1, "ticket"));
    }

    @ParameterizedTest
    @CsvSource({
        "30d, 1m, 1h 5m 6h 30m 1d 2h 3d 6h",
        "28d, 56s, 56m 4m40s 5h36m 28m 22h24m 1h52m 2d19h12m 5h36m",
        "7d, 14s, 14m 1m10s 1h24m 7m 5h36m 28m 16h48m 1h24m",
        "1d, 2s, 2m 10s 12m 1m 48m 4m 2h24m 12m",
        "90d, 3m, 3h 15m 18h 1h30m 3d 6h 9d 18h",
        "1h, 84ms, 5s40ms 420ms 30s240ms 2s520ms 2m960ms 10s80ms 6m2s880ms 30s240ms",
    })
    void otherPeriodsScaleItAndAStepIsAWholeMillisecond(String period, String step, String windows) {
        Duration length = Durations.parse(period);

        assertThat(WorkbookLadder.step(length)).isEqualTo(Durations.parse(step));
        assertThat(WorkbookLadder.windows(length).stream()
                        .map(pair -> Durations.format(pair.longWindow()) + " " + Durations.format(pair.shortWindow()))
                        .reduce((a, b) -> a + " " + b))
                .contains(windows);
    }
}
