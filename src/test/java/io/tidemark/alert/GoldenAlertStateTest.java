package io.tidemark.alert;

import io.tidemark.event.Event;
import io.tidemark.event.EventSerializer;
import io.tidemark.testkit.Golden;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes of alerts' state: those of today, which every later version must read. */
final class GoldenAlertStateTest {
    static Stream<Golden<?>> goldens() {
        ThresholdState threshold = new ThresholdState();
        threshold.count = 2;
        threshold.since = -60_000;
        threshold.lastEnd = 60_000;
        threshold.firing = true;
        threshold.timer = 240_000;
        Event last = new Event(new Object[] {"a", 3L}, 10, null, null);
        Event next = new Event(new Object[] {"a", null}, 30, null, null);
        AbsenceState absence = new AbsenceState();
        absence.firing = true;
        absence.timer = 20;
        absence.stretches.addAll(List.of(new AbsenceState.Stretch(5, 1, last), new AbsenceState.Stretch(20, 7, next)));
        return Stream.of(
                new Golden<>("threshold", new ThresholdState.Serializer(), threshold, "0104bfa907c0a9070180a61d"),
                new Golden<>(
                        "absence",
                        new AbsenceStateSerializer(new EventSerializer(AlertBench.EVENTS)),
                        absence,
                        "0128040a020001026102061400280e00010261003c00"));
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void todaysBytesAreTheGoldenOnesAndAreRead(Golden<?> golden) throws IOException {
        golden.holds();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void aSnapshotOfTheSerializerFitsIt(Golden<?> golden) throws IOException {
        golden.fitsItsSnapshot();
    }
}
