package io.tidemark.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.mocks.MockSplitEnumeratorContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SingleSplitEnumeratorTest {
    private final MockSplitEnumeratorContext<PositionSplit> context = new MockSplitEnumeratorContext<>(3);

    @AfterEach
    void close() throws Exception {
        context.close();
    }

    @Test
    void theFirstReaderGetsTheSplitAndAllAreToldThatThereAreNoMore() {
        SingleSplitEnumerator enumerator = new SingleSplitEnumerator(context, false);
        assertThat(enumerator.snapshotState(1)).isFalse();
        register(enumerator, 2);
        register(enumerator, 0);
        assertThat(context.getSplitsAssignmentSequence()).hasSize(1);
        assertThat(context.getSplitsAssignmentSequence().get(0).assignment()).containsOnlyKeys(2);
        assertThat(context.hasNoMoreSplits(0)).isTrue();
        assertThat(context.hasNoMoreSplits(2)).isTrue();
        assertThat(enumerator.snapshotState(1)).isTrue();
    }

    @Test
    void aSplitThatComesBackIsGivenAgainWithItsPosition() {
        SingleSplitEnumerator enumerator = new SingleSplitEnumerator(context, true);
        register(enumerator, 0);
        assertThat(context.getSplitsAssignmentSequence()).isEmpty();
        enumerator.addSplitsBack(List.of(new PositionSplit(new byte[] {9})), 1);
        assertThat(enumerator.snapshotState(1)).isFalse();
        register(enumerator, 1);
        List<PositionSplit> given = Objects.requireNonNull(
                context.getSplitsAssignmentSequence().get(0).assignment().get(1));
        assertThat(given.get(0).position()).isEqualTo(new byte[] {9});
    }

    private void register(SingleSplitEnumerator enumerator, int subtask) {
        context.registerReader(new ReaderInfo(subtask, "host-" + subtask));
        enumerator.addReader(subtask);
    }
}
