package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.time.Report.Times;
import java.util.List;
import java.util.Objects;
import org.apache.flink.api.connector.source.SourceSplit;
import org.junit.jupiter.api.Test;

class ReaderTimeTest {
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final ReaderTime reader = new ReaderTime(new SourceTime(10, 100, 0, 0), job(JobTime.UNALIGNED));
    private final SplitTime one = reader.add(fresh("one"), false);
    private final SplitTime two = reader.add(fresh("two"), false);

    @Test
    void aPartitionsTimeIsItsHighestEventTimeLessTheDisorderAndNeverGoesBack() {
        assertThat(one.watermark()).isEqualTo(UNKNOWN);
        one.accept(50);
        assertThat(one.watermark()).isEqualTo(39);
        one.accept(30);
        assertThat(one.watermark()).isEqualTo(39);
        one.lift(20);
        assertThat(one.watermark()).isEqualTo(39);
        assertThat(one.risen()).isEqualTo(39);
        assertThat(one.risen()).isEqualTo(UNKNOWN);
    }

    @Test
    void aPartitionThatIsSilentForLongIsLiftedToTheOthersAndReportedNoMore() {
        one.accept(50);
        two.accept(1000);
        assertThat(tick(0, UNKNOWN).times()).isEqualTo(new Times(39, 39, 1000));
        two.accept(1100);
        assertThat(tick(99, 989).times()).isEqualTo(new Times(39, 39, 1100));
        two.accept(1200);
        assertThat(tick(100, 1089).times()).isEqualTo(new Times(1189, 1089, 1200));
        assertThat(one.watermark()).isEqualTo(1089);

        one.accept(60);
        two.accept(1300);
        assertThat(tick(110, 1189).times()).isEqualTo(new Times(1089, 1089, 1300));
        assertThat(one.watermark()).isEqualTo(1089);
    }

    @Test
    void silenceBeginsWithTheFirstTickWhateverTheClockSaysByThen() {
        assertThat(tick(1_000_000, 500).times().leastActive()).isEqualTo(UNKNOWN);
        assertThat(one.watermark()).isEqualTo(UNKNOWN);
        tick(1_000_100, 500);
        assertThat(one.watermark()).isEqualTo(500);
    }

    @Test
    void whileTheReaderIsBlockedNobodyIsSilent() {
        one.accept(50);
        two.accept(50);
        tick(0, UNKNOWN);
        reader.offer(new Tick(50, 1000, UNKNOWN, Long.MAX_VALUE));
        reader.offer(new Tick(5000, 1000, UNKNOWN, Long.MAX_VALUE));
        reader.apply();
        assertThat(one.watermark()).isEqualTo(39);

        tick(5049, 1000);
        assertThat(one.watermark()).isEqualTo(39);
        tick(5050, 1000);
        assertThat(one.watermark()).isEqualTo(1000);
    }

    @Test
    void whatIsAheadOfTheCeilingWaitsAndGoesOnWhenItHasRisen() {
        ReaderTime aligned = new ReaderTime(new SourceTime(10, 100, 0, 0), job(1000));
        SplitTime fast = aligned.add(fresh("fast"), false);
        aligned.add(fresh("silent"), false);
        assertThat(aligned.align().isNone()).isTrue();

        aligned.accept(fast, 50);
        assertThat(aligned.isUnsettled()).as("nothing is known of others yet").isTrue();
        assertThat(aligned.align()).isEqualTo(new ReaderTime.Turn(List.of("fast"), List.of()));
        assertThat(aligned.waits()).as("one may speak").isFalse();

        tick(aligned, 0, 39);
        assertThat(aligned.align()).isEqualTo(new ReaderTime.Turn(List.of(), List.of("fast")));
        aligned.accept(fast, 51);
        assertThat(aligned.align()).isEqualTo(new ReaderTime.Turn(List.of("fast"), List.of()));
        tick(aligned, 10, 39);
        assertThat(aligned.align().isNone()).isTrue();
        tick(aligned, 20, Long.MAX_VALUE);
        assertThat(aligned.align()).isEqualTo(new ReaderTime.Turn(List.of(), List.of("fast")));
    }

    @Test
    void aReaderWhosePartitionsAllWaitHasNothingToRead() {
        ReaderTime aligned = new ReaderTime(new SourceTime(10, 100, 0, 0), job(1000));
        aligned.align();
        assertThat(aligned.waits()).as("without partitions").isFalse();
        SplitTime fast = aligned.add(fresh("fast"), false);
        aligned.accept(fast, 50);
        aligned.align();
        assertThat(aligned.waits()).isTrue();
        aligned.add(fresh("new"), false);
        aligned.align();
        assertThat(aligned.waits()).isFalse();
    }

    @Test
    void whatWaitsIsNeitherSilentNorQuiet() {
        ReaderTime aligned = new ReaderTime(new SourceTime(10, 100, 0, 0), job(1000));
        SplitTime fast = aligned.add(fresh("fast"), false);
        aligned.accept(fast, 50);
        aligned.align();
        tick(aligned, 0, 0);
        Report report = tick(aligned, 500, 0);
        assertThat(report.heard()).isTrue();
        assertThat(report.accepted()).isTrue();
        assertThat(report.times().leastActive()).isEqualTo(39);
    }

    /** It was lifted beyond the ceiling, and as it holds nobody back nobody need wait for it to be idle again. */
    @Test
    void anIdlePartitionDoesNotWaitUntilItSpeaks() {
        ReaderTime aligned = new ReaderTime(new SourceTime(10, 100, 0, 0), job(1000));
        SplitTime idle = aligned.add(fresh("idle"), false);
        aligned.accept(idle, 5);
        tick(aligned, 0, Long.MAX_VALUE);
        aligned.offer(new Tick(100, 700, UNKNOWN, 500));
        aligned.apply();
        assertThat(idle.watermark()).isEqualTo(700);
        assertThat(aligned.align().isNone()).isTrue();

        aligned.accept(idle, 60);
        assertThat(aligned.align()).isEqualTo(new ReaderTime.Turn(List.of("idle"), List.of()));
    }

    @Test
    void aRestoredPartitionDoesNotWaitBeforeItHasSpoken() {
        ReaderTime aligned = new ReaderTime(new SourceTime(10, 100, 0, 0), job(1000));
        SplitTime restored = aligned.add(new TimedSplit<>(new Split("restored"), 50, 700), true);
        assertThat(aligned.align().isNone()).isTrue();
        aligned.accept(restored, 60);
        assertThat(aligned.align().stopped()).containsExactly("restored");
    }

    private static Report tick(ReaderTime aligned, long activeMs, long ceiling) {
        aligned.offer(new Tick(activeMs, UNKNOWN, UNKNOWN, ceiling));
        return Objects.requireNonNull(aligned.apply());
    }

    static JobTime job(long maxDriftMs) {
        return new JobTime("test", 10, 10, maxDriftMs, WallClock.fixed(0));
    }

    @Test
    void aQuietSourceIsLiftedWhole() {
        one.accept(50);
        two.accept(500);
        reader.offer(new Tick(0, UNKNOWN, 400, Long.MAX_VALUE));
        reader.apply();
        assertThat(one.watermark()).isEqualTo(400);
        assertThat(two.watermark()).isEqualTo(489);
    }

    @Test
    void aReportTellsWhatHasComeSinceTheLast() {
        assertThat(tick(0, UNKNOWN)).isEqualTo(report(false, false));
        reader.heard(false);
        assertThat(tick(1, UNKNOWN)).isEqualTo(report(true, false));
        reader.heard(true);
        reader.heard(false);
        assertThat(tick(2, UNKNOWN)).isEqualTo(report(true, true));
        assertThat(tick(3, UNKNOWN)).isEqualTo(report(false, false));
        assertThat(reader.apply()).isNull();
    }

    @Test
    void aRestoredPartitionGoesOnWhereItStood() {
        SplitTime restored = reader.add(new TimedSplit<>(new Split("three"), 50, 700), true);
        assertThat(restored.watermark()).isEqualTo(700);
        assertThat(restored.risen()).isEqualTo(700);
        Report report = tick(0, UNKNOWN);
        assertThat(report.given()).isEqualTo(2);
        assertThat(report.partitions()).isEqualTo(3);
    }

    private Report tick(long activeMs, long idleFloor) {
        reader.offer(new Tick(activeMs, idleFloor, UNKNOWN, Long.MAX_VALUE));
        return Objects.requireNonNull(reader.apply());
    }

    private static Report report(boolean heard, boolean accepted) {
        return new Report(2, 2, heard, accepted, new Times(UNKNOWN, Long.MAX_VALUE, UNKNOWN));
    }

    private static TimedSplit<Split> fresh(String id) {
        return TimedSplit.fresh(new Split(id));
    }

    private record Split(String splitId) implements SourceSplit {}
}
