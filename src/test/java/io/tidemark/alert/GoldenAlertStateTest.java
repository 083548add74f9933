package io.tidemark.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.event.Event;
import io.tidemark.event.EventSerializer;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes of alerts' state: those of today, which every later version must read. */
final class GoldenAlertStateTest {
    /** A serializer, a value, its bytes in hexadecimal. */
    record Golden<T>(String name, TypeSerializer<T> serializer, T value, String bytes) {
        @Override
        public String toString() {
            return name;
        }
    }

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
    <T> void todaysBytesAreTheGoldenOnesAndAreRead(Golden<T> golden) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        golden.serializer().serialize(golden.value(), out);
        assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(golden.bytes());

        byte[] bytes = HexFormat.of().parseHex(golden.bytes());
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        assertThat(golden.serializer().deserialize(in))
                .usingRecursiveComparison()
                .isEqualTo(golden.value());
        assertThat(in.available()).isZero();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    <T> void aSnapshotOfTheSerializerFitsIt(Golden<T> golden) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, golden.serializer().snapshotConfiguration());
        TypeSerializerSnapshot<T> read = TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(out.getCopyOfBuffer()), getClass().getClassLoader());

        assertThat(golden.serializer()
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(read)
                        .isCompatibleAsIs())
                .isTrue();
        assertThat(read.restoreSerializer()).isEqualTo(golden.serializer());
    }
}
