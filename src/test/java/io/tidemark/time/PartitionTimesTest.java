package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionTimesTest {
    private static PartitionTimes times(int declared) {
        return new PartitionTimes(new SourceTime(10, 100, 50, 500), declared);
    }

    @Test
    void theSlowestPartitionSeenHoldsTimeBack() {
        PartitionTimes times = times(0);

        times.heard(0, 100);
        assertThat(times.watermark()).isEqualTo(89);
        times.heard(1, 50);
        times.heard(0, 200);
        assertThat(times.watermark()).as("never back").isEqualTo(89);
        times.heard(1, 150);
        assertThat(times.watermark()).isEqualTo(139);
    }

    @Test
    void reportB07TheWatermarkNeverGoesBack() {
        PartitionTimes times = new PartitionTimes(new SourceTime(0, 1000, 0, 0), 0);

        assertThat(List.of(151L, 251L, 201L, 261L).stream()
                        .map(time -> {
                            times.heard(0, time);
                            return times.watermark();
                        })
                        .toList())
                .containsExactly(150L, 250L, 250L, 260L);
    }

    @Test
    void aDeclaredPartitionHoldsTimeBackBeforeItSpeaksUntilItIsIdle() {
        PartitionTimes times = times(2);

        times.heard(0, 100);
        assertThat(times.watermark()).isEqualTo(Long.MIN_VALUE);
        times.waited(99, 0);
        assertThat(times.watermark()).isEqualTo(Long.MIN_VALUE);
        times.waited(1, 0);
        assertThat(times.watermark()).isEqualTo(89);
    }

    @Test
    void anIdlePartitionThatSpeaksAgainHoldsTimeWhereItIs() {
        PartitionTimes times = times(2);
        times.heard(0, 100);
        times.waited(100, 0);

        times.heard(1, 20);
        times.heard(0, 500);
        assertThat(times.watermark()).isEqualTo(89);
        times.heard(1, 300);
        assertThat(times.watermark()).isEqualTo(289);
    }

    @Test
    void whenAllAreIdleTimeStands() {
        PartitionTimes times = times(0);
        times.heard(0, 100);
        times.heard(1, 50);

        times.waited(1000);

        assertThat(times.watermark()).isEqualTo(89);
    }

    @Test
    void inSilenceTimeGoesOnWithTheClockUntilTheLastWindowIsClosed() {
        PartitionTimes times = times(2);
        times.heard(0, 100);
        times.waited(1000);
        times.silent(49);
        assertThat(times.watermark()).as("not quiet yet").isEqualTo(Long.MIN_VALUE);
        times.silent(1);
        assertThat(times.watermark()).isEqualTo(89);
        times.silent(20);
        assertThat(times.watermark()).isEqualTo(109);
        times.silent(10_000);
        assertThat(times.watermark()).isEqualTo(600);

        times.heard(0, 700);
        assertThat(times.watermark()).isEqualTo(689);
        times.silent(50);
        assertThat(times.watermark()).as("quiet begins anew").isEqualTo(689);
        times.silent(1);
        assertThat(times.watermark())
                .as("from where time stood, though one was idle")
                .isEqualTo(690);
    }

    @Test
    void waitingMakesNobodyQuietAndSilenceNobodyIdle() {
        PartitionTimes times = times(2);
        times.heard(0, 100);
        times.silent(40);
        times.waited(99, 0);
        times.silent(40);
        assertThat(times.watermark()).isEqualTo(Long.MIN_VALUE);
        times.waited(1, 0);
        assertThat(times.watermark()).isEqualTo(89);
    }

    @Test
    void timePassesWhateverThePartitionsSay() {
        PartitionTimes times = times(2);
        times.reached(1000);
        times.reached(900);
        times.heard(0, 500);

        assertThat(times.watermark()).isEqualTo(1000);
    }

    @Test
    void goesOnFromItsState() {
        PartitionTimes before = times(2);
        before.heard(0, 100);
        before.heard(1, 200);
        before.waited(60, 1);
        PartitionTimes after = times(2);
        after.restore(before.state());

        assertThat(after.watermark()).isEqualTo(89);
        after.waited(39, 1);
        assertThat(after.watermark()).isEqualTo(89);
        after.waited(1, 1);
        assertThat(after.watermark()).isEqualTo(189);
    }

    @Test
    void theEndsOfTimeDoNotOverflow() {
        PartitionTimes times = times(0);

        times.heard(0, Long.MIN_VALUE + 5);
        assertThat(times.watermark()).isEqualTo(Long.MIN_VALUE);
        times.heard(0, Long.MAX_VALUE);
        assertThat(times.watermark()).isEqualTo(Long.MAX_VALUE - 11);
    }
}
