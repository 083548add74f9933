package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Decoded;
import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Origin;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TimeGuardTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOT_BEFORE = Instant.parse("2000-01-01T00:00:00Z");
    private static final Schema SCHEMA = new Schema(List.of(new Field("time", FieldType.TIMESTAMP, false)));

    private final TimeGuard guard =
            new TimeGuard(NOT_BEFORE, Duration.ofMinutes(5), WallClock.fixed(NOW.toEpochMilli()));

    private static Decoded event(long time) {
        return Decoded.accepted(new Event(new Object[] {time}, time, Origin.kafka("t", 0, 1), new byte[] {1}));
    }

    private @Nullable SideRecord rejected(long time) {
        return guard.check(event(time), SCHEMA, "requests").rejected();
    }

    private SideRecord mustReject(long time) {
        SideRecord record = rejected(time);
        if (record == null) {
            throw new AssertionError("accepted " + Instant.ofEpochMilli(time));
        }
        return record;
    }

    @Test
    void theLimitsThemselvesAreAccepted() {
        assertThat(rejected(NOT_BEFORE.toEpochMilli())).isNull();
        assertThat(rejected(NOW.plusSeconds(300).toEpochMilli())).isNull();
        assertThat(mustReject(NOT_BEFORE.toEpochMilli() - 1).reason()).isEqualTo("implausible-time");
        assertThat(mustReject(NOW.plusSeconds(300).toEpochMilli() + 1).reason()).isEqualTo("future-time");
    }

    @Test
    void secondsReadAsMillisecondsAreNamed() {
        SideRecord record = mustReject(NOW.getEpochSecond());

        assertThat(record.detail())
                .isEqualTo("the event time 1970-01-21T10:53:45.600Z is before not-before, 2000-01-01T00:00:00Z;"
                        + " read as seconds it is 2026-01-01T00:00:00Z, so 'unit: s' is likely");
        assertThat(record.node()).isEqualTo("requests");
        assertThat(record.eventTime()).isEqualTo(NOW.getEpochSecond());
        assertThat(record.event()).isNotNull();
        assertThat(record.origin()).isEqualTo(Origin.kafka("t", 0, 1));
        assertThat(record.watermark()).isNull();
    }

    @Test
    void anOldTimeThatIsNoOtherUnitHasNoHint() {
        assertThat(mustReject(0).detail()).doesNotContain("unit");
        assertThat(mustReject(-1).detail()).doesNotContain("unit");
        assertThat(mustReject(Long.MIN_VALUE + 1).reason()).isEqualTo("implausible-time");
    }

    @Test
    void microsAndNanosReadAsMillisecondsAreNamed() {
        long micros = NOW.toEpochMilli() * 1000;

        assertThat(mustReject(micros).detail()).endsWith("'unit: us' is likely");
        assertThat(mustReject(micros * 1000).detail()).endsWith("'unit: ns' is likely");
        assertThat(mustReject(NOW.plusSeconds(3600).toEpochMilli()).detail())
                .isEqualTo("the event time 2026-01-01T01:00:00Z is more than future-limit, PT5M, after now,"
                        + " 2026-01-01T00:00:00Z");
        assertThat(mustReject(Long.MAX_VALUE).reason()).isEqualTo("future-time");
    }

    @Test
    void withoutLimitsEverythingPassesWhoseWindowsCannotOverflow() {
        TimeGuard none = new TimeGuard(null, null, WallClock.fixed(0));

        for (long time : new long[] {-TimeGuard.FARTHEST_MS, 0, TimeGuard.FARTHEST_MS}) {
            assertThat(none.check(event(time), SCHEMA, "n").rejected()).isNull();
        }
        for (long time :
                new long[] {Long.MIN_VALUE, -TimeGuard.FARTHEST_MS - 1, TimeGuard.FARTHEST_MS + 1, Long.MAX_VALUE}) {
            SideRecord rejected = none.check(event(time), SCHEMA, "n").rejected();
            assertThat(rejected).isNotNull();
            assertThat(rejected.reason()).isEqualTo("implausible-time");
            assertThat(rejected.detail())
                    .isEqualTo("the event time " + Instant.ofEpochMilli(time)
                            + " is not between -271821-04-20T00:00:00Z and +275760-09-13T00:00:00Z");
        }
    }

    @Test
    void nanosReadAsMillisecondsAreNamedWithoutAClockToo() {
        TimeGuard replay = new TimeGuard(NOT_BEFORE, null, WallClock.fixed(0));

        SideRecord rejected =
                replay.check(event(NOW.toEpochMilli() * 1_000_000), SCHEMA, "n").rejected();

        assertThat(rejected).isNotNull();
        assertThat(rejected.detail())
                .endsWith("read as nanoseconds it is 2026-01-01T00:00:00Z, so 'unit: ns' is likely");
    }

    @Test
    void anUnlimitedSumDoesNotOverflow() {
        TimeGuard far = new TimeGuard(null, Duration.ofMillis(Long.MAX_VALUE - 1), WallClock.fixed(NOW.toEpochMilli()));

        assertThat(far.check(event(TimeGuard.FARTHEST_MS), SCHEMA, "n").rejected())
                .isNull();
    }

    @Test
    void theLimitMovesWithTheClock() throws Exception {
        TimeGuard moving = InstantiationUtil.clone(new TimeGuard(null, Duration.ZERO, new StepClock()));

        assertThat(moving.check(event(1000), SCHEMA, "n").rejected()).isNull();
        assertThat(moving.check(event(2001), SCHEMA, "n").rejected()).isNotNull();
        assertThat(moving.check(event(2001), SCHEMA, "n").rejected()).isNull();
        assertThat(moving.check(event(4000), SCHEMA, "n").rejected()).isNull();
    }

    /** One second later at each look. */
    private static final class StepClock implements WallClock {
        private static final long serialVersionUID = 1;
        private long now;

        @Override
        public long millis() {
            now += 1000;
            return now;
        }
    }

    @Test
    void whatIsNoEventIsLeftAlone() {
        Decoded rejected = Decoded.rejected(SideRecord.rejected("n", "malformed", "d", null, null, null));

        assertThat(guard.check(rejected, SCHEMA, "n")).isSameAs(rejected);
        assertThat(guard.check(Decoded.SKIPPED, SCHEMA, "n")).isSameAs(Decoded.SKIPPED);
    }
}
