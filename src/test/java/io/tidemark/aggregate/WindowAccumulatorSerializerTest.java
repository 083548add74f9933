package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.Event;
import io.tidemark.event.FieldType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class WindowAccumulatorSerializerTest {
    private final AggregateHarness harness = new AggregateHarness(FieldType.DOUBLE, 0.01, "p50", "stddev", "min");

    private static AggregateLayout layout(double accuracy, int input, String... functions) {
        AggregateLayout.Builder builder = AggregateLayout.builder();
        for (String function : functions) {
            builder.add(input, AggregateHarness.function(FieldType.DOUBLE, accuracy, function));
        }
        return builder.build();
    }

    private static TypeSerializerSnapshot<WindowAccumulator> writtenAndRead(AggregateLayout layout) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, layout.serializer().snapshotConfiguration());
        return TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(out.getCopyOfBuffer()),
                layout.getClass().getClassLoader());
    }

    @Test
    void theSnapshotRestoresASerializerThatReadsTheState() throws Exception {
        WindowAccumulator accumulator = harness.of(List.of(1.0, 2.0, 3.0));

        TypeSerializer<WindowAccumulator> restored =
                writtenAndRead(harness.layout()).restoreSerializer();

        assertThat(restored).isEqualTo(harness.layout().serializer());
        WindowAccumulator read = restored.deserialize(new DataInputDeserializer(harness.bytes(accumulator)));
        assertThat(harness.results(read)).containsExactly(2.0, 1.0, 1.0);
    }

    @Test
    void onlyTheSameAccumulatorsAreCompatible() throws Exception {
        TypeSerializerSnapshot<WindowAccumulator> old = writtenAndRead(layout(0.01, 0, "p50", "sum"));

        // Other functions that are read from the same accumulators are no change.
        assertThat(resolve(layout(0.01, 0, "p50", "p99", "avg"), old).isCompatibleAsIs())
                .isTrue();
        assertThat(resolve(layout(0.02, 0, "p50", "sum"), old).isIncompatible()).isTrue();
        assertThat(resolve(layout(0.01, 1, "p50", "sum"), old).isIncompatible()).isTrue();
        assertThat(resolve(layout(0.01, 0, "p50", "stddev"), old).isIncompatible())
                .isTrue();
        assertThat(resolve(layout(0.01, 0, "p50"), old).isIncompatible()).isTrue();
    }

    private static org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility<WindowAccumulator> resolve(
            AggregateLayout now, TypeSerializerSnapshot<WindowAccumulator> old) {
        return now.serializer().snapshotConfiguration().resolveSchemaCompatibility(old);
    }

    @Test
    void stateOfAnUnknownVersionIsAnErrorOfOneLine() {
        byte[] bytes = harness.bytes(harness.of(List.of(1.0)));
        bytes[4] = 99;

        assertThatThrownBy(() -> harness.layout().serializer().deserialize(new DataInputDeserializer(bytes)))
                .isInstanceOf(IOException.class)
                .hasMessage("window state of version 99; this Tidemark reads version 1");
    }

    @Test
    void recordsAreCopiedAndReadOneAfterTheOther() throws Exception {
        TypeSerializer<WindowAccumulator> serializer = harness.layout().serializer();
        DataOutputSerializer out = new DataOutputSerializer(64);
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            values.add(i * 1.1);
        }
        serializer.serialize(harness.of(values), out);
        serializer.serialize(harness.of(List.of(5.0)), out);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        DataOutputSerializer copied = new DataOutputSerializer(64);
        serializer.copy(in, copied);
        serializer.copy(in, copied);

        assertThat(copied.getCopyOfBuffer()).isEqualTo(out.getCopyOfBuffer());
        DataInputDeserializer again = new DataInputDeserializer(copied.getCopyOfBuffer());
        assertThat(serializer.deserialize(again).eventCount).isEqualTo(1000);
        assertThat(serializer.deserialize(serializer.createInstance(), again).eventCount)
                .isEqualTo(1);
        assertThat(again.available()).isZero();
    }

    @Test
    void readTimeIsTheGreatest() {
        WindowAccumulator into = harness.of(List.of());
        WindowAccumulator from = harness.of(List.of());
        assertThat(harness.read(harness.bytes(into)).readTime).isEqualTo(Event.NOT_REPLAYED);
        from.readTime = -5;

        harness.layout().merge(into, from);
        harness.layout().merge(into, harness.of(List.of()));

        assertThat(into.readTime).isEqualTo(-5);
        assertThat(harness.read(harness.bytes(into)).readTime).isEqualTo(-5);
    }

    @Test
    void layoutAndSerializerShipWithTheJob() throws Exception {
        AggregateLayout shipped = InstantiationUtil.clone(harness.layout());
        TypeSerializer<WindowAccumulator> serializer =
                InstantiationUtil.clone(harness.layout().serializer());

        WindowAccumulator accumulator = shipped.createAccumulator();
        shipped.add(accumulator, new Object[] {4.0});

        assertThat(shipped.result(accumulator, 0)).isEqualTo(4.0);
        assertThat(serializer).isEqualTo(shipped.serializer()).hasSameHashCodeAs(shipped.serializer());
        assertThat(serializer.duplicate()).isEqualTo(serializer);
        assertThat(shipped.typeInformation()).isEqualTo(harness.layout().typeInformation());
    }
}
