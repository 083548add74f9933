package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.event.Decoded;
import java.io.IOException;
import java.util.List;
import org.apache.flink.core.io.InputStatus;
import org.junit.jupiter.api.Test;

class SingleSplitSourceTest {
    private static final RequestGenerator GENERATOR = new RequestGenerator(100, 7, 5, RequestGenerator.BASE);

    @Test
    void aReaderWithoutSplitEndsWhenThereAreNoMore() throws Exception {
        SingleSplitReader<Decoded> reader = reader(3);
        CollectedOutput<Decoded> output = new CollectedOutput<>();
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        assertThat(reader.isAvailable()).isNotDone();
        reader.notifyNoMoreSplits();
        assertThat(reader.isAvailable()).isDone();
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
        assertThat(reader.snapshotState(1)).isEmpty();
    }

    @Test
    void aReaderGivesAllRecordsAndEnds() throws Exception {
        SingleSplitReader<Decoded> reader = reader(3);
        CollectedOutput<Decoded> output = new CollectedOutput<>();
        reader.addSplits(List.of(new PositionSplit(null)));
        reader.notifyNoMoreSplits();
        for (int i = 0; i < 3; i++) {
            assertThat(reader.pollNext(output)).isEqualTo(InputStatus.MORE_AVAILABLE);
        }
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
        assertThat(output.records).hasSize(3);
    }

    @Test
    void aReaderGoesOnFromItsSnapshot() throws Exception {
        SingleSplitReader<Decoded> reader = reader(5);
        reader.addSplits(List.of(new PositionSplit(null)));
        reader.pollNext(new CollectedOutput<>());
        reader.pollNext(new CollectedOutput<>());
        PositionSplit.Serializer serializer = new PositionSplit.Serializer();
        PositionSplit saved = reader.snapshotState(1).get(0);

        SingleSplitReader<Decoded> restored = reader(5);
        restored.addSplits(List.of(serializer.deserialize(1, serializer.serialize(saved))));
        CollectedOutput<Decoded> output = new CollectedOutput<>();
        restored.notifyNoMoreSplits();
        while (restored.pollNext(output) != InputStatus.END_OF_INPUT) {
            // Until it ends.
        }
        assertThat(output.timestamps)
                .containsExactly(
                        GENERATOR.event(2).time(),
                        GENERATOR.event(3).time(),
                        GENERATOR.event(4).time());
    }

    @Test
    void aSplitThatWasNotReadYetIsKeptAsItIs() throws Exception {
        SingleSplitReader<Decoded> reader = reader(5);
        reader.addSplits(List.of(new PositionSplit(new byte[] {0, 0, 0, 0, 0, 0, 0, 4})));
        assertThat(reader.snapshotState(1).get(0).position()).isEqualTo(new byte[] {0, 0, 0, 0, 0, 0, 0, 4});
    }

    /** The bytes of version 1, for ever. */
    @Test
    void positionsKeepTheirForm() throws IOException {
        PositionSplit.Serializer serializer = new PositionSplit.Serializer();
        assertThat(serializer.serialize(new PositionSplit(null))).isEqualTo(new byte[] {0});
        assertThat(serializer.serialize(new PositionSplit(new byte[] {7, 8}))).isEqualTo(new byte[] {1, 7, 8});
        assertThat(serializer.deserialize(1, new byte[] {0}).position()).isNull();
        assertThat(serializer.deserialize(1, new byte[] {1, 7, 8}).position()).isEqualTo(new byte[] {7, 8});
        assertThatThrownBy(() -> serializer.deserialize(2, new byte[] {0})).isInstanceOf(IOException.class);

        FileProgress file = new FileProgress("é.gz");
        file.offset = 258;
        file.line = 3;
        file.done = true;
        byte[] golden = {
            1,
            0,
            0,
            0,
            1,
            0,
            0,
            0,
            5,
            (byte) 0xC3,
            (byte) 0xA9,
            '.',
            'g',
            'z',
            0,
            0,
            0,
            0,
            0,
            0,
            1,
            2,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            3,
            1
        };
        assertThat(FileProgress.write(List.of(file))).isEqualTo(golden);
        FileProgress read = FileProgress.read(golden).get("é.gz");
        assertThat(read).isNotNull();
        assertThat(read.offset).isEqualTo(258);
        assertThat(read.line).isEqualTo(3);
        assertThat(read.done).isTrue();
    }

    private static SingleSplitReader<Decoded> reader(long count) {
        return new SingleSplitReader<>(GeneratorSource.opener(GENERATOR, count, false));
    }
}
