package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.time.Report.Times;
import org.junit.jupiter.api.Test;

class EnumeratorTimeTest {
    private static final long UNKNOWN = Long.MIN_VALUE;
    private static final long IDLE = Long.MAX_VALUE;

    private static final SourceId OTHER = new SourceId("other", "a");

    private final JobClock clock = new JobClock();
    private final EnumeratorTime source = source("a", JobTime.UNALIGNED);

    @Test
    void idlePartitionsAreLiftedToTheLeastOfTheActiveOnes() {
        twoReadersWithAPartitionEach(source);
        report(source, 0, 500);
        report(source, 1, 300);
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(300);
        report(source, 1, IDLE);
        assertThat(source.tick(clock, 100, 2).idleFloor()).isEqualTo(500);
    }

    @Test
    void nobodyIsLiftedWhileAReadersPartitionsAreUnknown() {
        source.addReader(0);
        source.assign(0, 1);
        report(source, 0, 500);
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(UNKNOWN);
        source.addReader(1);
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(UNKNOWN);
        source.report(1, new Report(0, 0, false, false, Times.NONE), clock);
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(500);
        source.assign(1, 1);
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(UNKNOWN);
        report(source, 1, 200);
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(200);
        source.removeReader(1);
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(UNKNOWN);
    }

    @Test
    void aSourceThatIsSilentAsAWholeFollowsTheOthers() {
        twoReadersWithAPartitionEach(source);
        clock.publish(OTHER, 900, 900);
        report(source, 0, IDLE);
        report(source, 1, 300);
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(300);
        report(source, 1, IDLE);
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(900);
        clock.publish(OTHER, JobClock.NONE, JobClock.NONE);
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(UNKNOWN);
    }

    @Test
    void aSourceWithoutPartitionsFollowsTheOthersOnlyWhenItHasBeenSoForLong() {
        clock.publish(OTHER, 900, 900);
        source.addReader(0);
        source.report(0, new Report(0, 0, false, false, Times.NONE), clock);
        assertThat(source.tick(clock, 0, 1).idleFloor()).isEqualTo(UNKNOWN);
        clock.heard();
        assertThat(source.tick(clock, 999, 1).idleFloor()).isEqualTo(UNKNOWN);
        clock.heard();
        assertThat(source.tick(clock, 1000, 1).idleFloor()).isEqualTo(900);
    }

    @Test
    void aReaderAtItsEndHoldsNothingBack() {
        twoReadersWithAPartitionEach(source);
        report(source, 0, 500);
        source.report(1, new Report(0, Report.ENDED, true, false, Times.NONE), clock);
        assertThat(source.hasEnded(0)).isFalse();
        assertThat(source.hasEnded(1)).isTrue();
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(500);
    }

    @Test
    void aQuietSourceGoesOnFromWhereItStoodUntilItsLastWindowIsClosed() {
        EnumeratorTime quiet = quietSource();
        twoReadersWithAPartitionEach(quiet);
        quiet.report(0, new Report(1, 1, true, true, new Times(400, 400, 401)), clock);
        quiet.report(1, new Report(1, 1, true, true, new Times(UNKNOWN, IDLE, UNKNOWN)), clock);
        assertThat(quietFloor(quiet, 10_000)).isEqualTo(UNKNOWN);
        assertThat(quietFloor(quiet, 10_999)).isEqualTo(UNKNOWN);
        assertThat(quietFloor(quiet, 11_000)).isEqualTo(400);
        assertThat(quietFloor(quiet, 13_000)).isEqualTo(2400);
        assertThat(quietFloor(quiet, 99_000)).isEqualTo(5401);

        quiet.report(0, new Report(1, 1, true, true, new Times(5401, 5401, 6000)), clock);
        assertThat(quiet.tick(clock, 100_000, 2).quietFloor()).isEqualTo(UNKNOWN);
    }

    @Test
    void aSourceWhoseReaderIsBlockedIsNotQuiet() {
        EnumeratorTime quiet = quietSource();
        twoReadersWithAPartitionEach(quiet);
        quiet.report(0, new Report(1, 1, true, true, new Times(400, 400, 401)), clock);
        quiet.report(1, new Report(1, 1, true, true, new Times(400, 400, 401)), clock);
        long last = UNKNOWN;
        for (long now = 0; now <= 10_000; now += 200) {
            last = Math.max(last, quiet.tick(clock, now, 2).quietFloor());
        }
        assertThat(last).isEqualTo(UNKNOWN);
    }

    @Test
    void aSourceThatIsSilentAsAWholeDoesNotFollowWhatItNeverMeets() {
        twoReadersWithAPartitionEach(source);
        clock.publish(new SourceId("other", "other"), 900, 900);
        report(source, 0, IDLE);
        report(source, 1, IDLE);
        assertThat(source.tick(clock, 0, 2).idleFloor()).isEqualTo(UNKNOWN);
    }

    @Test
    void nobodyMayGoFartherThanTheDriftAheadOfTheSlowestOfAll() {
        EnumeratorTime aligned = source("a", 50);
        twoReadersWithAPartitionEach(aligned);
        report(aligned, 0, 500);
        report(aligned, 1, 300);
        assertThat(aligned.tick(clock, 0, 2).ceiling()).isEqualTo(350);
        clock.publish(new SourceId("other", "other"), 100, 100);
        assertThat(aligned.tick(clock, 0, 2).ceiling()).isEqualTo(150);
        assertThat(source.tick(clock, 0, 2).ceiling()).as("without alignment").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aSourceHoldsAllBackUntilItIsKnown() {
        EnumeratorTime aligned = source("a", 50);
        EnumeratorTime slow = source("slow", 50);
        slow.join(clock);
        twoReadersWithAPartitionEach(aligned);
        report(aligned, 0, 500);
        report(aligned, 1, 300);
        assertThat(aligned.tick(clock, 0, 2).ceiling()).isEqualTo(UNKNOWN + 50);

        slow.addReader(0);
        slow.report(0, new Report(0, 0, false, false, Times.NONE), clock);
        slow.tick(clock, 0, 1);
        assertThat(aligned.tick(clock, 0, 2).ceiling()).as("no partition yet").isEqualTo(UNKNOWN + 50);
        slow.assign(0, 1);
        report(slow, 0, 200);
        slow.tick(clock, 0, 1);
        assertThat(aligned.tick(clock, 0, 2).ceiling()).isEqualTo(250);
    }

    @Test
    void whatIsIdleOrAtItsEndOrWithoutPartitionsForLongHoldsNobodyBack() {
        EnumeratorTime aligned = source("a", 50);
        EnumeratorTime other = source("other", 50);
        twoReadersWithAPartitionEach(aligned);
        report(aligned, 0, 500);
        report(aligned, 1, 300);
        twoReadersWithAPartitionEach(other);
        report(other, 0, IDLE);
        other.report(1, new Report(0, Report.ENDED, true, false, Times.NONE), clock);
        other.tick(clock, 0, 2);
        assertThat(aligned.tick(clock, 0, 2).ceiling()).isEqualTo(350);

        report(other, 0, 10);
        other.tick(clock, 0, 2);
        assertThat(aligned.tick(clock, 0, 2).ceiling()).as("it is back").isEqualTo(60);
        other.report(0, new Report(0, Report.ENDED, true, false, Times.NONE), clock);
        other.tick(clock, 0, 2);
        assertThat(aligned.tick(clock, 0, 2).ceiling()).isEqualTo(350);
    }

    @Test
    void aSourceThatHadEndedBeforeARestartHoldsNobodyBackForLong() {
        EnumeratorTime ended = source("ended", 50);
        ended.join(clock);
        ended.tick(clock, 0, 1);
        assertThat(clock.slowest()).isEqualTo(UNKNOWN);
        clock.heard();
        ended.tick(clock, 999, 1);
        assertThat(clock.slowest()).isEqualTo(UNKNOWN);
        clock.heard();
        ended.tick(clock, 1000, 1);
        assertThat(clock.slowest()).isEqualTo(JobClock.NONE);
    }

    private static EnumeratorTime source(String name, long maxDriftMs) {
        return new EnumeratorTime(
                new SourceId(name, "a"), new SourceTime(0, 1000, 0, 0), ReaderTimeTest.job(maxDriftMs));
    }

    private static EnumeratorTime quietSource() {
        return new EnumeratorTime(
                new SourceId("a", "a"), new SourceTime(0, 100_000, 1000, 5000), ReaderTimeTest.job(JobTime.UNALIGNED));
    }

    /** A tick that both readers answer: nothing has come. */
    private long quietFloor(EnumeratorTime quiet, long nowMs) {
        long floor = quiet.tick(clock, nowMs, 2).quietFloor();
        quiet.report(0, new Report(1, 1, false, false, new Times(400, 400, 401)), clock);
        quiet.report(1, new Report(1, 1, false, false, new Times(UNKNOWN, IDLE, UNKNOWN)), clock);
        return floor;
    }

    private static void twoReadersWithAPartitionEach(EnumeratorTime source) {
        for (int subtask = 0; subtask < 2; subtask++) {
            source.addReader(subtask);
            source.assign(subtask, 1);
        }
    }

    private void report(EnumeratorTime source, int subtask, long leastActive) {
        source.report(subtask, new Report(1, 1, false, false, new Times(leastActive, leastActive, 0)), clock);
    }
}
