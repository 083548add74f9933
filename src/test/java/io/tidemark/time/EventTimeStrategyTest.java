package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.Origin;
import io.tidemark.event.SideRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.clock.RelativeClock;
import org.junit.jupiter.api.Test;

final class EventTimeStrategyTest {
    private static final Decoded REJECTED =
            Decoded.rejected(SideRecord.rejected("n", "malformed", "d", null, null, null));

    private final List<Long> watermarks = new ArrayList<>();
    private final ManualClock clock = new ManualClock();

    private static Decoded event(int partition, long time) {
        return Decoded.accepted(new Event(new Object[0], time, Origin.kafka("t", partition, 0), null));
    }

    /** Time that passes when it is told to. */
    private static final class ManualClock implements RelativeClock {
        // Flink takes 0 for "not started".
        private long millis = 1_000;

        @Override
        public long relativeTimeMillis() {
            return millis;
        }

        @Override
        public long relativeTimeNanos() {
            return millis * 1_000_000;
        }
    }

    private WatermarkGeneratorSupplier.Context context() {
        return new WatermarkGeneratorSupplier.Context() {
            @Override
            public MetricGroup getMetricGroup() {
                return new UnregisteredMetricsGroup();
            }

            @Override
            public RelativeClock getInputActivityClock() {
                return clock;
            }
        };
    }

    private final class Output implements WatermarkOutput {
        @Override
        public void emitWatermark(Watermark watermark) {
            watermarks.add(watermark.getTimestamp());
        }

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
    }

    /** Nobody asks for a partition's own watermark. */
    private static final class Unwatched implements WatermarkOutputMultiplexer.WatermarkUpdateListener {
        @Override
        public void onIdleUpdate(boolean isIdle) {}

        @Override
        public void onWatermarkUpdate(long watermark) {}
    }

    /** A source of partitions as Flink runs it: a generator each, the least of those that are not idle. */
    private final class Partitions {
        private final WatermarkOutputMultiplexer multiplexer = new WatermarkOutputMultiplexer(new Output());
        private final List<WatermarkGenerator<Decoded>> generators = new ArrayList<>();

        Partitions(WatermarkStrategy<Decoded> strategy, int count) {
            for (int i = 0; i < count; i++) {
                multiplexer.registerNewOutput(Integer.toString(i), new Unwatched());
                generators.add(strategy.createWatermarkGenerator(context()));
            }
        }

        void read(int partition, Decoded decoded) {
            generators.get(partition).onEvent(decoded, 0, multiplexer.getImmediateOutput(Integer.toString(partition)));
        }

        void pass(long millis) {
            clock.millis += millis;
            for (int i = 0; i < generators.size(); i++) {
                generators.get(i).onPeriodicEmit(multiplexer.getDeferredOutput(Integer.toString(i)));
            }
            multiplexer.onPeriodicEmit();
        }
    }

    private static EventTimeStrategy strategy(long outOfOrdernessMs, long idleAfterMs) {
        return new EventTimeStrategy(Duration.ofMillis(outOfOrdernessMs), Duration.ofMillis(idleAfterMs));
    }

    @Test
    void theWatermarkIsTheHighestTimeLessTheDisorderAndOneMillisecond() {
        Partitions source = new Partitions(strategy(10_000, 60_000), 1);

        source.read(0, event(0, 100_000));
        source.pass(200);
        source.read(0, event(0, 95_000));
        source.pass(200);
        source.read(0, event(0, 100_001));
        source.pass(200);

        assertThat(watermarks).containsExactly(89_999L, 90_000L);
    }

    @Test
    void rejectedAndSkippedRecordsMoveNothing() {
        Partitions source = new Partitions(strategy(0, 60_000), 1);

        source.read(0, REJECTED);
        source.read(0, Decoded.SKIPPED);
        source.pass(200);

        assertThat(watermarks).isEmpty();
    }

    @Test
    void reportB02ASilentPartitionHoldsTimeBackOnlyUntilItIsIdle() {
        Partitions source = new Partitions(strategy(0, 10_000), 2);

        for (long time : new long[] {0, 30_000, 61_000, 125_000}) {
            source.read(0, event(0, time));
        }
        source.pass(0);
        source.pass(9_000);
        assertThat(watermarks).isEmpty();
        source.read(0, event(0, 125_000));
        source.pass(2_000);

        assertThat(watermarks).containsExactly(124_999L);
    }

    @Test
    void aPartitionOfNothingButRejectedRecordsIsIdle() {
        Partitions source = new Partitions(strategy(0, 10_000), 2);

        for (int i = 0; i < 20; i++) {
            source.read(0, event(0, 1000 + i));
            source.read(1, REJECTED);
            source.pass(1_000);
        }

        assertThat(watermarks).isNotEmpty().last().isEqualTo(1018L);
    }

    @Test
    void reportB05APartitionThatReturnsDoesNotTurnTimeBack() {
        Partitions source = new Partitions(strategy(0, 10_000), 2);
        source.read(0, event(0, 0));
        source.read(1, event(1, 10_000));
        source.pass(0);
        for (int i = 0; i < 12; i++) {
            source.read(0, event(0, 130_000));
            source.pass(1_000);
        }
        assertThat(watermarks).last().isEqualTo(129_999L);

        source.read(1, event(1, 50_000));
        source.pass(1_000);

        // So the event at 50 s is late for [0, 60 s).
        assertThat(watermarks).isSorted().last().isEqualTo(129_999L);
    }

    @Test
    void reportB06EventsOfTheSameTimeAreNotBehindTheirWatermark() {
        Partitions source = new Partitions(strategy(0, 10_000), 1);
        long[] times = {100, 59_999, 59_999, 59_999, 60_000};
        for (long time : times) {
            long current = watermarks.isEmpty() ? Long.MIN_VALUE : watermarks.get(watermarks.size() - 1);
            assertThat(time).isGreaterThan(current);
            source.read(0, event(0, time));
            source.pass(1);
        }

        assertThat(watermarks).containsExactly(99L, 59_998L, 59_999L);
    }

    @Test
    void reportB09IdlenessDoesNotMoveTimeOn() {
        Partitions source = new Partitions(strategy(0, 10_000), 1);
        for (long time : new long[] {0, 10_000, 20_000}) {
            source.read(0, event(0, time));
        }
        for (int i = 0; i < 100; i++) {
            source.pass(1_000);
        }

        assertThat(watermarks).last().isEqualTo(19_999L);
    }

    @Test
    void theEndsOfTimeDoNotOverflow() {
        Partitions source = new Partitions(strategy(10_000, 10_000), 1);

        source.read(0, event(0, Long.MIN_VALUE + 5));
        source.pass(1);
        assertThat(watermarks).isEmpty();
        source.read(0, event(0, Long.MAX_VALUE));
        source.pass(1);

        assertThat(watermarks).containsExactly(Long.MAX_VALUE - 10_001);
    }

    @Test
    void anEventsTimestampIsItsTimeARejectedRecordKeepsItsOwn() throws Exception {
        WatermarkStrategy<Decoded> sent = InstantiationUtil.clone(strategy(0, 1));
        var assigner = sent.createTimestampAssigner(UnregisteredMetricsGroup::new);

        assertThat(assigner.extractTimestamp(event(0, 5), 7)).isEqualTo(5);
        assertThat(assigner.extractTimestamp(REJECTED, 7)).isEqualTo(7);
    }

    @Test
    void durationsThatCannotWorkAreErrors() {
        assertThatThrownBy(() -> strategy(-1, 1)).hasMessageContaining("out-of-orderness");
        assertThatThrownBy(() -> strategy(0, 0)).hasMessageContaining("idle-after");
    }
}
