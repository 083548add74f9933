package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobClockTest {
    private final JobClock clock = new JobClock();

    @Test
    void goesOnOnlyWhileSomethingArrives() {
        clock.read(1000);
        clock.heard();
        assertThat(clock.read(1500)).isEqualTo(500);
        clock.heard();
        assertThat(clock.read(2000)).isEqualTo(1000);
        assertThat(clock.read(60_000)).isEqualTo(1000);
    }

    @Test
    void aShortGapCountsOnceItIsOverAndALongOneNever() {
        clock.read(0);
        assertThat(clock.read(500)).isZero();
        assertThat(clock.read(1000)).isZero();
        clock.heard();
        assertThat(clock.read(1500)).isEqualTo(1500);
        assertThat(clock.read(2600)).isEqualTo(1500);
        clock.heard();
        assertThat(clock.read(3100)).isEqualTo(2000);
    }

    @Test
    void aWallClockThatIsSetBackOrFarAheadDoesNotMoveIt() {
        clock.read(100_000);
        clock.heard();
        assertThat(clock.read(50_000)).isZero();
        clock.heard();
        assertThat(clock.read(9_000_000)).isEqualTo(1000);
    }

    @Test
    void sourcesOfAJobShareOneUntilTheLastHasLeft() {
        JobClock one = JobClock.join("a");
        assertThat(JobClock.join("a")).isSameAs(one);
        JobClock other = JobClock.join("b");
        assertThat(other).isNotSameAs(one);
        JobClock.leave("b", other);
        JobClock.leave("a", one);
        JobClock.leave("a", one);

        JobClock again = JobClock.join("a");
        assertThat(again).isNotSameAs(one);
        JobClock.leave("a", again);
    }

    @Test
    void aSourceFollowsTheLeastOfThoseItMeets() {
        SourceId a = new SourceId("a", "x");
        SourceId b = new SourceId("b", "x");
        SourceId c = new SourceId("c", "x");
        assertThat(clock.leastOfOthers(a)).isEqualTo(JobClock.NONE);
        clock.publish(a, 5, 5);
        clock.publish(b, 20, 20);
        clock.publish(c, 10, 10);
        clock.publish(new SourceId("d", "y"), 1, 1);
        assertThat(clock.leastOfOthers(a)).isEqualTo(10);
        clock.publish(c, JobClock.NONE, JobClock.NONE);
        assertThat(clock.leastOfOthers(a)).isEqualTo(20);
    }

    @Test
    void theSlowestIsTheLeastOfAllWhetherTheyMeetOrNot() {
        assertThat(clock.slowest()).isEqualTo(JobClock.NONE);
        clock.publish(new SourceId("a", "x"), 5, 5);
        clock.publish(new SourceId("b", "y"), 3, 3);
        assertThat(clock.slowest()).isEqualTo(3);
        clock.publish(new SourceId("b", "y"), 3, JobClock.NONE);
        assertThat(clock.slowest()).isEqualTo(5);
    }
}
