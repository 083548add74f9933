package io.tidemark.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/** The form of a key's state in a savepoint; a new version adds a file, none is ever changed. */
final class BurnStateSerializerTest {
    private static final Path FILE = Path.of("src/test/resources/golden/burn-state-v1.bin");
    private static final BurnStateSerializer SERIALIZER = new BurnStateSerializer();

    private static BurnState state() {
        BurnState state = new BurnState(4);
        state.timer = 1_767_225_659_999L;
        state.counts.rolledTo = 29_453_760;
        state.counts.series[0].add(29_453_758, 5, 0);
        state.counts.series[0].add(29_453_760, 7_000_000_000L, 3);
        state.counts.series[1].add(-20, 5, 1);
        state.counts.series[2].add(-120, 60, 2);
        state.counts.series[2].add(0, 1, 0);
        state.counts.series[3].add(-1_440, 1, 1);
        state.since[2] = 1_767_225_600_000L;
        return state;
    }

    private static byte[] written(BurnState state) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, SERIALIZER.snapshotConfiguration());
        SERIALIZER.serialize(state, out);
        return out.getCopyOfBuffer();
    }

    @Test
    void stateOfOlderVersionsIsRead() throws IOException {
        if (Boolean.getBoolean("golden.record") && !Files.exists(FILE)) {
            Files.write(FILE, written(state()));
        }
        DataInputDeserializer in = new DataInputDeserializer(Files.readAllBytes(FILE));
        TypeSerializerSnapshot<BurnState> snapshot =
                TypeSerializerSnapshot.readVersionedSnapshot(in, getClass().getClassLoader());
        BurnState read = SERIALIZER.deserialize(in);

        assertThat(SERIALIZER
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(snapshot)
                        .isCompatibleAsIs())
                .isTrue();
        assertThat(in.available()).isZero();
        assertThat(read.since).isEqualTo(state().since);
        assertThat(read.timer).isEqualTo(state().timer);
        assertThat(read.counts.rolledTo).isEqualTo(state().counts.rolledTo);
        assertThat(read.counts.series)
                .extracting(BurnSeries::toString)
                .containsExactly("29453758:0/5 29453760:3/7000000000", "-20:1/5", "-120:2/60 0:0/1", "-1440:1/1");
        assertThat(written(read)).isEqualTo(written(state()));
    }

    @Test
    void todayWritesTheBytesOfTheNewestVersion() throws IOException {
        assertThat(written(state())).isEqualTo(Files.readAllBytes(FILE));
    }

    @Test
    void aCopyIsItsOwn() {
        BurnState state = state();
        BurnState copy = SERIALIZER.copy(state);
        copy.counts.add(29_453_758, 1, 1);
        copy.since[0] = 5;

        assertThat(state.counts.series[0]).hasToString("29453758:0/5 29453760:3/7000000000");
        assertThat(state.since[0]).isEqualTo(BurnState.NOT_FIRING);
    }
}
