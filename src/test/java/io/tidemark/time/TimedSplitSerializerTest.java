package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.junit.jupiter.api.Test;

class TimedSplitSerializerTest {
    private static final byte[] GOLDEN = {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 'x'};

    private final TimedSplitSerializer<Split> serializer = new TimedSplitSerializer<>(new OfSplit());

    @Test
    void timesStandBeforeTheSourcesOwnBytes() throws IOException {
        TimedSplit<Split> split = new TimedSplit<>(new Split("x"), 256, 255);
        assertThat(serializer.serialize(split)).isEqualTo(GOLDEN);
        assertThat(serializer.deserialize(0x01000003, GOLDEN)).isEqualTo(split);
        assertThat(serializer.getVersion()).isEqualTo(0x01000003);
    }

    @Test
    void stateOfTheSourceAloneIsTakenOver() throws IOException {
        assertThat(serializer.deserialize(3, new byte[] {'x'})).isEqualTo(TimedSplit.fresh(new Split("x")));
    }

    @Test
    void stateThatIsCutOffIsAnError() {
        assertThatThrownBy(() -> serializer.deserialize(0x01000003, new byte[15]))
                .isInstanceOf(IOException.class);
    }

    private record Split(String splitId) implements SourceSplit {}

    private static final class OfSplit implements SimpleVersionedSerializer<Split> {
        @Override
        public int getVersion() {
            return 3;
        }

        @Override
        public byte[] serialize(Split split) {
            return split.splitId().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Split deserialize(int version, byte[] bytes) throws IOException {
            if (version != 3) {
                throw new IOException("version " + version);
            }
            return new Split(new String(bytes, StandardCharsets.UTF_8));
        }
    }
}
